import EventProtocol
import Testing

@Suite("Every value survives a round trip")
struct RoundTripTests {
  func comesBack<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONCoding.decode(Value.self, from: JSONCoding.encode(value)) == value
  }

  @Test("Hello")
  func hello() throws { #expect(try comesBack(Hello(protocol: 2, version: "9", pid: 1))) }

  @Test("Status and its parts", arguments: [Sample.bare, Sample.full])
  func status(status: Status) throws {
    #expect(try comesBack(status))
    #expect(try comesBack(status.frames))
    #expect(try comesBack(status.swipes))
    #expect(try comesBack(status.camera))
    #expect(try comesBack(status.latencyMs))
  }

  @Test("Every state", arguments: Status.State.allCases)
  func states(state: Status.State) throws { #expect(try comesBack(state)) }

  @Test("Every pause has its own code and a sentence")
  func pauseReasons() {
    let reasons = PauseReason.allCases.map(\.status)
    #expect(Set(reasons.map(\.code)).count == reasons.count && reasons.allSatisfy { !$0.text.isEmpty && !$0.text.contains("\n") })
    #expect(reasons.allSatisfy { ReasonCode.all.contains($0.code) })
  }

  @Test("A status from a daemon that sends no hours of swipes, version of the configuration, hands or applications is read")
  func olderStatus() throws {
    var status = Sample.full
    let text = String(decoding: JSONCoding.encode(status), as: UTF8.self)
      .replacing(/,"swipes_today":\[[0-9,]+\]/, with: "").replacing(#""configuration_version":"0123456789abcdef","#, with: "")
      .replacing(/"hands":\[[^\]]+\],/, with: "").replacing(/"apps":\{.+?\]\},/, with: "")
    #expect(!text.contains("today") && !text.contains("configuration_version") && !text.contains("hands") && !text.contains("apps"))
    (status.swipesToday, status.configurationVersion, status.hands, status.apps) = (nil, nil, [], nil)
    #expect(try JSONCoding.decode(Status.self, from: text.utf8) == status)
  }

  @Test("A status from a daemon that does not say why the application in front is not known is read")
  func olderApps() throws {
    let apps = try JSONCoding.decode(Status.Apps.self, from: #"{"front":null,"only":[]}"#.utf8)
    #expect(apps == .init(only: [], front: nil))
  }

  @Test("A daemon that does not know a gesture has counted none, and counts of a later one's gestures are left out")
  func counts() throws {
    let text = #"{"left":3,"later_gesture":5}"#
    let counts = try JSONCoding.decode(Status.Swipes.self, from: text.utf8)
    #expect(counts[.thumbDown] == 3 && counts[.thumbUp] == 0)
  }

  @Test("A status from a daemon that sends no codes, or one that a later version has added, is read")
  func reasonCodes() throws {
    var status = Sample.full
    status.reasonCode = nil
    let text = String(decoding: JSONCoding.encode(status), as: UTF8.self)
    for (member, code) in [("", nil), (#""reason_code":"later","#, ReasonCode(rawValue: "later"))] {
      let changed = text.replacing(#""reason_code":null,"#, with: member)
      #expect(changed != text)
      #expect(try JSONCoding.decode(Status.self, from: changed.utf8).reasonCode == code)
    }
  }

  @Test("Swipe")
  func swipe() throws { #expect(try comesBack(Sample.swipe)) }

  @Test(
    "Notifications, also as a client reads them",
    arguments: Sample.events)
  func events(event: Event) throws {
    #expect(try comesBack(event))
    #expect(try ServerMessage(line: event.line) == .event(event))
  }

  @Test("A joint's numbers survive to the last bit, whatever they are")
  func joints() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let numbers = (0..<4).map { _ in Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random)) }.map { $0.isFinite ? $0 : 1 }
      let point = Hand.Point(x: numbers[0], y: numbers[1], z: numbers[2], confidence: numbers[3])
      #expect(try comesBack(point), "\(numbers.map(\.bitPattern))")
    }
  }

  @Test("A joint without a position stays without one", arguments: [Float.nan, .infinity])
  func nowhere(number: Float) throws {
    let line = JSONCoding.encode(Hand.Point(x: number, y: 1, z: 1, confidence: 0))
    #expect(String(decoding: line, as: UTF8.self) == #"{"confidence":0,"x":null,"y":1,"z":1}"#)
    #expect(try JSONCoding.decode(Hand.Point.self, from: line).x.isNaN)
  }

  @Test("Topics", arguments: Topic.allCases)
  func topics(topic: Topic) throws { #expect(try comesBack(topic)) }

  @Test(
    "Ids of requests",
    arguments: [RequestID.null, .integer(.min), .integer(.max), .string(""), .string("a \"b\"\n/ü")])
  func ids(id: RequestID) throws { #expect(try comesBack(id)) }

  @Test(
    "Requests, alone and in their envelope",
    arguments: [
      Request.subscribe([.swipe]), .subscribe([.preview], previewWidth: 640), .subscribe([]), .unsubscribe([.swipe, .status]), .status,
      .recent(), .recent(from: 0),
    ]
      + (Control.withoutParams + [.setProfile("video"), .inhibit("a \"talk\"")]).map(Request.control))
  func requests(request: Request) throws {
    #expect(try comesBack(request))
    for id in [nil, .null, .integer(1), .string("x")] as [RequestID?] { #expect(try comesBack(RequestMessage(id: id, request: request))) }
  }

  @Test("Errors")
  func errors() throws {
    #expect(try comesBack(RPCError.responseTooLong))
    #expect(try comesBack(RPCError.configuration("a\nb")))
  }

  @Test(
    "Responses, also as a client reads them",
    arguments: [
      Result.success(.topics([])), .success(.topics([.swipe, .status, .frame])), .success(.status(Sample.full)),
      .success(.recent(RecentEvents())), .success(.recent(Sample.recent)), .failure(.tooSlow),
    ]
      as [Result<Response.Value, RPCError>])
  func responses(result: Result<Response.Value, RPCError>) throws {
    let response = Response(id: .integer(1), result: result)
    #expect(try JSONCoding.decode(Response.self, from: response.json) == response)
    let message = try ServerMessage(line: response.json)
    if case .failure(let error) = result { #expect(message == .error(error)) } else { #expect(message == .other) }
  }

  @Test("Another version of JSON-RPC is refused", arguments: [#""1.0""#, "2.0", "null"])
  func version(version: String) {
    func refuses(_ type: (some Decodable).Type, _ members: String) -> Bool {
      (try? JSONCoding.decode(type, from: Array(#"{"jsonrpc":\#(version),\#(members)}"#.utf8))) == nil
    }
    #expect(refuses(Event.self, #""method":"hello","params":{"protocol":1,"version":"1","pid":1}"#))
    #expect(refuses(RequestMessage.self, #""method":"status""#))
    #expect(refuses(Response.self, #""id":1,"result":[]"#))
  }
}
