import EventSocket
import Glibc
import TestTime
import Testing

@Suite("Limits of the server", .timeLimit(.minutes(5)))
struct LimitTests {
  @Test("The 65th connection gets an error and is closed; when one has ended, another is accepted")
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
      // The server notices the end of a connection at some time; each attempt waits for the server's decision.
      var welcomed = false
      for _ in 1...10_000 where !welcomed {
        welcomed = try await PlainClient(server.path).nextLine().contains(#""method":"hello""#)
      }
      #expect(welcomed)
    }
  }

  /// Publishes far more swipes than the server keeps for a client, to one that reads them.
  private func flood(_ server: EventServer, _ reader: PlainClient, until isOver: () -> Bool = { false }) async throws {
    var seq = 0
    for _ in 1...160 {
      for _ in 1...100 {
        seq += 1
        server.publish(.gesture(someSwipe(seq)))
      }
      for earlier in seq - 99...seq { #expect(try await reader.nextLine().contains(#""seq":\#(earlier)}"#)) }
      if isOver() { return }
    }
  }

  @Test("A subscriber that does not read gets an error and is closed, without a gap before; the others lose nothing")
  func stalledSubscriber() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let (stalled, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await stalled.skipGreeting()
      try await reader.skipGreeting()
      // It has five seconds from then on to read what was kept, which a flood on a busy machine may take.
      try await flood(server, reader) { !log.lines.isEmpty }
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
      // What the server kept, and what the kernel had taken.
      #expect(size > 900_000 && size < 1_048_576 + 400_000)
    }
  }

  @Test("A subscriber that never reads is closed, too", .long(seconds: 5))
  func deadSubscriber() async throws {
    try await withServer { server in
      let (dead, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await reader.skipGreeting()
      try await flood(server, reader)
      try await dead.waitForHangUp()
    }
  }

  private static let question = Array((request("status") + "\n").utf8)

  /// Sends requests without reading any response until the server stops reading them; returns the number of bytes sent.
  private func holdUp(_ client: PlainClient, _ witness: PlainClient) async throws -> Int {
    let questions = Array(repeatElement(Self.question, count: 10_000).joined())
    var sum = 0
    for _ in 1...100 {
      sum += client.sendNow(questions.dropFirst(sum % Self.question.count))
      // Once the response to this request has come, everything before it has been handled.
      #expect(try await witness.ask(request("status")).hasPrefix(#"{"id":1,"#))
    }
    return sum
  }

  @Test("The requests of a client that does not read are not read either; it gets every response once it reads")
  func floodOfRequests() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let (flooding, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await reader.skipGreeting()
      let sent = try await holdUp(flooding, reader)
      #expect(!flooding.canSend && sent < 1_000_000)
      server.publish(.gesture(someSwipe(1)))
      #expect(try await reader.nextLine().contains(#""seq":1}"#))
      try await flooding.skipGreeting()
      var answers = 0
      while answers < sent / Self.question.count {
        if try await flooding.nextLine().hasPrefix(#"{"id":1,"#) { answers += 1 }
      }
      // It has the rest of the last request still to send.
      _ = flooding.send(String(decoding: Self.question.dropFirst(sent % Self.question.count), as: UTF8.self))
      #expect(try await flooding.nextLine().hasPrefix(#"{"id":1,"#))
      #expect(log.lines == [])
    }
  }

  @Test("A client that sends 10,000 requests at once and reads gets every response", .long(seconds: 3))
  func manyRequests() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      var rest = Array(repeatElement(Self.question, count: 10_000).joined())[...]
      for _ in 1...10_000 {
        rest = rest.dropFirst(client.sendNow(rest))
        #expect(try await client.nextLine().hasPrefix(#"{"id":1,"#))
      }
      #expect(rest.isEmpty && log.lines == [])
    }
  }

  @Test("A client whose requests are not read is closed when events overflow", .long(seconds: 6))
  func overflowBehindAnswers() async throws {
    let log = Log()
    try await withServer(log: log) { server in
      let (flooding, reader) = (try PlainClient(server.path), try PlainClient(server.path))
      try await reader.skipGreeting()
      _ = try await holdUp(flooding, reader)
      try await flood(server, reader)
      try await flooding.waitForHangUp()
      #expect(log.lines == ["a connection left 1048576 bytes unread and is closed"])
    }
  }

  @Test("Another user gets an error and is closed", .enabled(if: geteuid() == 0, "only root can become another user"))
  func otherUser() async throws {
    try await withServer { server in
      // Removes the permissions that keep other users out.
      chmod(server.path, 0o666)
      let directory = String(server.path.dropLast("/swiped.sock".count))
      chmod(directory, 0o755)
      chmod(String(directory.dropLast("/s".count)), 0o755)
      let client = try asAnotherUser { try PlainClient(server.path) }
      #expect(try await client.nextLine().hasPrefix(#"{"error":{"code":-32003,"#))
      #expect(try await client.line() == nil)
    }
  }

  /// The raw system call changes the user of this thread only; the C library's function changes it for all threads.
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
