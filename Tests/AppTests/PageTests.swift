import App
import EventProtocol
import EventSocket
import Foundation
import Glibc
import TestWeb
import Testing

/// The WebSocket of a page, with a daemon's socket in this process.
struct PageTests {
  private static func makeDaemon(_ path: String) -> EventServer {
    let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: getpid())
    return EventServer(
      path: path, hello: Hello(pid: getpid()), status: { status },
      control: { control in
        if control == .setProfile("none") { return .failure(.unknownProfile("none", names: [])) }
        return .success(status)
      })
  }

  private static func frame(_ number: Int) -> Event {
    .frame(FrameEvent(frame: number, capturedNs: UInt64(number), width: 640, height: 480, armed: true))
  }

  /// Has a page that has just connected get frames, too.
  private static func subscribeToFrames(_ page: PageClient) throws {
    _ = try page.notification("hello")
    page.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
    _ = try page.response(1)
  }

  /// Runs a test with a daemon and a page that is connected to it.
  ///
  /// - Parameter refused: a topic that the daemon refuses from its start on: later, a request might overtake it.
  private func withPage(
    refusing refused: Topic? = nil, _ body: @escaping @Sendable (EventServer, AppFixture, PageClient) throws -> Void
  ) async throws {
    let scratch = Scratch()
    let daemon = Self.makeDaemon(scratch.file("s.sock"))
    if let refused { daemon.refuse(refused, because: "not allowed; allow it") }
    try await daemon.start()
    do {
      try await blocking {
        let app = try AppFixture(daemon: daemon.path)
        try body(daemon, app, try PageClient(app))
      }
    } catch {
      await daemon.stop()
      throw error
    }
    await daemon.stop()
    withExtendedLifetime(scratch) {}
  }

  @Test("The first message has the version, no deck, and one moment on two clocks; then the daemon's greeting and status follow")
  func welcome() async throws {
    try await withPage { _, _, page in
      let first = try page.message()
      #expect(first["method"] as? String == "welcome")
      let params = try #require(first["params"] as? [String: Any])
      #expect(params["version"] as? String == Version.current)
      #expect(params["deck"] is NSNull)
      let age = Date().timeIntervalSince1970 * 1000 - (try #require(params["unix_ms"] as? Double))
      #expect((0..<600_000).contains(age))
      #expect(params["monotonic_ns"] as? UInt64 ?? 0 > 0)
      #expect(try page.message()["method"] as? String == "hello")
      #expect(try page.message()["method"] as? String == "status")
    }
  }

  @Test("Where no daemon can be, requests are answered, and the page learns why once in a while")
  func notADaemon() throws {
    let scratch = Scratch()
    // Too long for the path of a socket, which another attempt does not change.
    let app = try AppFixture(daemon: scratch.file(String(repeating: "s", count: 200)))
    let page = try PageClient(app)
    _ = try page.notification("connection")
    for id in 1...3 {
      page.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"subscribe","params":{"topics":["frame"]}}"#)
      #expect(try page.message()["id"] as? Int == id)
    }
  }

  @Test("A page subscribes, gets every event unchanged, and unsubscribes")
  func subscription() async throws {
    try await withPage { daemon, _, page in
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
      #expect(Set(try #require(try page.response(1)["result"] as? [String])) == ["swipe", "status", "frame"])
      daemon.publish(Self.frame(7))
      let frame = try page.frame()
      #expect(frame.opcode == 1)
      #expect(frame.content == Array(Self.frame(7).line.dropLast()))
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"unsubscribe","params":{"topics":["frame","swipe","status"]}}"#)
      #expect((try page.response(2)["result"] as? [String])?.isEmpty == true)
    }
  }

  @Test("A page that asks for it gets several frames in one message, and each event in its order")
  func gathering() async throws {
    try await withPage { daemon, _, page in
      try Self.subscribeToFrames(page)
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"gather_frames","params":{"is_wanted":true}}"#)
      #expect((try page.response(2)["result"] as? [String: Any])?.isEmpty == true)
      let swipe = Event.gesture(
        GestureEvent(
          seq: 1, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: 20, capturedNs: 1, emittedNs: 1))
      // A frame that comes 0.08 s after the message before it does not wait, as on a busy machine.
      let gathered = try (1...50).contains { number in
        daemon.publish(Self.frame(number))
        daemon.publish(swipe)
        var (lines, messages): ([[UInt8]], Int) = ([], 0)
        repeat {
          lines += try page.frame().content.split(separator: UInt8(ascii: "\n")).map(Array.init)
          messages += 1
        } while lines.count < 2
        #expect(lines == [Self.frame(number), swipe].map { Array($0.line.dropLast()) })
        return messages == 1
      }
      #expect(gathered)
    }
  }

  @Test(
    "A page controls the daemon",
    arguments: ["pause", "resume", "toggle", "reload", "set_profile", "suspend_keys", "resume_keys"])
  func control(_ method: String) async throws {
    try await withPage { _, _, page in
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"profile":"daily"}}"#)
      #expect((try page.response(1)["result"] as? [String: Any])?["state"] as? String == "running")
    }
  }

  @Test(
    "What the daemon does not know is refused", arguments: [("shutdown", -32601), ("PAUSE", -32601), ("", -32601), ("set_profile", -32008)])
  func unknown(_ method: String, _ code: Int) async throws {
    try await withPage { _, _, page in
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"profile":"none"}}"#)
      #expect((try page.response(1)["error"] as? [String: Any])?["code"] as? Int == code)
    }
  }

  @Test(
    "What is not one request is refused, and nothing of it comes to the daemon",
    arguments: [
      "", "x", "[]", "null", "7", "{}", #"[{"jsonrpc":"2.0","id":1,"method":"pause"}]"#, #"{"id":1,"method":"status"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"pause"}"#,
    ])
  func garbage(_ text: String) async throws {
    try await withPage { _, _, page in
      _ = try page.notification("status")
      page.send(text)
      #expect((try page.message()["error"] as? [String: Any])?["code"] as? Int == -32600)
    }
  }

  @Test("Of a member that comes twice, the daemon gets what was checked")
  func duplicates() async throws {
    try await withPage { _, _, page in
      _ = try page.notification("status")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"status","method":"pause"}"#)
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"pause","method":"status"}"#)
      for id in [1, 2] { #expect(try page.response(id)["id"] as? Int == id) }
    }
  }

  @Test("A request that the daemon refuses is answered, and the connection goes on")
  func refusal() async throws {
    try await withPage(refusing: .preview) { _, _, page in
      _ = try page.notification("status")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["preview"]}}"#)
      let error = try #require(try page.response(1)["error"] as? [String: Any])
      #expect((error["message"] as? String)?.contains("allow it") == true)
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"status"}"#)
      #expect(try page.message()["id"] as? Int == 2)
    }
  }

  @Test("A page without a daemon is shown why; when the daemon comes, its greeting follows, and again after it was restarted")
  func reconnection() async throws {
    let scratch = Scratch()
    let path = scratch.file("s.sock")
    let app = try AppFixture(daemon: path)
    let page = try PageClient(app)
    let loss = try page.notification("connection")
    #expect(loss["connected"] as? Bool == false)
    #expect((loss["reason"] as? String)?.contains("not running") == true)
    page.send(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
    let error = try page.response(1)["error"] as? [String: Any]
    let facts = (error?["data"] as? [String: Any])?["facts"] as? [[String: Any]]
    #expect(error?["code"] as? Int == -32006 && facts?.first?["code"] as? String == "daemon_not_connected")
    for _ in 0..<2 {
      let daemon = Self.makeDaemon(path)
      try await daemon.start()
      _ = try page.notification("hello")
      await daemon.stop()
      #expect(try page.notification("connection")["connected"] as? Bool == false)
    }
  }

  @Test("A page that does not read misses frames, of which it learns, and then gets the newest")
  func slowPage() async throws {
    try await withPage { daemon, _, page in
      try Self.subscribeToFrames(page)
      // More than all buffers on the way hold.
      let reason = String(repeating: "x", count: 60_000)
      for number in 1...400 {
        daemon.publish(
          .frame(FrameEvent(frame: number, capturedNs: 1, width: 640, height: 480, armed: true, reason: reason, reasonCode: "x")))
      }
      let dropped = try page.notification("dropped")
      #expect(dropped["topic"] as? String == "frame")
      while try page.notification("frame")["frame"] as? Int != 400 {}
    }
  }

  @Test("A page that sends too much, or what is no text, is disconnected")
  func badFrames() async throws {
    try await withPage { _, app, page in
      page.send(String(repeating: " ", count: 20_000))
      #expect(page.isClosed())
      let other = try PageClient(app)
      other.send("x", opcode: 2)
      #expect(other.isClosed())
    }
  }

  /// A frame of text or with another first byte, whose only byte is masked with zeros.
  private static func masked(_ first: UInt8) -> [UInt8] { [first, 0x81, 0, 0, 0, 0, 0x78] }

  @Test(
    "What the protocol of WebSockets forbids ends the connection with 1002, and is not carried out",
    arguments: [
      // Without a mask; with reserved bits; with reserved opcodes.
      [0x81, 1, 0x78], [0x89, 0], masked(0xc1), masked(0xa1), masked(0x91), masked(0xc9), masked(0x83), masked(0x8b),
      // The end of a message that has not begun, one in another one, and a ping in two pieces.
      masked(0x80), masked(0x01) + masked(0x81), masked(0x09),
    ])
  func forbiddenFrames(_ bytes: [UInt8]) async throws {
    try await withPage { _, _, page in
      _ = try page.notification("status")
      page.send(raw: bytes)
      let end = try page.frame()
      #expect(end.opcode == 8)
      #expect(end.content == [0x03, 0xea])
      #expect(page.isClosed())
    }
  }

  @Test("A ping is answered, and so is the end")
  func pings() async throws {
    try await withPage { _, _, page in
      _ = try page.notification("status")
      page.send("abc", opcode: 9)
      let pong = try page.frame()
      #expect(pong.opcode == 10 && pong.content == Array("abc".utf8))
      page.send("", opcode: 8)
      #expect(try page.frame().opcode == 8)
      #expect(page.isClosed())
    }
  }
}
