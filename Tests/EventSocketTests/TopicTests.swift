import EventProtocol
import EventSocket
import Foundation
import Gestures
import Glibc
import Testing

private func subscribe(_ topics: String, id: Int = 1, previewWidth: String? = nil) -> String {
  let width = previewWidth.map { #","preview_width":\#($0)"# } ?? ""
  return #"{"jsonrpc":"2.0","id":\#(id),"method":"subscribe","params":{"topics":[\#(topics)]\#(width)}}"#
}

/// A notification, parsed without the server's code.
private struct Notification {
  let method: String
  let params: [String: Any]

  init(_ line: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    method = try #require(object["method"] as? String, "\(line)")
    params = try #require(object["params"] as? [String: Any])
  }

  func number(_ name: String) throws -> Int { try #require(params[name] as? Int) }
}

@Suite("Hands and frames on the socket", .timeLimit(.minutes(5)))
struct TopicTests {
  @Test("Previews are as wide as the subscriber that asks for most wants them, until it no longer does")
  func previewWidth() async throws {
    try await withServer { server in
      let (client, other) = (try PlainClient(server.path), try PlainClient(server.path))
      try await client.skipGreeting()
      try await other.skipGreeting()
      func ask(_ client: PlainClient, _ width: String) async throws -> String {
        try await client.ask(subscribe(#""preview""#, previewWidth: width))
      }
      _ = try await client.ask(subscribe(#""preview""#))
      #expect(server.previewWidth == 0)
      _ = try await ask(client, "500")
      _ = try await ask(other, "800")
      #expect(server.previewWidth == 800)
      for wrong in [#""wide""#, "0.5", "1e400", "99999999999999999999", "-1"] { #expect(try await ask(other, wrong).contains("-32602")) }
      _ = try await client.ask(subscribe(#""frame""#))
      #expect(server.previewWidth == 800)
      _ = try await ask(other, "0")
      #expect(server.previewWidth == 500)
      _ = try await client.ask(#"{"jsonrpc":"2.0","id":2,"method":"unsubscribe"}"#)
      #expect(server.previewWidth == 0)
    }
  }

  @Test("Hands and frames are sent only to their subscribers")
  func conformance() async throws {
    try await withServer { server in
      let (client, other) = (try PlainClient(server.path), try PlainClient(server.path))
      try await client.skipGreeting()
      try await other.skipGreeting()
      #expect(
        try await client.ask(subscribe(#""frame","hand""#)) == #"{"id":1,"jsonrpc":"2.0","result":["swipe","status","hand","frame"]}"#)
      server.publish(.hand(HandEvent(present: true, frame: 7, capturedNs: 1000)))
      #expect(
        try await client.nextLine()
          == #"{"jsonrpc":"2.0","method":"hand","params":{"captured_ns":1000,"frame":7,"present":true}}"#)
      server.publish(.frame(FrameEvent(frame: 8, capturedNs: 1000, width: 640, height: 480, armed: true)))
      #expect(
        try await client.nextLine()
          == #"{"jsonrpc":"2.0","method":"frame","params":{"armed":true,"captured_ns":1000,"distance":null,"down_threshold":null,"fingers":null,"frame":8,"hands":[],"#
          + #""height":480,"interrupted_ns":null,"reason":null,"reason_code":null,"threshold":null,"width":640,"zone":null}}"#)
      server.publish(.frame(someFrame(9)))
      let frame = try Notification(try await client.nextLine())
      let hand = try #require((frame.params["hands"] as? [[String: Any]])?.first)
      #expect(frame.params["zone"] as? String == "up" && frame.params["distance"] as? Double == -83.4)
      #expect(hand["chirality"] as? String == "right" && hand["confidence"] as? Double == 0.983)
      let points = try #require(hand["points"] as? [String: [String: Double]])
      #expect(points.count == 21 && points["thumbTip"] == ["x": 123.456, "y": 234.567, "z": -34.567, "confidence": 0.983])

      #expect(
        try await client.ask(#"{"jsonrpc":"2.0","id":2,"method":"unsubscribe","params":{"topics":["frame"]}}"#)
          == #"{"id":2,"jsonrpc":"2.0","result":["swipe","status","hand"]}"#)
      server.publish(.frame(someFrame(10)))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await client.nextLine().contains(#""method":"swipe""#))
      #expect(try await other.nextLine().contains(#""method":"swipe""#))
    }
  }

  @Test("Who subscribes to misses gets the one that has begun, after the response and once, unless it has ended")
  func begunMiss() async throws {
    try await withServer { server in
      func miss(_ phase: Miss.Phase) -> Event {
        .miss(MissEvent(phase: phase, reasonCode: "too_dark", reason: "too dark", frame: 1, startedNs: 1, capturedNs: 1))
      }
      let (client, other) = (try PlainClient(server.path), try PlainClient(server.path))
      try await client.skipGreeting()
      try await other.skipGreeting()
      #expect(try await other.ask(subscribe(#""miss""#)).hasPrefix(#"{"id":1"#))
      server.publish(miss(.began))
      #expect(try Notification(try await other.nextLine()).params["phase"] as? String == "began")
      for _ in 1...2 {
        #expect(try await client.ask(subscribe(#""miss""#)).hasPrefix(#"{"id":1"#))
        #expect(try Notification(try await client.nextLine()).params["phase"] as? String == "began")
        // It has it already.
        #expect(try await client.ask(subscribe(#""miss""#, id: 2)).hasPrefix(#"{"id":2"#))
        #expect(try await client.ask(#"{"jsonrpc":"2.0","id":3,"method":"unsubscribe"}"#).hasPrefix(#"{"id":3"#))
      }
      let both = "[" + subscribe(#""miss""#) + #",{"jsonrpc":"2.0","id":2,"method":"resume_keys"}]"#
      #expect(try await client.ask(both).hasPrefix("[{"))
      #expect(try Notification(try await client.nextLine()).params["phase"] as? String == "began")
      #expect(try await client.ask(#"{"jsonrpc":"2.0","id":3,"method":"unsubscribe"}"#).hasPrefix(#"{"id":3"#))
      server.publish(miss(.ended))
      #expect(try Notification(try await other.nextLine()).params["phase"] as? String == "ended")
      #expect(try await client.ask(subscribe(#""miss""#)).hasPrefix(#"{"id":1"#))
      #expect(try await client.ask(subscribe(#""miss""#, id: 2)).hasPrefix(#"{"id":2"#))
    }
  }

  @Test("A slow subscriber loses frames but no swipe, gets their number and the newest frame; a fast one loses nothing")
  func slow() async throws {
    let (frames, log) = (2000, Log())
    try await withServer(log: log) { server in
      let (slow, fast) = (try PlainClient(server.path), try PlainClient(server.path))
      for client in [slow, fast] {
        try await client.skipGreeting()
        _ = try await client.ask(subscribe(#""frame""#))
      }
      for number in 1...frames {
        server.publish(.frame(someFrame(number)))
        #expect(try Notification(try await fast.nextLine()).number("frame") == number)
        guard number % 100 == 0 else { continue }
        server.publish(.gesture(someSwipe(number / 100)))
        #expect(try Notification(try await fast.nextLine()).number("seq") == number / 100)
      }
      var (last, seq, lost, received) = (0, 0, 0, 0)
      while last < frames {
        let line = try Notification(try await slow.nextLine())
        switch line.method {
        case "swipe":
          seq += 1
          #expect(try line.number("seq") == seq)
        case "dropped":
          #expect(line.params["topic"] as? String == "frame")
          let count = try line.number("count")
          lost += count
          // The count comes right before the next frame.
          let next = try Notification(try await slow.nextLine())
          #expect(next.method == "frame")
          #expect(try next.number("frame") == last + count + 1)
          last = try next.number("frame")
          received += 1
        default:
          #expect(try line.number("frame") == last + 1)
          last += 1
          received += 1
        }
      }
      #expect(seq == frames / 100 && lost + received == frames)
      // No more than the kernel's buffer holds, and the newest: no queue of old frames.
      #expect((2..<40).contains(received), "\(received)")
    }
    #expect(log.lines == [])
  }

  @Test("After unsubscribing, lost events are no longer reported")
  func givenUp() async throws {
    try await withServer { server in
      let (slow, fast) = (try PlainClient(server.path), try PlainClient(server.path))
      for client in [slow, fast] {
        try await client.skipGreeting()
        _ = try await client.ask(subscribe(#""frame""#))
      }
      for number in 1...200 {
        server.publish(.frame(someFrame(number)))
        _ = try await fast.nextLine()
      }
      _ = try await fast.ask(request("unsubscribe"))
      slow.send(request("unsubscribe", id: 9) + "\n")
      // Its response waits behind frames; the request takes effect before.
      while server.hasSubscribers(to: .frame) { _ = try await fast.ask(request("status")) }
      var line = try await slow.nextLine()
      while line.contains(#""method":"frame""#) { line = try await slow.nextLine() }
      #expect(line == #"{"id":9,"jsonrpc":"2.0","result":[]}"#)
      #expect(try await slow.ask(request("status", id: 10)).hasPrefix(#"{"id":10,"#))
    }
  }

  /// Blocks the server's thread until a test ends it.
  private final class Gate: Sendable {
    let (entered, open) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  }

  @Test("While the server is behind, only the newest frame is kept and the lost ones are counted; no swipe is lost")
  func handOver() async throws {
    let (scratch, gate) = (Scratch(), Gate())
    let status: @Sendable () -> Status = {
      gate.entered.signal()
      gate.open.wait()
      return someStatus()
    }
    let server = EventServer(path: scratch.file("swiped.sock"), hello: Hello(pid: 1), status: status, control: obey)
    try await server.start()
    let client = try PlainClient(server.path)
    gate.open.signal()
    try await client.skipGreeting()
    try await blocking { gate.entered.wait() }
    _ = try await client.ask(subscribe(#""frame","hand""#))
    client.send(request("status", id: 2) + "\n")
    try await blocking { gate.entered.wait() }
    for number in 1...1000 { server.publish(.frame(someFrame(number))) }
    for number in 1...5 { server.publish(.hand(HandEvent(present: number % 2 == 1, frame: number, capturedNs: 0))) }
    for seq in 1...20 { server.publish(.gesture(someSwipe(seq))) }
    gate.open.signal()
    #expect(try await client.nextLine().hasPrefix(#"{"id":2,"#))
    #expect(
      try await client.nextLine() == #"{"jsonrpc":"2.0","method":"dropped","params":{"count":999,"topic":"frame"}}"#)
    #expect(try Notification(try await client.nextLine()).number("frame") == 1000)
    #expect(try await client.nextLine() == #"{"jsonrpc":"2.0","method":"dropped","params":{"count":4,"topic":"hand"}}"#)
    #expect(try Notification(try await client.nextLine()).number("frame") == 5)
    for seq in 1...20 { #expect(try Notification(try await client.nextLine()).number("seq") == seq) }
    await server.stop()
  }

  @Test("A topic has subscribers from the response to the first until the last has gone")
  func wants() async throws {
    var counts = Counts()
    try await withServer(subscribers: counts.note) { server in
      for topic in Topic.allCases { #expect(!server.hasSubscribers(to: topic)) }
      var client: PlainClient? = try PlainClient(server.path)
      try await client?.skipGreeting()
      #expect(try await counts.next() == 1)
      #expect(
        server.hasSubscribers(to: .swipe) && server.hasSubscribers(to: .status) && !server.hasSubscribers(to: .hand)
          && !server.hasSubscribers(to: .frame))
      _ = try await client?.ask(subscribe(#""frame""#))
      #expect(server.hasSubscribers(to: .frame) && !server.hasSubscribers(to: .hand))
      _ = try await client?.ask(request("unsubscribe"))
      #expect(try await counts.next() == 0)
      for topic in Topic.allCases { #expect(!server.hasSubscribers(to: topic)) }
      _ = try await client?.ask(subscribe(#""hand""#))
      #expect(try await counts.next() == 1)
      #expect(server.hasSubscribers(to: .hand) && !server.hasSubscribers(to: .frame))
      client = nil
      #expect(try await counts.next() == 0)
      for topic in Topic.allCases { #expect(!server.hasSubscribers(to: topic)) }
    }
  }

  @Test("A subscriber to hands or frames needs the camera, like one to swipes", arguments: Topic.allCases)
  func camera(topic: Topic) async throws {
    var counts = Counts()
    try await withServer(subscribers: counts.note) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(try await counts.next() == 1)
      _ = try await client.ask(request("unsubscribe"))
      #expect(try await counts.next() == 0)
      _ = try await client.ask(subscribe("\"\(topic.rawValue)\""))
      _ = try await client.ask(subscribe(#""swipe""#))
      // With or without the first of the two: one connection either way.
      #expect(try await counts.next() == 1)
      _ = try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":["swipe"]}}"#)
      if topic == .swipe || topic == .status { #expect(try await counts.next() == 0) }
      _ = try await client.ask(request("unsubscribe"))
      if topic == .hand || topic == .frame || topic == .preview { #expect(try await counts.next() == 0) }
    }
  }
}
