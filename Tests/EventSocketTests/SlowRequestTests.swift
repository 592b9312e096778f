import EventProtocol
import EventSocket
import Glibc
import Testing

@Suite("While a request is carried out", .timeLimit(.minutes(5)))
struct SlowRequestTests {
  @Test("Lines behind it wait and keep their order; events and other connections do not")
  func order() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let (client, other) = (try PlainClient(server.path), try PlainClient(server.path))
      try await client.skipGreeting()
      try await other.skipGreeting()
      client.send(request("pause") + "\n" + request("fly", id: 2) + "\n" + request("resume", id: 3) + "\n")
      let pause = try await orders.next()
      #expect(pause.control == .pause)
      #expect(try await other.ask(request("fly", id: 7)).hasSuffix(#","id":7,"jsonrpc":"2.0"}"#))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await client.nextLine().contains(#""seq":1}"#))
      pause.reply(.success(someStatus(.paused)))
      #expect(try await client.nextLine().hasPrefix(#"{"id":1,"#))
      #expect(try await client.nextLine().hasSuffix(#","id":2,"jsonrpc":"2.0"}"#))
      let resume = try await orders.next()
      #expect(resume.control == .resume)
      resume.reply(.success(someStatus()))
      #expect(try await client.nextLine().hasPrefix(#"{"id":3,"#))
    }
  }

  @Test("A batch is carried out in order, and its response is one line")
  func batch() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let parts = [request("pause"), request("toggle", id: nil), request("fly", id: 2), request("reload", id: 3)]
      client.send("[" + parts.joined(separator: ",") + "]\n")
      for (control, result) in [
        (.pause, .success(someStatus(.paused))), (.toggle, .success(someStatus())), (.reload, .failure(.configuration("bad"))),
      ] as [(Control, Result<Status, RPCError>)] {
        let order = try await orders.next()
        #expect(order.control == control)
        order.reply(result)
      }
      let answer = try await client.nextLine()
      #expect(answer.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":{"#) && answer.contains(#""state":"paused""#))
      #expect(answer.contains(#"},{"error":{"code":-32601,"#))
      #expect(answer.hasSuffix(#"},{"error":{"code":-32005,"data":["bad"],"message":"bad"},"id":3,"jsonrpc":"2.0"}]"#))
    }
  }

  @Test("A request without an id is carried out and has no response")
  func notification() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      client.send(request("toggle", id: nil) + "\n" + request("fly") + "\n")
      let order = try await orders.next()
      #expect(order.control == .toggle)
      order.reply(.failure(.unavailable("no")))
      #expect(try await client.nextLine().hasPrefix(#"{"error":{"code":-32601,"#))
    }
  }

  @Test("Nothing more is read from its connection until it has ended, so that nothing queues")
  func backpressure() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let (client, other) = (try PlainClient(server.path), try PlainClient(server.path))
      try await client.skipGreeting()
      try await other.skipGreeting()
      client.send(request("pause") + "\n")
      let pause = try await orders.next()
      #expect(client.fill() < 2_000_000)
      // If it were read, the server would have done so by now.
      for id in 1...100 { _ = try await other.ask(request("fly", id: id)) }
      #expect(!client.canSend)
      pause.reply(.success(someStatus(.paused)))
      #expect(try await client.nextLine().hasPrefix(#"{"id":1,"#))
      try await client.waitUntilReadFrom()
    }
  }

  @Test("A client that has closed its side still gets the response, and the next one")
  func halfClosed() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      let client = try PlainClient(server.path)
      client.send(request("pause") + "\n" + request("fly", id: 2))
      client.endInput()
      try await client.skipGreeting()
      let pause = try await orders.next()
      pause.reply(.success(someStatus(.paused)))
      #expect(try await client.nextLine().contains(#""state":"paused""#))
      #expect(try await client.nextLine().hasSuffix(#","id":2,"jsonrpc":"2.0"}"#))
    }
  }

  @Test("Its client may disappear without affecting others")
  func vanished() async throws {
    var (orders, counts, log) = (Orders(), Counts(), Log())
    try await withServer(control: orders.control, subscribers: counts.note, log: log) { server in
      var client: PlainClient? = try PlainClient(server.path)
      try await client?.skipGreeting()
      #expect(try await counts.next() == 1)
      client?.send(request("pause") + "\n")
      let pause = try await orders.next()
      client = nil
      #expect(try await counts.next() == 0)
      pause.reply(.success(someStatus(.paused)))
      try await PlainClient(server.path).skipGreeting()
    }
    #expect(log.lines == [])
  }

  @Test("The requests that a client sent before it disappeared are carried out to the last line")
  func fireAndForget() async throws {
    var orders = Orders()
    try await withServer(control: orders.control) { server in
      try PlainClient(server.path).send(request("pause", id: nil) + "\n" + request("reload", id: nil) + "\n")
      for control in [Control.pause, .reload] {
        let order = try await orders.next()
        #expect(order.control == control)
        order.reply(.success(someStatus()))
      }
    }
  }

  @Test("The server does not wait for it when it stops, and its result is discarded")
  func stop() async throws {
    var orders = Orders()
    let scratch = Scratch()
    let server = makeServer(scratch.file("swiped.sock"), control: orders.control)
    try await server.start()
    let client = try PlainClient(server.path)
    try await client.skipGreeting()
    client.send(request("pause") + "\n")
    let pause = try await orders.next()
    await server.stop()
    #expect(try await client.line() == nil)
    pause.reply(.success(someStatus(.paused)))
  }
}

@Suite("The number of subscribers", .timeLimit(.minutes(5)))
struct SubscriberTests {
  @Test("Every change is reported, and nothing else")
  func changes() async throws {
    var counts = Counts()
    try await withServer(subscribers: counts.note) { server in
      let first = try PlainClient(server.path)
      #expect(try await counts.next() == 1)
      var second: PlainClient? = try PlainClient(server.path)
      #expect(try await counts.next() == 2)
      try await first.skipGreeting()
      _ = try await first.ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":["status"]}}"#)
      // As a client does that wants swipes alone: it stays a subscriber meanwhile.
      _ = try await first.ask(
        #"[{"jsonrpc":"2.0","id":1,"method":"unsubscribe"},{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"topics":["swipe"]}}]"#)
      _ = try await first.ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe"}"#)
      #expect(try await counts.next() == 1)
      withExtendedLifetime(second) {}
      second = nil
      #expect(try await counts.next() == 0)
    }
  }

  @Test("A client that closed its side counts until its connection ends")
  func halfClosed() async throws {
    var counts = Counts()
    try await withServer(subscribers: counts.note) { server in
      var client: PlainClient? = try PlainClient(server.path)
      client?.endInput()
      try await client?.skipGreeting()
      #expect(try await counts.next() == 1)
      server.publish(.gesture(someSwipe(1)))
      #expect(try await client?.nextLine().contains(#""seq":1}"#) == true)
      client = nil
      #expect(try await counts.next() == 0)
    }
  }
}
