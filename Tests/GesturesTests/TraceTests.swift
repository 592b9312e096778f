import Gestures
import Testing

@Suite("Recorded traces")
struct TraceTests {
  @Test("The default rule gives the swipes that an independent implementation computed", arguments: Trace.names)
  func swipes(_ name: String) throws {
    let trace = try Trace(named: name)
    #expect(GestureSettings().swipes(trace.hands, fps: trace.fps) == trace.swipes)
  }

  @Test("The traces have more than a thousand frames and both kinds of swipe")
  func size() throws {
    let traces = try Trace.names.map(Trace.init(named:))
    #expect(traces.reduce(0) { $0 + $1.hands.count } == 1331)
    #expect(traces.reduce(0) { $0 + $1.hands.count { $0 != nil } } == 1166)
    #expect(traces.flatMap(\.swipes).count { $0.direction == .left } == 6)
    #expect(traces.flatMap(\.swipes).count { $0.direction == .right } == 23)
  }
}
