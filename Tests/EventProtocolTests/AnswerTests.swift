import EventProtocol
import Testing

@Suite("Answers to requests")
struct AnswerTests {
  static let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 42)

  /// The answer without its newline, and the subscriptions after it.
  func ask(_ line: [UInt8], topics: Set<Topic> = Topic.initial) -> (answer: String?, topics: Set<Topic>) {
    var topics = topics
    var exchange = Exchange(line)
    while let request = exchange?.request {
      switch request {
      case .subscribe(let more): topics.formUnion(more)
      case .unsubscribe(let fewer): topics.subtract(fewer)
      case .status, .control: break
      }
      exchange?.answer(.success(request == .status ? .status(Self.status) : .topics(topics)))
    }
    let bytes = exchange?.line
    if let bytes { #expect(bytes.last == 10 && bytes.count <= lineLimit + 1) }
    return (bytes.map { String(decoding: $0.dropLast(), as: UTF8.self) }, topics)
  }

  func ask(_ line: String, topics: Set<Topic> = Topic.initial) -> (answer: String?, topics: Set<Topic>) {
    ask(Array(line.utf8), topics: topics)
  }

  @Test(
    "An answer bears the id of its request",
    arguments: ["1", "-9007199254740993", "1.5", #""a b\"ü""#, #""""#, "null"])
  func ids(id: String) {
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"subscribe","params":{"topics":[]}}"#
    #expect(ask(line).answer == #"{"id":\#(id),"jsonrpc":"2.0","result":["swipe","status"]}"#)
  }

  @Test("Status is answered with the status of the moment")
  func statusRequest() throws {
    let answer = try #require(ask(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#).answer)
    let result = String(decoding: JSONCoding.encode(Self.status), as: UTF8.self)
    #expect(answer == #"{"id":1,"jsonrpc":"2.0","result":\#(result)}"#)
  }

  @Test("Subscribing adds, unsubscribing removes, and without topics removes all")
  func subscriptions() {
    let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["swipe","swipe"],"more":1}}"#
    #expect(ask(subscribe, topics: []).topics == [.swipe])
    #expect(ask(subscribe, topics: [.status]).answer == #"{"id":1,"jsonrpc":"2.0","result":["swipe","status"]}"#)
    let unsubscribe = #"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":["swipe"]}}"#
    #expect(ask(unsubscribe).answer == #"{"id":1,"jsonrpc":"2.0","result":["status"]}"#)
    #expect(ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe"}"#).topics == [])
  }

  @Test("A request without an id is obeyed and not answered", arguments: ["subscribe", "nonsense", "status"])
  func notifications(method: String) {
    let (answer, topics) = ask(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"topics":["swipe"]}}"#, topics: [])
    #expect(answer == nil)
    #expect(topics == (method == "subscribe" ? [.swipe] : []))
  }

  @Test(
    "What is no JSON is -32700",
    arguments: ["{", "hello", #"{"jsonrpc":"2.0","id":1"#, "{} {}", "[1,", #"{"jsonrpc":"2.0","method":"a\q","id":1}"#])
  func noJSON(line: String) throws {
    #expect(try #require(ask(line).answer).hasPrefix(#"{"error":{"code":-32700,"#))
    #expect(try #require(ask(line).answer).hasSuffix(#"},"id":null,"jsonrpc":"2.0"}"#))
  }

  @Test("What is no UTF-8 is -32700, and so is UTF-16")
  func noUTF8() throws {
    let utf16 = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#.utf8.flatMap { byte -> [UInt8] in [0, byte] }
    for line: [UInt8] in [[0x22, 0xFF, 0x22], utf16] {
      #expect(try #require(ask(line).answer).hasPrefix(#"{"error":{"code":-32700,"#))
    }
  }

  @Test("Nesting without end is -32700")
  func deepNesting() throws {
    #expect(try #require(ask(String(repeating: "[", count: lineLimit)).answer).contains("-32700"))
    let closed = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
    #expect(try #require(ask(closed).answer).contains("-32700"))
  }

  @Test(
    "What is no request is -32600",
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

  @Test("An unknown method is -32601 and told which there are")
  func unknownMethod() {
    #expect(
      ask(#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#).answer
        == #"{"error":{"code":-32601,"message":"there is no method \"fly\"; "#
        + #"there are: subscribe, unsubscribe, status, pause, resume, toggle, reload"},"id":1,"jsonrpc":"2.0"}"#)
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

  @Test("An unknown topic is told which there are")
  func unknownTopic() {
    #expect(
      ask(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["wink"]}}"#).answer
        == #"{"error":{"code":-32602,"message":"there is no topic \"wink\"; there are: swipe, status, hand, frame, preview"},"id":1,"jsonrpc":"2.0"}"#
    )
  }

  @Test("A batch is answered in one line, its requests in their order, without its notifications")
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

  @Test("Requests of a line take their turns, the wrong ones answered where they stand")
  func turns() throws {
    let line =
      #"[{},{"jsonrpc":"2.0","id":1,"method":"pause"},{"jsonrpc":"2.0","id":2,"method":"fly"},"#
      + #"{"jsonrpc":"2.0","method":"toggle"},{"jsonrpc":"2.0","id":3,"method":"reload","params":{"now":1}}]"#
    var exchange = try #require(Exchange(Array(line.utf8)))
    #expect(exchange.request == .control(.pause))
    exchange.answer(.success(.topics([])))
    #expect(exchange.request == .control(.toggle))
    exchange.answer(.failure(.unavailable("no")))
    #expect(exchange.request == .control(.reload))
    exchange.answer(.failure(.configuration("a:1:2: b")))
    #expect(exchange.request == nil)
    // Nothing is left to answer.
    exchange.answer(.success(.topics([])))
    let text = String(decoding: try #require(exchange.line), as: UTF8.self)
    #expect(
      text.hasPrefix(#"[{"error":{"code":-32600,"#) && text.contains(#"},{"id":1,"jsonrpc":"2.0","result":[]},{"error":{"code":-32601,"#))
    #expect(
      text.hasSuffix(
        #","id":2,"jsonrpc":"2.0"},{"error":{"code":-32005,"data":["a:1:2: b"],"message":"a:1:2: b"},"id":3,"jsonrpc":"2.0"}]"# + "\n"))
  }

  @Test("A batch of nothing but wrong requests, as long as a line allows, is answered")
  func wrongBatch() throws {
    let batch = "[" + Array(repeating: "1", count: 32_000).joined(separator: ",") + "]"
    #expect(try #require(ask(batch).answer).hasPrefix(#"{"error":{"code":-32004,"#))
  }

  @Test("However much is wrong with a configuration, the refusal fits into a line")
  func longRefusal() throws {
    let lines = (1...5000).map { "/home/somebody/\u{1}.toml:\($0):1: " + String(repeating: "\u{1}", count: 200) }
    let error = RPCError.configuration(lines.joined(separator: "\n"))
    let shown = try #require(error.data)
    #expect(shown.count > 10 && shown.first == lines.first && shown.last == "and \(5001 - shown.count) more")
    #expect(error.message == shown.joined(separator: "; "))
    #expect(JSONCoding.line(Response(id: .integer(1), result: .failure(error))).count <= lineLimit)
    let one = RPCError.configuration(String(repeating: "x", count: 100_000))
    #expect(one.message.count == 1024 && JSONCoding.line(one).count <= lineLimit)
  }

  @Test("An answer longer than a line may be is refused")
  func answerTooLong() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
    let batch = "[" + Array(repeating: request, count: 1000).joined(separator: ",") + "]"
    #expect(batch.utf8.count < lineLimit)
    #expect(try #require(ask(batch).answer).hasPrefix(#"{"error":{"code":-32004,"#))
  }

  @Test("A blank line is passed over", arguments: ["", " ", "\r", "\t \r"])
  func blank(line: String) {
    #expect(ask(line).answer == nil)
  }

  @Test("A line with a carriage return at its end is understood")
  func carriageReturn() throws {
    #expect(try #require(ask(#"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\r").answer).contains(#""result":"#))
  }
}
