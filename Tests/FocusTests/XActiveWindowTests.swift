import Testing

@testable import Focus

/// Messages of an X server, in this machine's byte order.
struct ServerMessages {
  var bytes: [UInt8] = []
  static let root: UInt32 = 0x123, window: UInt32 = 0x60_0003, manager: UInt32 = 0x20_0001
  static let atom: UInt32 = 400, managerAtom: UInt32 = 401

  /// The answer to a connection, with two screens.
  mutating func accept() {
    let vendor = padded(Array("The X.Org Foundation".utf8))
    var rest = number(0) + number(0) + number(0) + number(0)
    rest += short(20) + short(65535) + [2, 1]
    rest += [UInt8](repeating: 0, count: 10) + vendor + [UInt8](repeating: 0, count: 8)
    for root: UInt32 in [Self.root, 0x999] {
      rest += number(root) + [UInt8](repeating: 0, count: 35)
      // One depth with one visual.
      rest += [1, 24, 0] + short(1) + number(0)
      rest += [UInt8](repeating: 0, count: 24)
    }
    bytes += [1, 0] + short(11) + short(0) + short(UInt16(rest.count / 4)) + rest
  }

  /// The atoms of both properties.
  mutating func atoms() {
    reply(1, number(Self.atom))
    reply(2, number(Self.managerAtom))
  }

  mutating func reply(_ sequence: UInt16, format: UInt8 = 0, _ content: [UInt8]) {
    let content = content + [UInt8](repeating: 0, count: max(0, 24 - content.count))
    bytes += [1, format] + short(sequence) + number(UInt32((content.count - 24 + 3) / 4)) + padded(content)
  }

  /// The window that a property of the root window names.
  mutating func active(_ sequence: UInt16, _ window: UInt32) {
    reply(sequence, format: 32, number(33) + number(0) + number(1) + [UInt8](repeating: 0, count: 12) + number(window))
  }

  /// There is no such property.
  mutating func nothing(_ sequence: UInt16) { reply(sequence, [UInt8](repeating: 0, count: 24)) }

  mutating func names(_ sequence: UInt16, _ text: [UInt8]) {
    reply(sequence, format: 8, number(31) + number(0) + number(UInt32(text.count)) + [UInt8](repeating: 0, count: 12) + text)
  }

  mutating func error(_ sequence: UInt16) { bytes += [0, 3] + short(sequence) + [UInt8](repeating: 0, count: 28) }

  /// A window has closed (17), was hidden (18) or shown (19).
  mutating func window(_ window: UInt32, event: UInt8) {
    bytes += [event, 0] + short(0) + number(window) + number(window)
    bytes += [UInt8](repeating: 0, count: 20)
  }

  mutating func changed(_ property: UInt32 = ServerMessages.atom, of window: UInt32 = ServerMessages.root) {
    bytes += [28, 0] + short(0) + number(window) + number(property) + [UInt8](repeating: 0, count: 20)
  }
}

@Suite("The active window of X11")
struct XActiveWindowTests {
  private static let evince = Array("evince\0Evince\0".utf8)

  /// A client after the answers until the first window, to the fifth and seventh request.
  private func client(_ answer: (inout ServerMessages) -> Void) throws -> XActiveWindow {
    var client = XActiveWindow()
    _ = client.start()
    var messages = ServerMessages()
    messages.accept()
    messages.atoms()
    messages.nothing(4)
    answer(&messages)
    _ = try client.receive(messages.bytes)
    return client
  }

  private func showing() throws -> XActiveWindow {
    try client {
      $0.active(5, ServerMessages.window)
      $0.names(7, Self.evince)
    }
  }

  @Test("A connection begins with the cookie, or without one")
  func start() {
    var client = XActiveWindow(cookie: [1, 2, 3])
    #expect(
      client.start().dropFirst(2) == ([11, 0, 0, 0, 18, 0, 3, 0, 0, 0] + Array("MIT-MAGIC-COOKIE-1".utf8) + [0, 0, 1, 2, 3, 0])[...])
    client = XActiveWindow()
    #expect(client.start().count == 12)
  }

  @Test("The class and the instance of the active window are reported, wherever the bytes are cut")
  func names() throws {
    #expect(try showing().state == front("Evince", "evince"))
    var client = XActiveWindow()
    _ = client.start()
    var messages = ServerMessages()
    messages.accept()
    messages.atoms()
    messages.nothing(4)
    messages.active(5, ServerMessages.window)
    messages.names(7, Self.evince)
    for byte in messages.bytes { _ = try client.receive([byte]) }
    #expect(client.state == front("Evince", "evince"))
  }

  @Test(
    "The root window is that of the screen that DISPLAY names, or else the last one",
    arguments: [(0, ServerMessages.root), (1, 0x999), (7, 0x999)])
  func screens(screen: Int, root: UInt32) throws {
    var client = XActiveWindow(screen: screen)
    _ = client.start()
    var messages = ServerMessages()
    messages.accept()
    messages.atoms()
    let requests = try client.receive(messages.bytes)
    // The request for changes of the root window, and the question for its property.
    let (watch, question) = (Array(requests.suffix(40).prefix(16)), Array(requests.suffix(24).dropFirst(4).prefix(8)))
    #expect(Array(watch[4..<8]) == number(root) && Array(question[..<4]) == number(root))
    #expect(watch[0] == 2 && Array(question[4...]) == number(ServerMessages.managerAtom))
  }

  @Test("Without an active window, nothing is in front")
  func none() throws {
    #expect(try client { $0.active(5, 0) }.state == .front(nil))
  }

  @Test("A window without a class, or one that has ended, has no name")
  func nameless() throws {
    #expect(
      try client {
        $0.active(5, 5)
        $0.nothing(7)
      }.state == .front(nil))
    #expect(
      try client {
        $0.active(5, 5)
        $0.error(7)
      }.state == .front(nil))
    #expect(
      try client {
        $0.active(5, 5)
        $0.names(7, [0xFF, 0, 0x0A, 0])
      }.state == .front(nil))
  }

  @Test("Without a window manager that says it, it is not known; once there is one, it is")
  func lateManager() throws {
    var client = try client { $0.nothing(5) }
    #expect(client.state == .unavailable(.noActiveWindow))
    var messages = ServerMessages()
    messages.changed()
    messages.active(6, ServerMessages.window)
    messages.names(8, Self.evince)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("Evince", "evince"))
  }

  /// A client of a window manager that has a window of its own; `answer` is for the sixth request, and from the seventh on.
  private func managed(_ answer: (inout ServerMessages) -> Void) throws -> XActiveWindow {
    var client = XActiveWindow()
    _ = client.start()
    var messages = ServerMessages()
    messages.accept()
    messages.atoms()
    messages.active(4, ServerMessages.manager)
    answer(&messages)
    _ = try client.receive(messages.bytes)
    return client
  }

  @Test("Where a window manager runs, and no window has been in front yet, none is")
  func noWindowYet() throws {
    let client = try managed {
      $0.nothing(6)
      $0.nothing(7)
    }
    #expect(client.state == .front(nil))
  }

  @Test("What a window manager has said counts until it is killed, and then not before the next one says something")
  func killedManager() throws {
    var client = try managed {
      $0.nothing(6)
      $0.active(7, ServerMessages.window)
      $0.names(9, Self.evince)
    }
    #expect(client.state == front("Evince", "evince"))
    // The server shows the windows of a window manager that ends.
    var messages = ServerMessages()
    messages.window(ServerMessages.window, event: 18)
    messages.window(ServerMessages.window, event: 19)
    messages.window(ServerMessages.manager, event: 17)
    messages.active(10, ServerMessages.window)
    #expect(try client.receive(messages.bytes).count == 24)
    #expect(client.state == .unavailable(.noActiveWindow))
    messages = ServerMessages()
    messages.window(ServerMessages.window, event: 18)
    messages.window(ServerMessages.window, event: 19)
    #expect(try client.receive(messages.bytes).isEmpty)
    #expect(client.state == .unavailable(.noActiveWindow))
    messages = ServerMessages()
    messages.changed(ServerMessages.managerAtom)
    messages.active(11, ServerMessages.manager + 1)
    messages.nothing(13)
    #expect(try client.receive(messages.bytes).count == 24 + 16 + 24)
    #expect(client.state == .unavailable(.noActiveWindow))
    messages = ServerMessages()
    messages.changed()
    messages.active(14, ServerMessages.window)
    messages.names(16, Self.evince)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("Evince", "evince"))
  }

  @Test("The names of a window that come after the end of the window manager are not used")
  func lateNames() throws {
    var client = try managed {
      $0.nothing(6)
      $0.active(7, ServerMessages.window)
    }
    var messages = ServerMessages()
    messages.window(ServerMessages.manager, event: 17)
    messages.names(9, Self.evince)
    #expect(try client.receive(messages.bytes).isEmpty)
    #expect(client.state == .unavailable(.noActiveWindow))
  }

  @Test("A window manager that was killed before the connection says nothing")
  func managerKilledBefore() throws {
    var client = try managed { $0.error(6) }
    #expect(client.state == .unavailable(.noActiveWindow))
    var messages = ServerMessages()
    messages.changed()
    messages.active(7, ServerMessages.window)
    messages.names(9, Self.evince)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("Evince", "evince"))
  }

  @Test("The root window is nobody's, and changes of its properties arrive also where a window manager names it")
  func rootNamed() throws {
    var client = try client { $0.active(5, ServerMessages.root) }
    #expect(client.state == .front(nil))
    var messages = ServerMessages()
    messages.changed(ServerMessages.managerAtom)
    messages.active(6, ServerMessages.root)
    #expect(try client.receive(messages.bytes).count == 24, "no request but the question")
  }

  @Test("A window that closes or hides is not in front any more, also where the window manager still names it", arguments: [17, 18])
  func closed(event: UInt8) throws {
    var client = try showing()
    var messages = ServerMessages()
    messages.window(7, event: event)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("Evince", "evince"))
    messages = ServerMessages()
    messages.window(ServerMessages.window, event: event)
    #expect(try client.receive(messages.bytes).isEmpty)
    #expect(client.state == .front(nil))
    messages = ServerMessages()
    messages.window(ServerMessages.window, event: 19)
    messages.active(8, ServerMessages.window)
    messages.names(10, Self.evince)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("Evince", "evince"))
  }

  @Test("A window that gets a class, or another one, while it is in front is that application from then on")
  func classChanges() throws {
    var client = try showing()
    var messages = ServerMessages()
    messages.changed(67, of: ServerMessages.window)
    messages.active(8, ServerMessages.window)
    messages.names(10, Array("foot\0foot\0".utf8))
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("foot", "foot"))
  }

  @Test("A window that is no longer in front announces nothing more")
  func unwatched() throws {
    var client = try showing()
    var messages = ServerMessages()
    messages.changed()
    messages.active(8, 9)
    let requests = try client.receive(messages.bytes)
    // The question, the end of the events of the window before, and the events and the names of the next one.
    #expect(requests.count == 24 + 16 + 16 + 24)
    #expect(Array(requests[24..<40]) == [2, 0, 4, 0] + number(ServerMessages.window) + number(0x800) + number(0))
  }

  @Test("At most one question is open, however many changes there are")
  func flood() throws {
    var client = try showing()
    var messages = ServerMessages()
    for _ in 0..<10_000 { messages.changed() }
    #expect(try client.receive(messages.bytes).count == 24)
    messages = ServerMessages()
    messages.active(8, 9)
    #expect(try client.receive(messages.bytes).count == 16 + 16 + 24)
    messages = ServerMessages()
    messages.names(11, Array("foot\0foot\0".utf8))
    #expect(try client.receive(messages.bytes).count == 24, "there were changes meanwhile")
    #expect(client.state == front("foot", "foot"))
    messages = ServerMessages()
    messages.active(12, 0)
    #expect(try client.receive(messages.bytes).count == 16, "only the end of the events of the window before")
    #expect(client.state == .front(nil))
  }

  @Test("Other windows, other properties, and replies that nobody waits for change nothing")
  func others() throws {
    var client = try showing()
    var messages = ServerMessages()
    messages.changed(39)
    messages.changed(of: 7)
    messages.active(4, 0)
    messages.error(4)
    messages.bytes += [35, 0] + short(0) + number(1) + [UInt8](repeating: 0, count: 28)
    #expect(try client.receive(messages.bytes).isEmpty)
    #expect(client.state == front("Evince", "evince"))
  }

  @Test("A refused connection, and a description that contradicts itself, end the connection")
  func refused() throws {
    for kind: UInt8 in [0, 2] {
      var client = XActiveWindow()
      _ = client.start()
      #expect(throws: WireError.refused) { try client.receive([kind, 0] + short(11) + short(0) + short(1) + [0, 0, 0, 0]) }
    }
    var client = XActiveWindow()
    _ = client.start()
    #expect(throws: WireError.malformed) { try client.receive([1, 0] + short(11) + short(0) + short(1) + [0, 0, 0, 0]) }
    client = try showing()
    #expect(throws: WireError.malformed) { try client.receive([1, 8] + short(5) + number(0xFFFF_FFFF) + [UInt8](repeating: 0, count: 24)) }
  }

  @Test("Damaged messages end the connection or are skipped, and nothing else", arguments: 0..<50)
  func damage(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed) + 1)
    for _ in 0..<100 {
      var messages = ServerMessages()
      messages.accept()
      messages.atoms()
      messages.nothing(4)
      messages.active(5, ServerMessages.window)
      messages.names(7, Self.evince)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        messages.bytes[Int.random(in: 0..<messages.bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var client = XActiveWindow()
      _ = client.start()
      _ = try? client.receive(messages.bytes)
    }
  }
}

@Suite("Displays and their sockets")
struct DisplaySocketTests {
  @Test("DISPLAY names a display of this machine", arguments: [(":0", 0, 0), (":1.2", 1, 2), ("unix:7", 7, 0)])
  func displays(name: String, number: Int, screen: Int) {
    #expect(XDisplay(name).map { [$0.number, $0.screen] } == [number, screen])
  }

  @Test(
    "A display of another machine, and what names none, are not used",
    arguments: ["", ":", "host:0", "localhost:10.0", ":-1", ":123456", ":0.0.0", ":0\n"])
  func noDisplays(name: String) { #expect(XDisplay(name) == nil) }

  @Test("The compositor that the session names comes first, X11 last, and a compositor in a window does not count")
  func candidates() {
    func paths(_ environment: [String: String], _ names: [String]) -> [String] {
      DisplaySocket.candidates(environment: environment, runtimeFolder: "/run", names: names, xFolder: "/x").map(\.path)
    }
    let names = ["bus", "wayland-0", "wayland-0.lock", "wayland-1"]
    #expect(paths([:], []) == [])
    #expect(paths([:], names) == ["/run/wayland-0", "/run/wayland-1"])
    #expect(paths(["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], names) == ["/run/wayland-1", "/run/wayland-0", "/x/X0"])
    #expect(paths(["WAYLAND_DISPLAY": "/elsewhere/w"], []) == ["/elsewhere/w"])
    #expect(paths(["DISPLAY": ":3"], names) == ["/x/X3"])
    #expect(paths(["WAYLAND_DISPLAY": "", "DISPLAY": "host:3"], []) == [])
  }

  @Test("The cookie is that of this machine and display")
  func cookies() {
    func entry(_ family: UInt16, _ texts: [String]) -> [UInt8] {
      var bytes = [UInt8(family >> 8), UInt8(family & 255)]
      for text in texts {
        bytes += [0, UInt8(text.utf8.count)]
        bytes += Array(text.utf8)
      }
      return bytes
    }
    let name = XAuthority.cookieName
    var file = entry(256, ["other", "0", name, "a"])
    file += entry(256, ["here", "1", name, "b"])
    file += entry(256, ["here", "0", "X", "c"])
    file += entry(256, ["here", "0", name, "d"])
    file += entry(65535, ["", "", name, "e"])
    func cookie(_ file: [UInt8], _ display: Int, _ host: String = "here") -> [UInt8]? {
      XAuthority.cookie(in: file, display: display, host: host)
    }
    #expect(cookie(file, 0) == Array("d".utf8) && cookie(file, 1) == Array("b".utf8) && cookie(file, 2) == Array("e".utf8))
    #expect(cookie([], 0) == nil && cookie([1, 0, 255, 255, 3], 0) == nil)
    // No beginning of the file has another cookie, or makes it read beyond its end.
    for count in 0..<file.count { _ = cookie(Array(file[..<count]), 0) }
  }
}
