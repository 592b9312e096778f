import Dispatch
import EventProtocol
import EventSocket
import Glibc
import Testing

/// A client that blocks its own thread.
private final class Waiting: @unchecked Sendable {
  // Used by one thread at a time: each call is awaited before the next.
  private var client: ReconnectingClient

  init(_ path: String, answer: Duration, idle: Duration) {
    client = ReconnectingClient(path: path, topics: nil, timeouts: ClientTimeouts(response: answer, idle: idle))
  }

  func next() async throws -> ReconnectingClient.Incoming { try await blocking { try self.client.next() } }

  /// The next that is no interruption, while the wait for it is interrupted all the time.
  func nextBetweenInterruptions() async throws -> ReconnectingClient.Incoming {
    let wakeup = try Interruption.makeWakeup()
    let ticking = Task.detached {
      while !Task.isCancelled {
        wakeup.signal()
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    defer { ticking.cancel() }
    return try await blocking {
      while true {
        let incoming = try self.client.next(or: .signaled(wakeup))
        guard case .interrupted = incoming else { return incoming }
        wakeup.reset()
      }
    }
  }
}

@Suite("Timeouts of a client", .timeLimit(.minutes(5)))
struct TimeoutTests {
  private struct Unexpected: Error { var incoming: ReconnectingClient.Incoming }

  private func expectGreeting(_ client: Waiting) async throws {
    guard case let hello = try await client.next(), case .line(_, .hello?) = hello else {
      throw Unexpected(incoming: try await client.next())
    }
    guard case let status = try await client.next(), case .line(_, .status?) = status else {
      throw Unexpected(incoming: try await client.next())
    }
  }

  @Test("A server that does not send hello is lost, and found again when it does")
  func greeting() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let listener = try boundSocket(path)
    try #require(listen(listener, 8) == 0)
    let client = Waiting(path, answer: .milliseconds(50), idle: .seconds(60))
    guard case .lost(let error) = try await client.next() else { throw Unexpected(incoming: try await client.next()) }
    #expect(error.code == .silent && error.description.hasPrefix("swiped at \(path) gives no answer within "))
    close(listener)
    unlink(path)
    let server = makeServer(path)
    try await server.start()
    try await expectGreeting(client)
    await server.stop()
  }

  @Test("A server that hangs later is lost, also where the wait for it is interrupted all the time", arguments: [false, true])
  func hanging(isInterrupted: Bool) async throws {
    let scratch = Scratch()
    let open = DispatchSemaphore(value: 0)
    let status: @Sendable () -> Status = {
      open.wait()
      return someStatus()
    }
    let server = EventServer(path: scratch.file("swiped.sock"), hello: Hello(pid: 1), status: status, control: obey)
    try await server.start()
    let client = Waiting(server.path, answer: .milliseconds(50), idle: .milliseconds(50))
    open.signal()
    func next() async throws -> ReconnectingClient.Incoming {
      try await isInterrupted ? client.nextBetweenInterruptions() : client.next()
    }
    var incoming = try await next()
    while case .line = incoming { incoming = try await next() }
    guard case .lost(let error) = incoming else { throw Unexpected(incoming: incoming) }
    #expect(error.code == .silent)
    for _ in 1...1000 { open.signal() }
    await server.stop()
  }

  @Test("A server that starts is found, although the waits between attempts are interrupted all the time")
  func foundBetweenInterruptions() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let client = Waiting(path, answer: .seconds(20), idle: .seconds(60))
    guard case .lost = try await client.nextBetweenInterruptions() else { throw Unexpected(incoming: try await client.next()) }
    let server = makeServer(path)
    try await server.start()
    guard case .line(_, .hello?) = try await client.nextBetweenInterruptions() else { throw Unexpected(incoming: try await client.next()) }
    await server.stop()
  }

  @Test("An idle server is not lost, and the responses to pings are not delivered")
  func idle() async throws {
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let scratch = Scratch()
    let status: @Sendable () -> Status = {
      asking.yield()
      return someStatus()
    }
    let server = EventServer(path: scratch.file("swiped.sock"), hello: Hello(pid: 1), status: status, control: obey)
    try await server.start()
    let client = Waiting(server.path, answer: .seconds(20), idle: .milliseconds(20))
    try await expectGreeting(client)
    async let incoming = client.next()
    var questions = 0
    for await _ in asked {
      questions += 1
      if questions == 5 { break }
    }
    server.publish(.gesture(someSwipe(1)))
    guard case .line(_, .gesture(let swipe)?) = try await incoming else { throw Unexpected(incoming: try await incoming) }
    #expect(swipe == someSwipe(1))
    await server.stop()
  }
}
