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

private func demands(subscribers: Int = 0, requested: Int = 0) -> ClientDemands {
  var demands = ClientDemands()
  (demands.subscribers, demands.requested) = (subscribers, requested)
  return demands
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
    _ = try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
    #expect(try await seen.next() == demands(subscribers: 1, requested: 1))
    await server.stop()
  }

  @Test("A client is a subscriber until it unsubscribes or leaves")
  func end() async throws {
    var seen = Demands()
    let scratch = Scratch()
    let server = makeServer(scratch.file("s"), demands: seen.note)
    try await server.start()
    let first = try PlainClient(server.path)
    try await first.skipGreeting()
    #expect(try await seen.next() == demands(subscribers: 1))
    var second: PlainClient? = try PlainClient(server.path)
    try await second?.skipGreeting()
    #expect(try await seen.next() == demands(subscribers: 2))
    second = nil
    #expect(try await seen.next() == demands(subscribers: 1))
    _ = try await first.ask(request("unsubscribe"))
    #expect(try await seen.next() == demands())
    await server.stop()
  }

  @Test(
    "A request with max_hands, as of an older client, is accepted", arguments: ["2", "0", "-1", "1.5", #""2""#, "[]", "1e99", "null"])
  func hands(count: String) async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let request = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"],"max_hands":\#(count)}}"#
      #expect(try await client.ask(request) == #"{"id":1,"jsonrpc":"2.0","result":["swipe","status","frame"]}"#)
    }
  }

  @Test("A client of the library asks for its topics, whichever they are", arguments: [Topic.initial, [.frame]])
  func library(topics: Set<Topic>) async throws {
    var seen = Demands()
    let scratch = Scratch()
    let server = makeServer(scratch.file("s"), demands: seen.note)
    try await server.start()
    var client = try SwipedClient(path: server.path, topics: topics).makeAsyncIterator()
    _ = try await client.next()
    while try await seen.next() != demands(subscribers: 1, requested: 1) {}
    await server.stop()
  }
}
