import EventProtocol
import EventSocket
import Testing

/// What a server reports that its clients need, in order.
private struct Demands {
  let note: @Sendable (ClientDemands) -> Void
  private var arriving: AsyncStream<ClientDemands>.Iterator

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: ClientDemands.self)
    arriving = stream.makeAsyncIterator()
    note = { continuation.yield($0) }
  }

  mutating func next() async throws -> ClientDemands { try #require(await arriving.next()) }
}

private func demands(subscribers: Int = 0, requested: Int = 0, maxHands: Int = 0) -> ClientDemands {
  var demands = ClientDemands()
  (demands.subscribers, demands.requested, demands.maxHands) = (subscribers, requested, maxHands)
  return demands
}

private func subscribe(_ topics: String, _ maxHands: String? = nil) -> String {
  let more = maxHands.map { #","max_hands":\#($0)"# } ?? ""
  return #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":[\#(topics)]\#(more)}}"#
}

@Suite("What clients need", .timeLimit(.minutes(5)))
struct DemandTests {
  @Test("A client that has sent nothing is a subscriber that has requested nothing; one that subscribes has")
  func requested() async throws {
    var seen = Demands()
    let scratch = Scratch()
    let server = makeServer(scratch.file("s"), demands: seen.note)
    try await server.start()
    let client = try PlainClient(server.path)
    try await client.skipGreeting()
    #expect(try await seen.next() == demands(subscribers: 1))
    _ = try await client.ask(request("status"))
    _ = try await client.ask(subscribe(#""frame""#))
    #expect(try await seen.next() == demands(subscribers: 1, requested: 1))
    await server.stop()
  }

  @Test("As many hands are followed as the subscriber that asks for most, until it asks for fewer, unsubscribes or leaves")
  func hands() async throws {
    var seen = Demands()
    let scratch = Scratch()
    let server = makeServer(scratch.file("s"), demands: seen.note)
    try await server.start()
    let first = try PlainClient(server.path)
    try await first.skipGreeting()
    #expect(try await seen.next() == demands(subscribers: 1))
    #expect(
      try await first.ask(subscribe(#""frame""#, "2")) == #"{"id":1,"jsonrpc":"2.0","result":["swipe","status","frame"]}"#)
    #expect(try await seen.next() == demands(subscribers: 1, requested: 1, maxHands: 2))
    var second: PlainClient? = try PlainClient(server.path)
    try await second?.skipGreeting()
    #expect(try await seen.next() == demands(subscribers: 2, requested: 1, maxHands: 2))
    _ = try await second?.ask(subscribe("", "4"))
    #expect(try await seen.next() == demands(subscribers: 2, requested: 1, maxHands: 4))
    second = nil
    #expect(try await seen.next() == demands(subscribers: 1, requested: 1, maxHands: 2))
    // Without the member, the number stays.
    _ = try await first.ask(subscribe(#""hand""#))
    _ = try await first.ask(subscribe("", "1"))
    #expect(try await seen.next() == demands(subscribers: 1, requested: 1, maxHands: 1))
    _ = try await first.ask(request("unsubscribe"))
    #expect(try await seen.next() == demands())
    await server.stop()
  }

  @Test("A client of the library asks for hands with its topics", arguments: [Topic.initial, [.frame]])
  func library(topics: Set<Topic>) async throws {
    var seen = Demands()
    let scratch = Scratch()
    let server = makeServer(scratch.file("s"), demands: seen.note)
    try await server.start()
    var client = try SwipedClient(path: server.path, topics: topics, maxHands: 2).makeAsyncIterator()
    _ = try await client.next()
    while try await seen.next() != demands(subscribers: 1, requested: 1, maxHands: 2) {}
    await server.stop()
  }

  @Test(
    "A number of hands that nobody can follow is refused, and changes nothing", arguments: ["0", "5", "-1", "1.5", #""2""#, "[]", "1e99"])
  func refused(count: String) async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(try await client.ask(subscribe(#""frame""#, count)).contains(#""code":-32602"#))
      #expect(!server.hasSubscribers(to: .frame))
    }
  }
}
