import Focus

/// Passes bytes of a display server to the clients of its protocol, and files to the readers of applications and of cookies.
///
/// The first byte selects the reader; the second sets the size of the pieces in which a server's bytes arrive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 2 else { return 0 }
  let input = UnsafeBufferPointer(start: bytes, count: count)
  let rest = Array(input.dropFirst(2))
  let pieceSize = 1 << Int(input[1] & 0xF)
  switch input[0] & 3 {
  case 0: receive(rest, pieceSize) { XActiveWindow(screen: Int(input[1] >> 4)) }
  case 1: receive(rest, pieceSize) { WaylandToplevels() }
  case 2: read(String(decoding: rest, as: UTF8.self))
  default:
    if let cookie = XAuthority.cookie(in: rest, display: Int(input[1] & 3), host: "host") {
      promise(cookie.count <= rest.count, "a cookie is longer than its file")
    }
  }
  return 0
}

/// Passes bytes to a client, in one piece and in several, which must make no difference.
private func receive<Client: FocusProtocol>(_ bytes: [UInt8], _ pieceSize: Int, _ make: () -> Client) {
  var whole = make()
  var expected = whole.start()
  let error: WireError?
  do throws(WireError) {
    expected += try whole.receive(bytes)
    error = nil
  } catch let thrown { error = thrown }
  var client = make()
  var sent = client.start()
  var rest = bytes[...]
  do throws(WireError) {
    while !rest.isEmpty {
      sent += try client.receive(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
    }
    promise(error == nil, "\(error!) depends on the pieces")
    promise(sent == expected && client.state == whole.state, "what is sent or known depends on the pieces")
  } catch {
    promise(error != nil, "\(error) depends on the pieces")
  }
  // A server that sends little gets little: at most a request of 32 bytes for each message, of which the shortest have 8.
  promise(expected.count <= 1024 + 32 * bytes.count, "\(expected.count) bytes are sent for \(bytes.count)")
  check(whole.state)
}

private func read(_ text: String) {
  guard let entry = DesktopEntry(id: "a.b.C", text: text, languages: ["de_AT", "de"]) else { return }
  promise(!entry.name.isEmpty && entry.name.count <= 100, entry.name)
  let index = ApplicationIndex([entry])
  if let window = FrontWindow(names: [entry.windowClass ?? "a.b.C"]) {
    let application = index.application(of: window)
    promise(application.id == "a.b.C" && index.matches("a.b.c", application), "\(application)")
  }
}

private func check(_ state: FocusState) {
  guard case .front(let window?) = state else { return }
  promise(!window.names.isEmpty, "a window without names")
  for name in window.names {
    promise((1...FrontWindow.longestName).contains(name.utf8.count), "a name of \(name.utf8.count) bytes")
    promise(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }, "a name with control characters")
  }
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
