import EventSocket
import Glibc
import Testing

@Suite("What the server bears", .timeLimit(.minutes(1)))
struct LimitTests {
  @Test("The 65th connection is told and closed; when one has gone, another may come")
  func connections() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      var clients: [PlainClient] = []
      for _ in 1...64 {
        let client = try PlainClient(server.path)
        try await client.skipGreeting()
        clients.append(client)
      }
      let refused = try PlainClient(server.path)
      #expect(try await refused.nextLine().hasPrefix(#"{"error":{"code":-32002,"#))
      #expect(try await refused.line() == nil)
      #expect(log.lines == ["a connection is refused: 64 are open"])
      clients.removeLast()
      // The server learns of the departure in its own time; each try waits for its verdict.
      var welcomed = false
      for _ in 1...10_000 where !welcomed {
        welcomed = try await PlainClient(server.path).nextLine().contains(#""method":"hello""#)
      }
      #expect(welcomed)
    }
  }

  /// Publishes swipes, far more than the server will keep for a client, to one who reads them.
  private func flood(_ server: EventServer, _ reader: PlainClient) async throws {
    var seq = 0
    for _ in 1...160 {
      for _ in 1...100 {
        seq += 1
        server.publish(.swipe(someSwipe(seq)))
      }
      for earlier in seq - 99...seq { #expect(try await reader.nextLine().contains(#""seq":\#(earlier)}"#)) }
    }
  }

  @Test("A subscriber that does not read is told and closed, without a gap before; the others lose nothing")
  func stalledSubscriber() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let (stalled, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await stalled.skipGreeting()
      try await reader.skipGreeting()
      try await flood(server, reader)
      #expect(log.lines == ["a connection left 1048576 bytes unread and is closed"])
      var (seq, size) = (0, 0)
      var line = try await stalled.nextLine()
      while line.contains(#""method":"swipe""#) {
        seq += 1
        size += line.utf8.count + 1
        #expect(line.contains(#""seq":\#(seq)}"#))
        line = try await stalled.nextLine()
      }
      #expect(line.hasPrefix(#"{"error":{"code":-32001,"#))
      #expect(try await stalled.line() == nil)
      // What the server kept, and what the kernel took besides.
      #expect(size > 900_000 && size < 1_048_576 + 400_000)
    }
  }

  @Test("A subscriber that never reads is closed all the same")
  func deadSubscriber() async throws {
    try await withServer { server in
      let (dead, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await reader.skipGreeting()
      try await flood(server, reader)
      try await dead.waitForHangUp()
    }
  }

  @Test("A client that asks and never reads the answers is closed, and does not trouble the others")
  func floodOfRequests() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let (flooding, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await reader.skipGreeting()
      let request = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n", count: 1000)
      for _ in 1...10 { flooding.send(request) }
      server.publish(.swipe(someSwipe(1)))
      #expect(try await reader.nextLine().contains(#""seq":1}"#))
      // It has seconds to read all of it and why it is closed, which a busy machine may need for less.
      try await flooding.waitForHangUp()
      #expect(log.lines == ["a connection left 1048576 bytes unread and is closed"])
    }
  }

  @Test("Another user is told and closed", .enabled(if: geteuid() == 0, "only root can become another user"))
  func otherUser() async throws {
    try await withServer { server in
      // What keeps other users out in the first place is taken away.
      chmod(server.path, 0o666)
      let directory = String(server.path.dropLast("/swiped.sock".count))
      chmod(directory, 0o755)
      chmod(String(directory.dropLast("/s".count)), 0o755)
      let client = try asAnotherUser { try PlainClient(server.path) }
      #expect(try await client.nextLine().hasPrefix(#"{"error":{"code":-32003,"#))
      #expect(try await client.line() == nil)
    }
  }

  /// The bare system call changes the user of this thread alone, where the C library's function changes it for all threads.
  private func asAnotherUser<Result>(_ body: () throws -> Result) throws -> Result {
    typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int
    let symbol = try #require(dlsym(nil, "syscall"))
    let call = unsafeBitCast(symbol, to: SystemCall.self)
    #if arch(arm64)
      let setresuid = 147
    #else
      let setresuid = 117
    #endif
    try #require(call(setresuid, -1, 65534, -1) == 0)
    defer { _ = call(setresuid, -1, 0, -1) }
    return try body()
  }
}
