import Testing

@testable import Focus

@Suite("The windows of a Wayland compositor")
struct WaylandToplevelsTests {
  private static let first: UInt32 = 0xFF00_0000

  /// A client that knows two windows, of which the first is activated.
  private func client() throws -> WaylandToplevels {
    var client = WaylandToplevels()
    _ = client.start()
    var messages = CompositorMessages()
    messages.global(1, "wl_compositor")
    messages.global(7, CompositorMessages.manager)
    messages.globalsDone()
    messages.window(Self.first)
    messages.window(Self.first, is: "org.gnome.Evince", active: true)
    messages.window(Self.first + 1)
    messages.window(Self.first + 1, is: "foot", active: false)
    _ = try client.receive(messages.bytes)
    #expect(client.state == .unknown, "there may be more windows")
    messages = CompositorMessages()
    messages.windowsDone()
    _ = try client.receive(messages.bytes)
    return client
  }

  @Test("The manager is bound once, by the name that the registry gives it")
  func requests() throws {
    var client = WaylandToplevels()
    #expect(client.start() == number(1) + number(12 << 16 | 1) + number(2) + number(1) + number(12 << 16) + number(3))
    var messages = CompositorMessages()
    messages.global(7, CompositorMessages.manager)
    messages.global(8, CompositorMessages.manager)
    let interface = text(CompositorMessages.manager)
    let size = UInt32(8 + 4 + interface.count + 8)
    #expect(
      try client.receive(messages.bytes) == number(2) + number(size << 16) + number(7) + interface + number(1) + number(4) + number(1)
        + number(12 << 16) + number(5))
  }

  @Test("The window that is activated is in front, wherever the bytes are cut")
  func changes() throws {
    var client = try client()
    #expect(client.state == front("org.gnome.Evince"))
    var messages = CompositorMessages()
    messages.window(Self.first, is: nil, active: false)
    messages.window(Self.first + 1, is: nil, active: true)
    for byte in messages.bytes { _ = try client.receive([byte]) }
    #expect(client.state == front("foot"))
    messages = CompositorMessages()
    messages.close(Self.first + 1)
    #expect(try client.receive(messages.bytes) == number(Self.first + 1) + number(8 << 16 | 7), "it is destroyed")
    #expect(client.state == .front(nil))
  }

  @Test("A change counts when it is complete, and not before")
  func halves() throws {
    var client = try client()
    var messages = CompositorMessages()
    messages.add(Self.first, 4, number(0))
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("org.gnome.Evince"))
    messages = CompositorMessages()
    messages.add(Self.first, 5)
    _ = try client.receive(messages.bytes)
    #expect(client.state == .front(nil))
  }

  @Test("Of two activated windows, the one counts that was activated last; then the other one")
  func seats() throws {
    var client = try client()
    var messages = CompositorMessages()
    messages.window(Self.first + 1, is: nil, active: true)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("foot"))
    messages = CompositorMessages()
    messages.window(Self.first + 1, is: nil, active: false)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("org.gnome.Evince"))
  }

  @Test(
    "A name that is empty, too long, of several lines or not UTF-8 is none",
    arguments: [[], Array(repeating: UInt8(ascii: "a"), count: 256), Array("a\nb".utf8), [0xFF, 0xFE], Array("a\u{2028}b".utf8)])
  func oddNames(name: [UInt8]) throws {
    var client = try client()
    var messages = CompositorMessages()
    messages.add(Self.first, 1, text(name))
    messages.add(Self.first, 5)
    _ = try client.receive(messages.bytes)
    #expect(client.state == .front(nil))
  }

  @Test("A name with quotes stays as it is")
  func quotes() throws {
    var client = try client()
    var messages = CompositorMessages()
    messages.window(Self.first, is: #"a"b'c\"#, active: true)
    _ = try client.receive(messages.bytes)
    #expect(client.state == front(#"a"b'c\"#))
  }

  @Test("A compositor without the protocol, and one that ends it, are reported")
  func missing() throws {
    var client = WaylandToplevels()
    _ = client.start()
    var messages = CompositorMessages()
    messages.global(1, "wl_compositor")
    messages.globalsDone()
    _ = try client.receive(messages.bytes)
    #expect(client.state == .unavailable(.noProtocol))

    client = try self.client()
    messages = CompositorMessages()
    messages.add(4, 1)
    _ = try client.receive(messages.bytes)
    #expect(client.state == .unavailable(.noProtocol))
    messages = CompositorMessages()
    messages.window(Self.first, is: nil, active: true)
    _ = try client.receive(messages.bytes)
    #expect(client.state == .unavailable(.noProtocol))
  }

  @Test(
    "What is no message ends the connection",
    arguments: [
      number(4) + number(4 << 16), number(4) + number(0), number(4) + number(9 << 16) + [0],
      // A window with an id of ours, a string that is longer than its message, an error.
      number(4) + number(12 << 16) + number(9), number(0xFF00_0000) + number(16 << 16 | 1) + number(1000) + number(0),
      number(0xFF00_0000) + number(16 << 16 | 1) + number(0xFFFF_FFFF) + number(0), number(1) + number(8 << 16),
      number(4) + number(8 << 16),
    ])
  func malformed(bytes: [UInt8]) throws {
    var client = try client()
    #expect(throws: WireError.self) { try client.receive(bytes) }
  }

  @Test("More windows than a desktop has end the connection")
  func windows() throws {
    var client = try client()
    var messages = CompositorMessages()
    for id in 0..<10_000 { messages.window(Self.first + 10 + UInt32(id)) }
    #expect(throws: WireError.tooMany) { try client.receive(messages.bytes) }
  }

  @Test("10,000 changes leave the last one")
  func flood() throws {
    var client = try client()
    var messages = CompositorMessages()
    for turn in 0..<10_000 {
      messages.window(Self.first, is: nil, active: turn % 2 == 0)
      messages.window(Self.first + 1, is: nil, active: turn % 2 == 1)
    }
    _ = try client.receive(messages.bytes)
    #expect(client.state == front("foot"))
  }

  @Test("Damaged messages end the connection or are skipped, and nothing else", arguments: 0..<50)
  func damage(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed) + 1)
    for _ in 0..<100 {
      var messages = CompositorMessages()
      messages.global(7, CompositorMessages.manager)
      messages.window(Self.first)
      messages.window(Self.first, is: "foot", active: true)
      messages.windowsDone()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        messages.bytes[Int.random(in: 0..<messages.bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var client = WaylandToplevels()
      _ = client.start()
      _ = try? client.receive(messages.bytes)
    }
  }
}
