import EventProtocol
import Gestures
import Hands
import Testing

@Suite("Events on the wire")
struct EventTests {
  let swipe = GestureEvent(
    seq: 7, gesture: .thumbDown, distance: Double(Float(83.4)), chirality: .right,
    confidence: Double(Float(0.98)), frame: 1234, capturedNs: 81_234_567_890, emittedNs: 81_239_567_890)

  func text(_ event: Event) -> String { String(decoding: event.line, as: UTF8.self) }

  @Test("A swipe is one line, its members in alphabetical order, its numbers rounded")
  func swipeLine() {
    #expect(
      text(.gesture(swipe))
        == #"{"jsonrpc":"2.0","method":"swipe","params":{"captured_ns":81234567890,"chirality":"right","confidence":0.98,"#
        + #""direction":"left","distance":83.4,"emitted_ns":81239567890,"frame":1234,"gesture":"thumb_down","seq":7}}"# + "\n")
  }

  @Test("A hello has protocol, version and process id")
  func helloLine() {
    #expect(
      text(.hello(Hello(pid: 42)))
        == #"{"jsonrpc":"2.0","method":"hello","params":{"pid":42,"protocol":1,"version":"0.1.0"}}"# + "\n")
  }

  @Test("A status has every member, null where there is no value")
  func emptyStatusLine() {
    let status = Status(state: .noCamera, keys: .off, source: "auto", precision: "f32", pid: 42)
    #expect(
      text(.status(status))
        == #"{"jsonrpc":"2.0","method":"status","params":{"apps":null,"awake_until_ns":null,"camera":null,"configuration_file":null,"configuration_version":null,"cpu_ms_per_frame":null,"cpu_percent":0,"fps":null,"#
        + #""frames":{"dropped":0,"flagged":0,"handled":0,"short":0,"skipped":0,"tracked":0,"undecodable":0},"gesture":null,"hands":[],"holder":null,"inhibited_for":null,"keys":"off","keys_reason":null,"keys_reason_code":null,"latency_ms":null,"pid":42,"#
        + #""precision":"f32","profile":null,"profiles":null,"reason":null,"reason_code":null,"resident_kb":0,"source":"auto","state":"no_camera","#
        + #""swipes":{"left":0,"right":0},"swipes_today":null,"uptime_s":0,"version":"0.1.0"}}"# + "\n")
  }

  @Test("A full status has each number rounded to its decimals")
  func fullStatusLine() {
    let third = 1.0 / 3
    let status = Status(state: .paused, keys: .unavailable, source: "d", precision: "e", pid: 1) {
      ($0.reason, $0.reasonCode, $0.holder) = ("a", ReasonCode(rawValue: "b"), .init(name: "g", pid: 15))
      $0.inhibitedFor = ["s"]
      $0.camera = .init(path: "/dev/video0", name: "b", width: 4, height: 3, fps: third, format: "c", why: "q")
      ($0.keysReason, $0.keysReasonCode, $0.gesture, $0.awakeUntilNs) = ("h", "k", GestureOptions(), 16)
      ($0.configurationVersion, $0.version) = ("0123456789abcdef", "f")
      $0.apps = .init(only: nil, front: .init(id: "i", name: "j"), obstacle: "r")
      ($0.uptimeS, $0.fps) = (third, third)
      $0.frames = .init(handled: 5, tracked: 6, reused: 7, dropped: 8, flagged: 12, short: 13, undecodable: 14)
      $0.hands = [.init(id: 17, chirality: .right), .init(id: nil, chirality: .left)]
      ($0.swipes, $0.swipesToday) = (.init { $0 == .thumbDown ? 9 : 10 }, [1, 2])
      ($0.latencyMs, $0.cpuMsPerFrame) = (.init(p50: third, p99: 2 * third, max: 1), third)
      ($0.cpuPercent, $0.residentKb) = (100 * third, 11)
    }
    #expect(
      text(.status(status))
        == #"{"jsonrpc":"2.0","method":"status","params":{"#
        + #""apps":{"front":{"id":"i","name":"j"},"obstacle":"r","only":null},"awake_until_ns":16,"camera":{"format":"c","fps":0.33,"height":3,"name":"b","path":"/dev/video0","why":"q","width":4},"configuration_file":null,"configuration_version":"0123456789abcdef","#
        + #""cpu_ms_per_frame":0.333,"cpu_percent":33.3,"fps":0.33,"#
        + #""frames":{"dropped":8,"flagged":12,"handled":5,"short":13,"skipped":7,"tracked":6,"undecodable":14},"#
        + #""gesture":{"awake_s":30,"bridge_ms":0,"cooldown_ms":0,"dwell_ms":0,"hand":"any","hysteresis":0,"lost_gesture_ms":0,"#
        + #""min_confidence":0.3,"min_hand_size":0,"people":"all","pose":"any","rearm_after_lost_ms":0,"release_ms":0,"#
        + #""repeat_delay_ms":500,"repeat_ms":0,"threshold":50,"threshold_unit":"px","unlock":"off","#
        + #""view":[640,480],"whole_hand":true},"#
        + #""hands":[{"chirality":"right","id":17},{"chirality":"left"}],"#
        + #""holder":{"name":"g","pid":15},"inhibited_for":["s"],"keys":"unavailable","keys_reason":"h","keys_reason_code":"k","latency_ms":{"max":1,"p50":0.333,"p99":0.667},"pid":1,"precision":"e","profile":null,"#
        + #""profiles":null,"reason":"a","reason_code":"b","#
        + #""resident_kb":11,"source":"d","state":"paused","swipes":{"left":9,"right":10},"swipes_today":[1,2],"uptime_s":0.3,"version":"f"}}"#
        + "\n")
  }

  @Test("A status says whether the swipes are asleep, unless they always are awake")
  func asleep() {
    for (unlock, untilNs, isAsleep) in [(.double, nil, true), (.double, 5, false), (.off, nil, false)] as [(UnlockRule, UInt64?, Bool)] {
      let status = Status(state: .running, keys: .off, source: "auto", precision: "f32", pid: 1) {
        ($0.gesture, $0.awakeUntilNs) = (GestureOptions { $0.unlock = unlock }, untilNs)
      }
      #expect(status.isAsleep == isAsleep && status.usesUnlock == (unlock == .double))
    }
  }

  @Test("A frame has every member, null where no hand counts")
  func emptyFrameLine() {
    #expect(
      text(.frame(Sample.empty))
        == #"{"jsonrpc":"2.0","method":"frame","params":{"armed":true,"captured_ns":1000,"distance":null,"down_threshold":null,"fingers":null,"frame":7,"hands":[],"#
        + #""height":480,"interrupted_ns":null,"reason":null,"reason_code":null,"threshold":null,"width":640,"zone":null}}"# + "\n")
  }

  @Test("The joints of a hand have their names, and each number is the shortest that reads back as itself")
  func frameLine() {
    let third = Float(1) / 3
    let points = ["thumbTip": Hand.Point(x: 100 * third, y: -third, z: -1e-5, confidence: 2 * third)]
    let frame = FrameEvent(
      frame: 7, capturedNs: 1000, width: 640, height: 480,
      hands: [
        Hand(confidence: third, chirality: .right, id: 12, fingers: [.index, .little], points: points),
        Hand(confidence: 0.5, chirality: .left, points: [:]),
      ], distance: 200 / 3, threshold: 151 / 3, downThreshold: 91 / 3,
      zone: .down, armed: false, reason: "held 90 of 150 ms", reasonCode: "dwell")
    #expect(
      text(.frame(frame))
        == #"{"jsonrpc":"2.0","method":"frame","params":{"armed":false,"captured_ns":1000,"distance":66.67,"down_threshold":30.33,"fingers":2,"frame":7,"#
        + #""hands":[{"chirality":"right","confidence":0.33333334,"fingers":["index","little"],"id":12,"points":{"thumbTip":{"confidence":0.6666667,"x":33.333336,"y":-0.33333334,"z":-1e-05}}},"#
        + #"{"chirality":"left","confidence":0.5,"fingers":[],"points":{}}],"#
        + #""height":480,"interrupted_ns":null,"reason":"held 90 of 150 ms","reason_code":"dwell","threshold":50.33,"width":640,"zone":"down"}}"#
        + "\n")
  }

  @Test("A frame without the members of later versions can be read")
  func oldFrame() throws {
    let line =
      #"{"jsonrpc":"2.0","method":"frame","params":{"armed":true,"captured_ns":1000,"distance":null,"frame":7,"hands":[],"#
      + #""height":480,"interrupted_ns":null,"width":640,"zone":null}}"#
    #expect(try ServerMessage(line: Array(line.utf8)) == .event(.frame(Sample.empty)))
    let hand = #"{"chirality":"left","confidence":0.5,"points":{}}"#
    #expect(try JSONCoding.decode(Hand.self, from: Array(hand.utf8)) == Hand(confidence: 0.5, chirality: .left, points: [:]))
  }

  @Test("The id of a hand is an integer", arguments: ["1e99", "9223372036854775808", "1.5", "-1e400", #""1""#, "[1]", "true"])
  func handID(text: String) {
    let hand = #"{"chirality":"left","confidence":0.5,"id":\#(text),"points":{}}"#
    #expect(throws: (any Error).self) { try JSONCoding.decode(Hand.self, from: Array(hand.utf8)) }
  }

  @Test("A hand that appears or disappears is one line, and so is a count of lost events")
  func handLine() {
    #expect(
      text(.hand(HandEvent(present: true, frame: 7, capturedNs: 1000)))
        == #"{"jsonrpc":"2.0","method":"hand","params":{"captured_ns":1000,"frame":7,"present":true}}"# + "\n")
    #expect(
      text(.dropped(DroppedEvent(topic: .frame, count: 12)))
        == #"{"jsonrpc":"2.0","method":"dropped","params":{"count":12,"topic":"frame"}}"# + "\n")
  }

  @Test("Four hands with the longest numbers fit into a line")
  func longestFrame() {
    let far = Hand.Point(x: -1.1754944e-38, y: -1.1754944e-38, z: -1.1754944e-38, confidence: 0.12345679)
    let points = Sample.hand.points.mapValues { _ in far }
    let hand = Hand(confidence: 0.123, chirality: .right, id: .min, fingers: Finger.allCases, points: points)
    var frame = Sample.frame
    frame.hands = [hand, hand, hand, hand]
    #expect(Event.frame(frame).line.count < lineLimit)
  }

  @Test(
    "Numbers are rounded and written short",
    arguments: [
      (-83.400001525, "-83.4"), (50.04, "50.04"), (100, "100"), (-0.001, "0"), (0.005, "0.01"), (1e9, "1000000000"),
    ])
  func numbers(value: Double, written: String) {
    var event = swipe
    event.distance = value
    #expect(text(.gesture(event)).contains("\"distance\":\(written),"))
  }

  @Test("Infinity and NaN are null", arguments: [Double.nan, .infinity, -.infinity])
  func noNumber(value: Double) {
    var event = swipe
    event.confidence = value
    #expect(text(.gesture(event)).contains(#""confidence":null,"#))
    let status = Status(state: .running, keys: .off, source: "auto", precision: "f32", pid: 1) { ($0.uptimeS, $0.fps) = (value, value) }
    #expect(text(.status(status)).contains(#""fps":null,"#) && text(.status(status)).contains(#""uptime_s":null,"#))
  }

  @Test("The largest numbers are written as numbers", arguments: [1e308, -Double.greatestFiniteMagnitude])
  func largestNumbers(value: Double) throws {
    var event = swipe
    event.distance = value
    guard case .event(.gesture(let received)) = try ServerMessage(line: Event.gesture(event).line) else { throw CancellationError() }
    #expect(received.distance == value)
  }

  @Test("Text is escaped and stays on one line")
  func escapes() throws {
    let reason = "a \"b\" \\ c\nd\te\u{1}\u{1f} é 🖐"
    let status = Status(state: .paused, keys: .off, source: "auto", precision: "f32", pid: 1) { $0.reason = reason }
    let line = Event.status(status).line
    #expect(text(.status(status)).contains(#""reason":"a \"b\" \\ c\nd\te\u0001\u001f é 🖐""#))
    #expect(line.firstIndex(of: 10) == line.count - 1)
    #expect(try ServerMessage(line: line) == .event(.status(status)))
  }

  @Test("A client ignores members and methods that it does not know")
  func unknownFields() throws {
    let hello = #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"version":"9","pid":3,"new":[{}]},"x":1}"#
    #expect(try ServerMessage(line: Array(hello.utf8)) == .event(.hello(Hello(version: "9", pid: 3))))
    #expect(try ServerMessage(line: Array(#"{"jsonrpc":"2.0","method":"later","params":{}}"#.utf8)) == .other)
  }

  @Test("A gesture of a newer daemon is skipped, and a swipe that lacks its direction is no message")
  func unknownGesture() throws {
    let rest = #""phase":"began","seq":2,"distance":-83.4,"chirality":"left","confidence":0.98,"frame":7,"captured_ns":1,"emitted_ns":2"#
    func message(_ method: String, _ gesture: String) throws -> ServerMessage {
      try ServerMessage(line: Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"gesture":"\#(gesture)",\#(rest)}}"#.utf8))
    }
    #expect(try message("gesture", "open_hand") == .other && message("gesture", "thumb_up") == .other)
    #expect(throws: DecodingError.self) { try message("swipe", "thumb_up") }
  }

  @Test("A status without counts of damaged frames can be read, and one with more counts too")
  func otherFrames() throws {
    let frames = try JSONCoding.decode(
      Status.Frames.self, from: Array(#"{"dropped":8,"handled":5,"skipped":7,"tracked":6,"blurred":1}"#.utf8))
    #expect(frames == .init(handled: 5, tracked: 6, reused: 7, dropped: 8))
  }

  @Test("A client finds the error among the responses to a batch")
  func refusalInBatch() throws {
    let answers = #"[{"jsonrpc":"2.0","result":[],"id":1},{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"},"id":2}]"#
    #expect(try ServerMessage(line: Array(answers.utf8)) == .error(RPCError(code: -32601, message: "no")))
    #expect(throws: (any Error).self) { try ServerMessage(line: Array("SSH-2.0".utf8)) }
  }

  @Test("One request is a line, several are a batch on one line")
  func requestLines() {
    #expect(
      String(decoding: Request.line([.status]), as: UTF8.self) == #"{"id":1,"jsonrpc":"2.0","method":"status"}"# + "\n")
    #expect(
      String(decoding: Request.line([.unsubscribe([.status, .swipe]), .subscribe([.swipe])]), as: UTF8.self)
        == #"[{"id":1,"jsonrpc":"2.0","method":"unsubscribe","params":{"topics":["swipe","status"]}},"#
        + #"{"id":2,"jsonrpc":"2.0","method":"subscribe","params":{"topics":["swipe"]}}]"# + "\n")
  }
}
