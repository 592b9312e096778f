import EventProtocol
import Gestures
import Hands
import Testing

@Suite("The schema of the protocol")
struct SchemaTests {
  let schema: Schema

  init() throws { schema = try Schema() }

  static let responses: [Response] = [
    .init(id: .integer(1), result: .success(.topics([]))), .init(id: .string("a"), result: .success(.topics(Set(Topic.allCases)))),
    .init(id: .integer(.min), result: .success(.status(Sample.bare))), .init(id: .integer(2), result: .success(.status(Sample.full))),
    .init(id: .integer(4), result: .success(.recent(RecentEvents()))), .init(id: .integer(5), result: .success(.recent(Sample.recent))),
    .init(id: .null, result: .failure(.tooSlow)), .init(id: .integer(3), result: .failure(.configuration("a:1:2: b\na:3:4: c"))),
  ]

  /// Every kind of line that the daemon can send.
  static let server =
    Sample.events.map(\.line) + responses.map(\.line)
    + [Response.line(batch: responses.map(\.json)), RPCError.lineTooLong.line]

  static let requests: [Request] =
    [
      .subscribe([.swipe]), .subscribe(Set(Topic.allCases)), .subscribe([]), .subscribe([.preview], previewWidth: 640),
      .unsubscribe([.frame, .hand]), .status, .recent(), .recent(from: 9),
    ]
    + (Control.withoutParams + [.setProfile("video"), .inhibit("a talk")]).map(Request.control)

  static let client =
    requests.flatMap { request in
      [nil, .null, .integer(1), .string("x")].map { JSONCoding.line(RequestMessage(id: $0, request: request)) }
    } + [
      Request.line(requests), Array(#"{"jsonrpc":"2.0","method":"unsubscribe"}"#.utf8),
      Array(#"{"jsonrpc":"2.0","method":"subscribe","params":{"topics":["frame"],"max_hands":2}}"#.utf8),
    ]

  @Test("It accepts every line that the daemon can send")
  func daemon() throws {
    for line in Self.server { #expect(try schema.accepts(JSON(line), as: "server"), "\(String(decoding: line, as: UTF8.self))") }
  }

  @Test("It accepts every request, and none that the daemon refuses")
  func requests() throws {
    for line in Self.client { #expect(try schema.accepts(JSON(line), as: "client"), "\(String(decoding: line, as: UTF8.self))") }
    for line in [
      #"{"jsonrpc":"2.0","id":1,"method":"fly"}"#, #"{"jsonrpc":"1.0","id":1,"method":"status"}"#, "[]", "1", "null",
      #"{"jsonrpc":"2.0","id":{},"method":"status"}"#, #"{"jsonrpc":"2.0","id":true,"method":"status"}"#, #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe"}"#, #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":["swipe"]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["wink"]}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":"swipe"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"set_profile"}"#, #"{"jsonrpc":"2.0","id":1,"method":"set_profile","params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"set_profile","params":{"profile":null}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"set_profile","params":{"profile":["daily"]}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"recent","params":{"from":-1}}"#, #"{"jsonrpc":"2.0","id":1,"method":"recent","params":[1]}"#,
    ] { #expect(try !schema.accepts(JSON(line.utf8), as: "client"), "\(line)") }
  }

  @Test("Every member of the daemon's lines is required, except the details of an error and the id of a hand")
  func missing() throws {
    for line in Self.server {
      for (name, value) in try JSON(line).changes({ _ in nil }) {
        let messages = value.items ?? [value]
        let isOfHand = name == "id" && messages.allSatisfy { ($0["id"] != nil || $0["method"] != nil) && !lacksID(ofAppIn: $0) }
        let isOptional = name == "data" || isOfHand
        #expect(try schema.accepts(value, as: "server") == isOptional, "\(name) in \(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  /// Whether an application of a status has no id.
  private func lacksID(ofAppIn line: JSON) -> Bool {
    guard let apps = (line["params"] ?? line["result"])?["apps"] else { return false }
    return ((apps["only"]?.items ?? []) + [apps["front"]].compactMap(\.self)).contains { $0["name"] != nil && $0["id"] == nil }
  }

  @Test("Every value must have its type", arguments: ["server", "client"])
  func types(side: String) throws {
    for line in side == "server" ? Self.server : Self.client {
      for (name, value) in try JSON(line).changes({ _ in .array([.array([.bool(true)])]) }) {
        #expect(try !schema.accepts(value, as: side), "\(name) in \(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  @Test("A value that is not in its list is invalid, and other text is free", arguments: ["server", "client"])
  func names(side: String) throws {
    let listed: Set = [
      "jsonrpc", "method", "state", "keys", "direction", "gesture", "chirality", "zone", "topic", "topics", "result", "fingers",
    ]
    var met: Set<String> = []
    for line in side == "server" ? Self.server : Self.client {
      let value = try JSON(line)
      for (name, changed) in value.changes({ if case .string = $0 { .string("nonsense") } else { $0 } }) where changed != value {
        met.insert(name)
        #expect(try schema.accepts(changed, as: side) == !listed.contains(name), "\(name) in \(String(decoding: line, as: UTF8.self))")
      }
    }
    #expect(met.intersection(listed) == (side == "client" ? ["jsonrpc", "method", "topics"] : listed.subtracting(["topics"])))
  }

  @Test("Unknown members are accepted")
  func unknownMembers() throws {
    for line in Self.server {
      let changed = try JSON(line).changes { value in
        if case .object(let members) = value { .object(members.merging(["new": .array([.null])]) { $1 }) } else { value }
      }
      for (name, value) in changed { #expect(try schema.accepts(value, as: "server"), "\(name)") }
    }
  }

  @Test("Numbers out of range are invalid")
  func ranges() throws {
    for params in [#""count":0,"topic":"frame""#, #""count":1.5,"topic":"frame""#] {
      #expect(try !schema.accepts(JSON(#"{"jsonrpc":"2.0","method":"dropped","params":{\#(params)}}"#.utf8), as: "server"))
    }
    var swipe = Sample.swipe
    swipe.confidence = 1.25
    #expect(try !schema.accepts(JSON(Event.gesture(swipe).line), as: "server"))
  }

  @Test("The lists of values are those of the code")
  func lists() throws {
    func names(_ schema: JSON?) -> Set<String> {
      Set((schema?["enum"]?.items ?? []).compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
    func names<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> Set<String> { Set(Value.allCases.map(\.rawValue)) }
    let (status, swipe) = (schema.definition("status")?["properties"], schema.definition("swipe")?["properties"])
    #expect(names(schema.definition("topic")) == names(Topic.self))
    #expect(names(status?["state"]) == names(Status.State.self))
    #expect(names(status?["keys"]) == names(Status.Keys.self))
    #expect(names(status?["reason_code"]?["anyOf"]?.items?.last) == Set(ReasonCode.all.map(\.rawValue)))
    #expect(names(swipe?["direction"]) == names(SwipeDirection.self))
    #expect(names(swipe?["gesture"]) == Set(Gesture.allCases.filter { $0.direction != nil }.map(\.rawValue)))
    #expect(names(schema.definition("chirality")) == names(Chirality.self))
    #expect(names(schema.definition("frame")?["properties"]?["zone"]) == names(Zone.self))
    let controls = schema.definition("request")?["anyOf"]?.items?.last?["properties"]?["method"]
    #expect(names(controls) == Set(Control.withoutParams.map(\.method)).union(["status"]))
  }
}
