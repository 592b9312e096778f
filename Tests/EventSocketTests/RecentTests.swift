import EventProtocol
import EventSocket
import Glibc
import Testing

@Suite("The last ten seconds over the socket", .timeLimit(.minutes(5)))
struct RecentTests {
  private static let pieces = [
    RecentEvents(events: [.gesture(someSwipe(1)), .frame(someFrame(1))], gesture: GestureOptions(), next: 4),
    RecentEvents(events: [.frame(someFrame(2))], gesture: GestureOptions(), next: 9), RecentEvents(),
  ]

  /// Runs a test with a server of these pieces.
  private func withServer(_ recent: @escaping @Sendable (Int?) -> RecentEvents, _ body: (String) async throws -> Void) async throws {
    let scratch = Scratch()
    let server = EventServer(
      path: scratch.file("swiped.sock"), hello: Hello(version: "7", pid: 1), status: { someStatus() }, recent: recent, control: obey)
    try await server.start()
    do { try await body(server.path) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    withExtendedLifetime(scratch) {}
  }

  @Sendable private static func piece(_ from: Int?) -> RecentEvents { pieces[from == nil ? 0 : from == 4 ? 1 : 2] }

  @Sendable private static func again(_ from: Int?) -> RecentEvents { RecentEvents(next: from ?? 1) }

  @Test("comes in pieces, each where the one before ended")
  func client() async throws {
    try await withServer(Self.piece) { path in
      let recording = try await blocking {
        var client = try EventClient(path: path)
        return try client.recentRecording(until: Deadline(after: .seconds(60)))
      }
      #expect(recording.pieces == Self.pieces && recording.version == "7" && recording.status?.state == .running)
    }
  }

  @Test("does not go on without an end")
  func endless() async throws {
    try await withServer(Self.again) { path in
      await #expect(throws: SocketError.self) {
        try await blocking {
          var client = try EventClient(path: path)
          return try client.recentRecording(until: Deadline(after: .seconds(60)))
        }
      }
    }
  }

  @Test("is there for a client that shares no code; wrong params are -32602, and a line has room for one piece")
  func plain() async throws {
    try await withServer(Self.piece) { path in
      let client = try PlainClient(path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"recent","params":{"from":99}}"#)
          == #"{"id":1,"jsonrpc":"2.0","result":{"events":[],"gesture":null,"next":null}}"#)
      let first = try await client.ask(request("recent", id: 2))
      #expect(first.hasPrefix(#"{"id":2,"jsonrpc":"2.0","result":{"events":[{"jsonrpc":"2.0","method":"swipe","params":{"#))
      #expect(first.hasSuffix(#","next":4}}"#))
      for params in [#"{"from":-1}"#, #"{"from":"x"}"#, #"{"from":1.5}"#, "[1]", "3"] {
        let refused = try await client.ask(#"{"jsonrpc":"2.0","id":3,"method":"recent","params":\#(params)}"#)
        #expect(refused.hasPrefix(#"{"error":{"code":-32602,"#), "\(refused)")
      }
      let both = try await client.ask("[\(request("recent", id: 4)),\(request("recent", id: 5))]")
      #expect(both.contains(#""next":4"#) && both.contains(#"{"error":{"code":-32004,"#))
    }
  }
}
