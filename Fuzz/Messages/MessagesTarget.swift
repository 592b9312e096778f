import EventProtocol
import Platform
import Reports
import Traces
import UserErrors

/// Passes a server's bytes through the clients' code: from bytes to the lines of `swipectl watch` and `status`, and to a trace.
///
/// The low half of the first byte sets the size of the pieces in which the rest arrives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let input = UnsafeBufferPointer(start: bytes, count: count)
  let pieceSize = 1 << (input[0] & 0xF)
  var rest = input.dropFirst()[...]
  var lines = LineSplitter()
  var recorder = TraceRecorder()
  var trace: [[UInt8]] = []
  while !rest.isEmpty {
    lines.append(rest.prefix(pieceSize))
    rest = rest.dropFirst(pieceSize)
    do {
      while let line = try lines.next() { trace += read(line, &recorder) }
    } catch {
      promise(error == .lineTooLong, "\(error)")
      break
    }
  }
  check(trace + recorder.finish())
  return 0
}

/// Handles a line as the clients do.
///
/// - Returns: the lines that a recording writes.
private func read(_ line: [UInt8], _ recorder: inout TraceRecorder) -> [[UInt8]] {
  if let response = try? JSONCoding.decode(Response.self, from: line) {
    let again = try? JSONCoding.decode(Response.self, from: response.json)
    promise(again != nil, "a response cannot be sent on")
    if case .success(.status(let status)) = response.result { show(status) }
  }
  switch try? ServerMessage(line: line) {
  case .event(let event):
    show(event)
    promise(try! ServerMessage(line: event.line.dropLast()) != .other, "an event cannot be sent on")
    return recorder.take(line, event)
  case .error(let error):
    promise(isPrintable(error.description.printable), "\(error)")
    return []
  case .other, nil: return []
  }
}

private func show(_ event: Event) {
  for hasColors in [false, true] {
    guard let text = EventReport(hasColors: hasColors, topics: Set(Topic.allCases)).text(event) else { continue }
    let bare = text.replacing("\u{1B}[2m", with: "").replacing("\u{1B}[32m", with: "").replacing("\u{1B}[36m", with: "")
    promise(isPrintable(bare.replacing("\u{1B}[0m", with: "")), text)
  }
  if case .status(let status) = event { show(status) }
}

private func show(_ status: Status) {
  for line in StatusReport(status).lines { promise(isPrintable(line.printable), line) }
}

private func isPrintable(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
}

/// Checks that the first line of a trace is a header, and every other one an event.
private func check(_ trace: [[UInt8]]) {
  promise(trace.first.map { (try? JSONCoding.decode(TraceHeader.self, from: $0)) != nil } ?? false, "the trace has no header")
  for line in trace.dropFirst() { promise((try? JSONCoding.decode(Event.self, from: line)) != nil, "a line of the trace is no event") }
}

/// Checks a condition, and prints the message in release builds too, unlike `precondition`.
private func promise(_ isKept: Bool, _ message: @autoclosure () -> String) {
  if !isKept { fatalError(message()) }
}
