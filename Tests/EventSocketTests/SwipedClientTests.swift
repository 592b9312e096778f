import EventProtocol
import EventSocket
import Testing

@Suite("A client that reconnects", .timeLimit(.minutes(5)))
struct SwipedClientTests {
  private func expectGreeting(_ client: inout SwipedClient.Iterator) async throws {
    guard case .connected(let hello)? = try await client.next() else { throw Unexpected(description: "no hello") }
    #expect(hello.protocol == protocolVersion)
    #expect(try await client.next() == .event(.status(someStatus())))
  }

  private struct Unexpected: Error { var description: String }

  /// The number of subscribers, whenever it changes.
  private let counts = AsyncStream.makeStream(of: Int.self)
  private var tell: @Sendable (Int) -> Void { { [counts] in counts.continuation.yield($0) } }

  @Test("It delivers the hello, then the status, then the events of its topics")
  func events() async throws {
    try await withServer(subscribers: tell) { server in
      var client = try SwipedClient(path: server.path, topics: [.status]).makeAsyncIterator()
      try await expectGreeting(&client)
      var subscribers = counts.stream.makeAsyncIterator()
      // A new connection is subscribed to swipes.
      #expect(await subscribers.next() == 1)
      #expect(await subscribers.next() == 0)
      server.publish(.gesture(someSwipe(1)))
      server.publish(.status(someStatus(.paused)))
      #expect(try await client.next() == .event(.status(someStatus(.paused))))
    }
  }

  @Test("The daemon's end is reported once, with its reason, and so is its return")
  func restart() async throws {
    let scratch = Scratch()
    let first = makeServer(scratch.file("swiped.sock"))
    try await first.start()
    var client = try SwipedClient(path: first.path).makeAsyncIterator()
    try await expectGreeting(&client)
    await first.stop()
    #expect(try await client.next() == .disconnected(SocketError(.unavailable, "swiped has stopped")))
    let second = makeServer(first.path)
    try await second.start()
    try await expectGreeting(&client)
    second.publish(.gesture(someSwipe(1)))
    #expect(try await client.next() == .event(.gesture(someSwipe(1))))
    await second.stop()
  }

  @Test("It may start before the daemon")
  func early() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"))
    var client = try SwipedClient(path: server.path).makeAsyncIterator()
    guard case .disconnected(let error)? = try await client.next() else { throw Unexpected(description: "connected to nothing") }
    #expect(error.code == .notRunning)
    try await server.start()
    try await expectGreeting(&client)
    await server.stop()
  }

  @Test("A daemon with too many connections is tried again until one is free")
  func full() async throws {
    try await withServer { server in
      var others: [PlainClient] = []
      for _ in 1...64 {
        others.append(try PlainClient(server.path))
        try await others.last?.skipGreeting()
      }
      var client = try SwipedClient(path: server.path).makeAsyncIterator()
      guard case .disconnected(let error)? = try await client.next() else { throw Unexpected(description: "a 65th connection") }
      #expect(error.description.contains("64 connections are open already"))
      others.removeFirst()
      try await expectGreeting(&client)
      withExtendedLifetime(others) {}
    }
  }

  @Test("Canceled while it waits, it ends and closes the connection")
  func cancel() async throws {
    try await withServer(subscribers: tell) { server in
      let path = server.path
      let reading = Task { () async throws -> Int in
        var seen = 0
        for try await _ in try SwipedClient(path: path) { seen += 1 }
        return seen
      }
      var subscribers = counts.stream.makeAsyncIterator()
      #expect(await subscribers.next() == 1)
      reading.cancel()
      let seen = try await reading.value
      #expect(seen <= 2)
      #expect(await subscribers.next() == 0)
    }
  }

  @Test("Canceled while there is no daemon, it does not wait for the next attempt")
  func cancelAlone() async throws {
    let scratch = Scratch()
    let path = scratch.file("swiped.sock")
    let (losses, lost) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      for try await message in try SwipedClient(path: path) { if case .disconnected = message { lost.yield() } }
    }
    for await _ in losses { break }
    reading.cancel()
    try await reading.value
  }

  @Test("Discarding the iterator closes the connection")
  func abandon() async throws {
    try await withServer(subscribers: tell) { server in
      for try await message in try SwipedClient(path: server.path) { if case .event = message { break } }
      var subscribers = counts.stream.makeAsyncIterator()
      #expect(await subscribers.next() == 1)
      #expect(await subscribers.next() == 0)
    }
  }

  @Test("An error that another attempt would not change is thrown")
  func hopeless() async throws {
    var client = try SwipedClient(path: String(repeating: "x", count: 200)).makeAsyncIterator()
    let error = await #expect(throws: SocketError.self) { try await client.next() }
    #expect(error?.code == .pathTooLong)
    #expect(try await client.next() == nil)
  }
}
