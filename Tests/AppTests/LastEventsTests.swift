import EventProtocol
import EventSocket
import Foundation
import Gestures
import TestWeb
import Testing

/// What a page learns of the time in which it got no frames.
struct LastEventsTests {
  private static let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 1)
  private static let remembered: [Event] = [
    .gesture(
      GestureEvent(
        seq: 7, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: 1, capturedNs: 1, emittedNs: 1)),
    .frame(FrameEvent(frame: 2, capturedNs: 2, width: 640, height: 480, armed: true)),
    .miss(MissEvent(phase: .began, reasonCode: "dwell", reason: "held 90 of 150 ms", frame: 3, startedNs: 2, capturedNs: 3)),
  ]

  @Test("A page that comes back gets the swipes and misses of the last ten seconds, without the frames")
  func remembered() async throws {
    let scratch = Scratch()
    let daemon = EventServer(
      path: scratch.file("s.sock"), hello: Hello(pid: 1), status: { Self.status }, recent: { _ in RecentEvents(events: Self.remembered) },
      control: { _ in .success(Self.status) })
    try await daemon.start()
    try await blocking {
      let app = try AppFixture(daemon: daemon.path)
      let page = try PageClient(app)
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"last_events"}"#)
      let past = try #require(try page.response(2)["result"] as? [[String: Any]])
      #expect(past.map { $0["method"] as? String } == ["swipe", "miss"])
      #expect((past.last?["params"] as? [String: Any])?["reason_code"] as? String == "dwell")
      withExtendedLifetime(app) {}
    }
    await daemon.stop()
    withExtendedLifetime(scratch) {}
  }
}
