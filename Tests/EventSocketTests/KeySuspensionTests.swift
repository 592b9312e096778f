import EventProtocol
import EventSocket
import Synchronization
import Testing

@Suite("Suspending keys over the socket", .timeLimit(.minutes(5)))
struct KeySuspensionTests {
  /// Collects what a server is asked for and whether keys are suspended, in order, up to the last end of a suspension.
  ///
  /// - Parameter ends: how often the suspension ends.
  private func changes(ends: Int = 1, longest: Duration = .seconds(600), of body: (EventServer) async throws -> Void) async throws
    -> [String]
  {
    let (changes, continuation) = AsyncStream.makeStream(of: String.self)
    var arriving = changes.makeAsyncIterator()
    let wasSuspended = Atomic(false)
    let scratch = Scratch()
    let server = EventServer(
      path: scratch.file("s"), hello: Hello(pid: 1), status: { someStatus() },
      control: { control in
        continuation.yield(control.method)
        return .success(someStatus())
      },
      longestSuspension: longest,
      demands: {
        if wasSuspended.exchange($0.suspendsKeys, ordering: .relaxed) != $0.suspendsKeys { continuation.yield("\($0.suspendsKeys)") }
      })
    try await server.start()
    try await body(server)
    var seen: [String] = []
    while seen.count(where: { $0 == "false" }) < ends, let change = await arriving.next() { seen.append(change) }
    await server.stop()
    return seen
  }

  @Test("Keys are suspended before the answer, and until the last connection that asked for it has closed")
  func connections() async throws {
    let seen = try await changes { server in
      var first: PlainClient? = try PlainClient(server.path)
      try await first?.skipGreeting()
      let answer = try await first?.ask(request("suspend_keys"))
      #expect(answer?.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"#) == true)
      var second: PlainClient? = try PlainClient(server.path)
      try await second?.skipGreeting()
      _ = try await second?.ask(request("suspend_keys"))
      _ = try await second?.ask(request("pause"))
      second = nil
      _ = try await first?.ask(request("resume"))
      first = nil
    }
    #expect(seen == ["true", "suspend_keys", "suspend_keys", "pause", "resume", "false"])
  }

  @Test("A suspension that its client does not repeat ends, and the connection goes on")
  func unconfirmed() async throws {
    var client: PlainClient?
    let seen = try await changes(longest: .milliseconds(100)) { server in
      client = try PlainClient(server.path)
      try await client?.skipGreeting()
      _ = try await client?.ask(request("suspend_keys"))
    }
    // Open until here, so that it is not its end that has ended the suspension.
    withExtendedLifetime(client) { #expect(seen == ["true", "suspend_keys", "false"]) }
  }

  @Test("A connection that resumes keys ends its own suspension and no other one")
  func resumption() async throws {
    let seen = try await changes(ends: 2) { server in
      let (first, second) = (try PlainClient(server.path), try PlainClient(server.path))
      for client in [first, second] { try await client.skipGreeting() }
      // One that has suspended nothing has nothing to resume.
      let answer = try await first.ask(request("resume_keys"))
      #expect(answer.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"#))
      for _ in 0..<2 { _ = try await first.ask(request("suspend_keys")) }
      _ = try await second.ask(request("suspend_keys"))
      _ = try await first.ask(request("resume_keys"))
      _ = try await second.ask(request("resume_keys"))
      _ = try await second.ask(request("suspend_keys"))
    }
    #expect(
      seen == ["resume_keys", "true"] + [String](repeating: "suspend_keys", count: 3) + [
        "resume_keys", "false", "resume_keys", "true", "suspend_keys", "false",
      ])
  }
}
