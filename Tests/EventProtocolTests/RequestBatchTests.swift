import EventProtocol
import Testing

@Suite("Responses to requests")
struct RequestBatchTests {
  static let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 42)

  /// The response without its newline, and the subscriptions after it.
  func ask(_ line: [UInt8], topics: Set<Topic> = Topic.initial) -> (answer: String?, topics: Set<Topic>) {
    var topics = topics
    var batch = RequestBatch(line)
    while let request = batch?.request {
      switch request {
      case .subscribe(let more, _): topics.formUnion(more)
      case .unsubscribe(let fewer): topics.subtract(fewer)
      case .status, .recent, .control: break
      }
      batch?.respond(.success(request == .status ? .status(Self.status) : .topics(topics)))
    }
    let bytes = batch?.line
    if let bytes { #expect(bytes.last == 10 && bytes.count <= lineLimit + 1) }
    return (bytes.map { String(decoding: $0.dropLast(), as: UTF8.self) }, topics)
  }

  func ask(_ line: String, topics: Set<Topic> = Topic.initial) -> (answer: String?, topics: Set<Topic>) {
    ask(Array(line.utf8), topics: topics)
  }

  @Test(
    "A response has the id of its request",
    arguments: ["1", "-9007199254740993", "9223372036854775807", "-9223372036854775808", #""a b\"ü""#, #""""#, "null"])
  func ids(id: String) {
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"subscribe","params":{"topics":[]}}"#
    #expect(ask(line).answer == #"{"id":\#(id),"jsonrpc":"2.0","result":["swipe","status"]}"#)
  }

  @Test(
    "An id that is not a string, a 64-bit integer or null is invalid, and the other requests of its batch are answered",
    arguments: ["1.5", "9223372036854775808", "-9223372036854775809", "1e300", "true", "[1]", "{}"])
  func invalidIDs(id: String) throws {
    let line = #"[{"jsonrpc":"2.0","id":\#(id),"method":"unsubscribe"},{"jsonrpc":"2.0","id":7,"method":"unsubscribe"}]"#
    let answers = try JSONCoding.decode([Response].self, from: Array(try #require(ask(line).answer).utf8))
    #expect(answers.map(\.id) == [.null, .integer(7)])
    #expect(throws: RPCError.self) { try answers[0].result.get() }
  }

  @Test("Of two ids in one request, the first counts", arguments: [("1", "2"), (#""a""#, "2"), ("2", #""a""#), ("null", "3")])
  func twoIDs(first: String, second: String) {
    let line = #"{"id":\#(first),"id":\#(second),"jsonrpc":"2.0","method":"unsubscribe"}"#
    #expect(ask(line).answer == #"{"id":\#(first),"jsonrpc":"2.0","result":[]}"#)
  }

  @Test(
    "A string comes back with all of its characters",
    arguments: [#"\u0000\u001f"#, "\u{2028}\u{202E}\u{FEFF}", "e\u{301} \u{1F469}\u{200D}\u{1F467}", #"\ud83d\ude00 \/ \" \\"#])
  func strings(id: String) throws {
    let answer = try #require(ask(#"{"jsonrpc":"2.0","id":"\#(id)","method":"unsubscribe"}"#).answer)
    guard case .string(let received) = try JSONCoding.decode(Response.self, from: Array(answer.utf8)).id else {
      Issue.record("no string: \(answer)")
      return
    }
    let sent = try JSONCoding.decode(String.self, from: Array("\"\(id)\"".utf8))
    // Strings that differ in their code points can be equal.
    #expect(received.unicodeScalars.elementsEqual(sent.unicodeScalars))
  }

  @Test("The response to status is the current status")
  func statusRequest() throws {
    let answer = try #require(ask(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#).answer)
    let result = String(decoding: JSONCoding.encode(Self.status), as: UTF8.self)
    #expect(answer == #"{"id":1,"jsonrpc":"2.0","result":\#(result)}"#)
  }

  @Test("Subscribe adds topics, unsubscribe removes them, and without topics removes all")
  func subscriptions() {
    let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["swipe","swipe"],"more":1}}"#
    #expect(ask(subscribe, topics: []).topics == [.swipe])
    #expect(ask(subscribe, topics: [.status]).answer == #"{"id":1,"jsonrpc":"2.0","result":["swipe","status"]}"#)
    let unsubscribe = #"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":["swipe"]}}"#
    #expect(ask(unsubscribe).answer == #"{"id":1,"jsonrpc":"2.0","result":["status"]}"#)
    #expect(ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe"}"#).topics == [])
  }

  @Test("A question without an id is not asked, since nobody gets the answer")
  func questions() {
    let question = #"{"jsonrpc":"2.0","method":"status"}"#
    #expect(RequestBatch(Array(question.utf8))?.request == nil)
    let batch = RequestBatch(Array("[\(question),{\"jsonrpc\":\"2.0\",\"method\":\"unsubscribe\"},\(question)]".utf8))
    #expect(batch?.request.map { if case .unsubscribe = $0 { true } else { false } } == true)
  }

  @Test("A request without an id is carried out and has no response", arguments: ["subscribe", "nonsense", "status"])
  func notifications(method: String) {
    let (answer, topics) = ask(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"topics":["swipe"]}}"#, topics: [])
    #expect(answer == nil)
    #expect(topics == (method == "subscribe" ? [.swipe] : []))
  }

  @Test(
    "A line that is not JSON is -32700",
    arguments: [
      "{", "hello", #"{"jsonrpc":"2.0","id":1"#, "{} {}", "[1,", #"{"jsonrpc":"2.0","method":"a\q","id":1}"#, "\0\0\0", "\u{1}",
      #"{"jsonrpc":"2.0","id":1,"method":"status",}"#, #"{"jsonrpc":"2.0","id":1,"method":"status","x":01}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"status","x":"\q"}"#, #"[{"jsonrpc":"2.0","id":1,"method":"status"},]"#,
    ])
  func noJSON(line: String) throws {
    #expect(try #require(ask(line).answer).hasPrefix(#"{"error":{"code":-32700,"#))
    #expect(try #require(ask(line).answer).hasSuffix(#"},"id":null,"jsonrpc":"2.0"}"#))
  }

  @Test("A line that is not UTF-8 is -32700, and so is UTF-16")
  func noUTF8() throws {
    let utf16 = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#.utf8.flatMap { byte -> [UInt8] in [0, byte] }
    for line: [UInt8] in [[0x22, 0xFF, 0x22], utf16] {
      #expect(try #require(ask(line).answer).hasPrefix(#"{"error":{"code":-32700,"#))
    }
  }

  @Test("Endless nesting is -32700, and for a client no message")
  func deepNesting() throws {
    for count in [512, 513, 514, lineLimit] {
      let line = String(repeating: "[", count: count)
      #expect(try #require(ask(line).answer).contains("-32700"))
      #expect(throws: DecodingError.self) { try ServerMessage(line: line.utf8) }
    }
    let closed = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
    #expect(try #require(ask(closed).answer).contains("-32700"))
  }

  @Test(
    "JSON that is not a request is -32600",
    arguments: [
      ("1", "null"), (#""status""#, "null"), ("{}", "null"), (#"{"jsonrpc":"1.0","id":1,"method":"status"}"#, "1"),
      (#"{"id":"x","method":"status"}"#, #""x""#), (#"{"jsonrpc":"2.0","id":1}"#, "1"),
      (#"{"jsonrpc":"2.0","method":1}"#, "null"), (#"{"jsonrpc":"2.0","id":{},"method":"status"}"#, "null"),
      (#"{"jsonrpc":"2.0","id":[1],"method":"status"}"#, "null"), (#"{"jsonrpc":"2.0","id":true,"method":"status"}"#, "null"),
      ("[]", "null"), ("null", "null"),
    ])
  func noRequest(line: String, id: String) throws {
    let answer = try #require(ask(line).answer)
    #expect(answer.hasPrefix(#"{"error":{"code":-32600,"#) && answer.hasSuffix(#"},"id":\#(id),"jsonrpc":"2.0"}"#))
  }

  @Test("An unknown method is -32601, and the message lists the methods")
  func unknownMethod() {
    #expect(
      ask(#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#).answer
        == #"{"error":{"code":-32601,"message":"there is no method \"fly\"; "#
        + #"there are: subscribe, unsubscribe, status, recent, pause, resume, toggle, reload, suspend_keys, resume_keys, set_profile, inhibit"},"id":1,"jsonrpc":"2.0"}"#
    )
  }

  @Test("A name that is not known is repeated on one line, as far as it is short")
  func longNames() throws {
    for name in ["a\\nb", String(repeating: "x", count: 9000), "e" + String(repeating: "\u{301}", count: 9000)] {
      let answer = try #require(ask(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#).answer)
      #expect(answer.utf8.count < 500 && !answer.contains(#"\n"#), "\(name.prefix(9))")
    }
  }

  @Test(
    "Wrong params are -32602 and change nothing",
    arguments: [
      "null", "1", "[]", #"["swipe"]"#, "{}", #"{"topics":"swipe"}"#, #"{"topics":[1]}"#, #"{"topics":null}"#,
      #"{"topics":["swipe","wink"]}"#,
    ])
  func wrongParams(params: String) throws {
    let (answer, topics) = ask(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":\#(params)}"#, topics: [.status])
    #expect(try #require(answer).hasPrefix(#"{"error":{"code":-32602,"#))
    #expect(topics == [.status])
  }

  @Test("The error for an unknown topic lists the topics")
  func unknownTopic() {
    #expect(
      ask(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["wink"]}}"#).answer
        == #"{"error":{"code":-32602,"message":"there is no topic \"wink\"; there are: swipe, status, hand, frame, preview, miss"},"id":1,"jsonrpc":"2.0"}"#
    )
  }

  @Test("The response to a batch is one line, in the order of its requests, without its notifications")
  func batch() throws {
    let line =
      #"[{"jsonrpc":"2.0","id":1,"method":"unsubscribe"},{"jsonrpc":"2.0","method":"status"},3,null,"#
      + #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"topics":["status"]}}]"#
    let (answer, topics) = ask(line)
    let text = try #require(answer)
    #expect(text.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":[]},{"error":{"code":-32600,"#))
    #expect(text.hasSuffix(#"},"id":null,"jsonrpc":"2.0"},{"id":2,"jsonrpc":"2.0","result":["status"]}]"#))
    #expect(topics == [.status])
    #expect(ask(#"[{"jsonrpc":"2.0","method":"status"}]"#).answer == nil)
  }

  @Test("Requests of a line are handled one by one, and the response to an invalid one has its place among them")
  func turns() throws {
    let line =
      #"[{},{"jsonrpc":"2.0","id":1,"method":"pause"},{"jsonrpc":"2.0","id":2,"method":"fly"},"#
      + #"{"jsonrpc":"2.0","method":"toggle"},{"jsonrpc":"2.0","id":3,"method":"reload","params":{"now":1}}]"#
    var batch = try #require(RequestBatch(Array(line.utf8)))
    #expect(batch.request == .control(.pause))
    batch.respond(.success(.topics([])))
    #expect(batch.request == .control(.toggle))
    batch.respond(.failure(.unavailable("no")))
    #expect(batch.request == .control(.reload))
    batch.respond(.failure(.configuration("a:1:2: b")))
    #expect(batch.request == nil)
    // Nothing is left to respond to.
    batch.respond(.success(.topics([])))
    let text = String(decoding: try #require(batch.line), as: UTF8.self)
    #expect(
      text.hasPrefix(#"[{"error":{"code":-32600,"#) && text.contains(#"},{"id":1,"jsonrpc":"2.0","result":[]},{"error":{"code":-32601,"#))
    #expect(
      text.hasSuffix(
        #","id":2,"jsonrpc":"2.0"},{"error":{"code":-32005,"data":["a:1:2: b"],"message":"a:1:2: b"},"id":3,"jsonrpc":"2.0"}]"# + "\n"))
  }

  @Test("A batch of invalid requests, as long as a line allows, has a response")
  func wrongBatch() throws {
    let batch = "[" + Array(repeating: "1", count: 32_000).joined(separator: ",") + "]"
    #expect(try #require(ask(batch).answer).hasPrefix(#"{"error":{"code":-32004,"#))
  }

  @Test("However many errors a configuration has, the response fits into a line")
  func longRefusal() throws {
    let lines = (1...5000).map { "/home/somebody/\u{1}.toml:\($0):1: " + String(repeating: "\u{1}", count: 200) }
    let error = RPCError.configuration(lines.joined(separator: "\n"))
    let shown = try #require(error.data)
    #expect(shown.count > 10 && shown.first == lines.first && shown.last == "and \(5001 - shown.count) more")
    #expect(error.message == shown.joined(separator: "; "))
    #expect(Response(id: .integer(1), result: .failure(error)).json.count <= lineLimit)
    let one = RPCError.configuration(String(repeating: "x", count: 100_000))
    #expect(one.message.count == 1024 && JSONCoding.line(one).count <= lineLimit)
  }

  @Test("A response that would exceed the line limit is an error")
  func responseTooLong() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
    let batch = "[" + Array(repeating: request, count: 1000).joined(separator: ",") + "]"
    #expect(batch.utf8.count < lineLimit)
    #expect(try #require(ask(batch).answer).hasPrefix(#"{"error":{"code":-32004,"#))
  }

  private static let selects = #"{"jsonrpc":"2.0","id":"p","method":"set_profile","params":{"profile":"daily"}}"#
  private static let asks = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#

  @Test("Results that do not fit into the line are cut short, and the response says that their requests were carried out")
  func cutShort() throws {
    let line = "[" + ([Self.selects] + Array(repeating: Self.asks, count: 299)).joined(separator: ",") + "]"
    var batch = try #require(RequestBatch(Array(line.utf8)))
    #expect(batch.request == .control(.setProfile("daily")))
    var count = 0
    while batch.request != nil {
      batch.respond(count == 150 ? .failure(.unavailable(String(repeating: "x", count: 30_000))) : .success(.status(Self.status)))
      count += 1
    }
    let bytes = try #require(batch.line)
    #expect(count == 300 && bytes.count <= lineLimit + 1)
    let responses = try JSONCoding.decode([Response].self, from: bytes)
    #expect(responses.count == 300 && responses[0] == Response(id: .string("p"), result: .success(.status(Self.status))))
    let codes = responses.map { if case .failure(let error) = $0.result { error.code } else { 0 } }
    #expect(Set(codes) == [0, -32004, -32006] && codes[150] == -32006 && codes.last == -32004)
  }

  @Test("Of a batch whose responses could not all be told, nothing is carried out")
  func tooMany() throws {
    let small = #"{"jsonrpc":"2.0","id":1,"method":"pause"}"#
    let line = "[" + ([Self.selects] + Array(repeating: small, count: 1000)).joined(separator: ",") + "]"
    let batch = try #require(RequestBatch(Array(line.utf8)))
    #expect(batch.request == nil)
    let text = String(decoding: try #require(batch.line), as: UTF8.self)
    #expect(text.hasPrefix(#"{"error":{"code":-32004,"#) && text.hasSuffix(#","id":null,"jsonrpc":"2.0"}"# + "\n"))
  }

  @Test("A blank line is ignored", arguments: ["", " ", "\r", "\t \r"])
  func blank(line: String) {
    #expect(ask(line).answer == nil)
  }

  @Test("A line with a carriage return at its end is understood")
  func carriageReturn() throws {
    #expect(try #require(ask(#"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\r").answer).contains(#""result":"#))
  }
}
