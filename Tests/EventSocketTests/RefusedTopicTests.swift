import EventProtocol
import EventSocket
import Testing

private let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["preview","hand"]}}"#

@Suite("A topic that is not allowed", .timeLimit(.minutes(5)))
struct RefusedTopicTests {
  @Test("is refused with the reason, and so are the topics of the same request; the connection stays open")
  func refused() async throws {
    try await withServer { server in
      server.refuse(.preview, because: "no pictures")
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(subscribe)
          == #"{"error":{"code":-32007,"message":"preview: no pictures"},"id":1,"jsonrpc":"2.0"}"#)
      #expect(!server.hasSubscribers(to: .preview) && !server.hasSubscribers(to: .hand) && server.hasSubscribers(to: .swipe))
      server.publish(.preview(PreviewEvent(frame: 1, jpeg: "")))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await client.nextLine().contains(#""method":"swipe""#))
    }
  }

  @Test("is refused from the start, if it was set before the server started")
  func beforeStart() async throws {
    let scratch = Scratch()
    let server = makeServer(scratch.file("s.sock"))
    server.refuse(.preview, because: "no pictures")
    try await server.start()
    let client = try PlainClient(server.path)
    try await client.skipGreeting()
    #expect(try await client.ask(subscribe).contains("-32007"))
    await server.stop()
  }

  @Test("is taken from its subscribers, which get the reason and keep their other topics; once allowed, it can be subscribed to again")
  func taken() async throws {
    var counts = Counts()
    try await withServer(subscribers: counts.note) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(try await counts.next() == 1)
      _ = try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe"}"#)
      #expect(try await counts.next() == 0)
      _ = try await client.ask(subscribe.replacing(",\"hand\"", with: ""))
      #expect(try await counts.next() == 1)
      #expect(server.hasSubscribers(to: .preview))
      server.publish(.preview(PreviewEvent(frame: 7, jpeg: "/9j/")))
      #expect(try await client.nextLine() == #"{"jsonrpc":"2.0","method":"preview","params":{"frame":7,"jpeg":"/9j/"}}"#)

      server.refuse(.preview, because: "not any more")
      #expect(
        try await client.nextLine()
          == #"{"jsonrpc":"2.0","method":"unsubscribed","params":{"reason":"not any more","topic":"preview"}}"#)
      #expect(try await counts.next() == 0)
      #expect(!server.hasSubscribers(to: .preview))
      server.publish(.preview(PreviewEvent(frame: 8, jpeg: "/9j/")))
      #expect(try await client.ask(subscribe).contains("not any more"))

      server.refuse(.preview, because: nil)
      // The server's thread may read a line before it handles that; after a response it has handled it.
      _ = try await client.ask(request("status"))
      #expect(try await client.ask(subscribe) == #"{"id":1,"jsonrpc":"2.0","result":["hand","preview"]}"#)
    }
  }

  @Test("A slow subscriber gets the newest preview and the number of lost ones")
  func newestOnly() async throws {
    try await withServer { server in
      let (slow, fast) = (try PlainClient(server.path), try PlainClient(server.path))
      for client in [slow, fast] {
        try await client.skipGreeting()
        _ = try await client.ask(subscribe)
      }
      let jpeg = String(repeating: "A", count: 60_000)
      for number in 1...100 {
        server.publish(.preview(PreviewEvent(frame: number, jpeg: jpeg)))
        #expect(try await fast.nextLine().contains(#""frame":\#(number),"#))
      }
      var lines: [String] = []
      while lines.last?.contains(#""frame":100,"#) != true { lines.append(try await slow.nextLine()) }
      let lost = lines.compactMap { line in line.firstMatch(of: /"count":(\d+),"topic":"preview"/).flatMap { Int($0.1) } }.reduce(0, +)
      let pictures = lines.count { $0.contains(#""method":"preview""#) }
      #expect(lost + pictures == 100 && pictures < 20)
    }
  }
}
