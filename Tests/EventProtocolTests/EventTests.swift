import EventProtocol
import Testing

@Suite("Events on the wire")
struct EventTests {
  let swipe = SwipeEvent(
    seq: 7, direction: .left, gesture: .thumbDown, distance: Double(Float(83.4)), chirality: .right,
    confidence: Double(Float(0.98)), frame: 1234, capturedNs: 81_234_567_890, emittedNs: 81_239_567_890)

  func text(_ event: Event) -> String { String(decoding: event.line, as: UTF8.self) }

  @Test("A swipe is one line, its fields in their order, its numbers without the noise of floats")
  func swipeLine() {
    #expect(
      text(.swipe(swipe))
        == #"{"jsonrpc":"2.0","method":"swipe","params":{"seq":7,"direction":"left","gesture":"thumb_down","distance":83.4,"#
        + #""chirality":"right","confidence":0.98,"frame":1234,"captured_ns":81234567890,"emitted_ns":81239567890}}"# + "\n")
  }

  @Test("A hello says protocol, version and process")
  func helloLine() {
    #expect(
      text(.hello(Hello(pid: 42)))
        == #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"version":"0.1.0","pid":42}}"# + "\n")
  }

  @Test("A status names every field, null where there is no value")
  func emptyStatusLine() {
    let status = Status(state: .noCamera, keys: .off, source: "auto", precision: "f32", pid: 42)
    #expect(
      text(.status(status))
        == #"{"jsonrpc":"2.0","method":"status","params":{"state":"no_camera","reason":null,"camera":null,"keys":"off","#
        + #""source":"auto","precision":"f32","version":"0.1.0","pid":42,"uptime_s":0,"fps":null,"#
        + #""frames":{"handled":0,"tracked":0,"skipped":0,"dropped":0},"swipes":{"left":0,"right":0},"#
        + #""latency_ms":null,"cpu_ms_per_frame":null,"resident_kb":0}}"# + "\n")
  }

  @Test("A full status comes back as it went")
  func statusRoundTrip() throws {
    let status = Status(
      state: .running, reason: "dim light",
      camera: .init(path: "/dev/video0", name: "Cam", width: 640, height: 480, fps: 29.97, format: "YUYV"),
      keys: .ready, source: "/dev/video0", precision: "bf16", pid: 9, uptimeS: 12.5, fps: 29.9,
      frames: .init(handled: 5, tracked: 4, skipped: 1, dropped: 2), swipes: .init(left: 3, right: 1),
      latencyMs: .init(p50: 3.25, p99: 7.5, max: 12), cpuMsPerFrame: 4.125, residentKb: 98_304)
    #expect(try ServerMessage(line: Event.status(status).line) == .event(.status(status)))
  }

  @Test("Swipe and hello come back as they went, to the decimals that are sent")
  func roundTrips() throws {
    var sent = swipe
    sent.distance = 83.4
    sent.confidence = 0.98
    #expect(try ServerMessage(line: Event.swipe(swipe).line) == .event(.swipe(sent)))
    #expect(try ServerMessage(line: Event.hello(Hello(pid: 1)).line) == .event(.hello(Hello(pid: 1))))
  }

  @Test(
    "Numbers are rounded and written short",
    arguments: [
      (-83.400001525, "-83.4"), (50.04, "50.04"), (100, "100"), (-0.001, "0"), (0.005, "0.01"), (1e9, "1000000000"),
    ])
  func numbers(value: Double, written: String) {
    var event = swipe
    event.distance = value
    #expect(text(.swipe(event)).contains("\"distance\":\(written),"))
  }

  @Test("What is no number is null", arguments: [Double.nan, .infinity])
  func noNumber(value: Double) {
    var event = swipe
    event.confidence = value
    #expect(text(.swipe(event)).contains(#""confidence":null,"#))
  }

  @Test("Text is escaped, and stays one line")
  func escapes() throws {
    let reason = "a \"b\" \\ c\nd\te\u{1}\u{1f} é 🖐"
    let status = Status(state: .paused, reason: reason, keys: .off, source: "auto", precision: "f32", pid: 1)
    let line = Event.status(status).line
    #expect(text(.status(status)).contains(#""reason":"a \"b\" \\ c\nd\te\u0001\u001f é 🖐""#))
    #expect(line.firstIndex(of: 10) == line.count - 1)
    #expect(try ServerMessage(line: line) == .event(.status(status)))
  }

  @Test("A reader passes over fields and methods that it does not know")
  func unknownFields() throws {
    let hello = #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"version":"9","pid":3,"new":[{}]},"x":1}"#
    #expect(try ServerMessage(line: Array(hello.utf8)) == .event(.hello(Hello(version: "9", pid: 3))))
    #expect(try ServerMessage(line: Array(#"{"jsonrpc":"2.0","method":"later","params":{}}"#.utf8)) == .other)
  }

  @Test("A reader is told of the refusal among the answers to a batch")
  func refusalInBatch() throws {
    let answers = #"[{"jsonrpc":"2.0","result":[],"id":1},{"jsonrpc":"2.0","error":{"code":-32601,"message":"no"},"id":2}]"#
    #expect(try ServerMessage(line: Array(answers.utf8)) == .error(RPCError(code: -32601, message: "no")))
    #expect(throws: (any Error).self) { try ServerMessage(line: Array("SSH-2.0".utf8)) }
  }

  @Test("Requests are one line, several a batch")
  func requestLines() {
    #expect(
      String(decoding: Request.line([.status]), as: UTF8.self) == #"{"jsonrpc":"2.0","method":"status","id":1}"# + "\n")
    #expect(
      String(decoding: Request.line([.unsubscribe([.status, .swipe]), .subscribe([.swipe])]), as: UTF8.self)
        == #"[{"jsonrpc":"2.0","method":"unsubscribe","params":{"topics":["swipe","status"]},"id":1},"#
        + #"{"jsonrpc":"2.0","method":"subscribe","params":{"topics":["swipe"]},"id":2}]"# + "\n")
  }
}
