import EventProtocol
import EventSocket
import Foundation
import TestWeb
import Testing

/// What a page learns of gestures that made no swipe.
struct AttemptTests {
  private static let status = Status(state: .running, keys: .ready, source: "synthetic", precision: "f32", pid: 1)
  private static let swipe = GestureEvent(
    seq: 7, gesture: .thumbUp, distance: -83.4, chirality: .left, confidence: 0.98, frame: 1, capturedNs: 1, emittedNs: 1)

  /// Frames of a thumb that is not held for long enough, then of a hand at rest; the attempt is over with the last one.
  private static func attempt(from first: Int) -> [Event] {
    (first..<first + 20).map { number in
      let isHeld = number < first + 10
      return .frame(
        FrameEvent(
          frame: number, capturedNs: UInt64(number) * 33_000_000, width: 640, height: 480, zone: isHeld ? .up : .rest, armed: true,
          reason: isHeld ? "held 90 of 150 ms" : nil, reasonCode: isHeld ? "dwell" : nil))
    }
  }

  /// Runs a test with a page that gets the frames of a daemon.
  ///
  /// - Parameter recent: what the daemon remembers.
  private func withPage(
    remembering recent: [Event] = [], _ body: @escaping @Sendable (EventServer, PageClient) throws -> Void
  ) async throws {
    let scratch = Scratch()
    let daemon = EventServer(
      path: scratch.file("s.sock"), hello: Hello(pid: 1), status: { Self.status }, recent: { _ in RecentEvents(events: recent) },
      control: { _ in .success(Self.status) })
    try await daemon.start()
    try await blocking {
      let app = try AppFixture(daemon: daemon.path)
      let page = try PageClient(app)
      _ = try page.notification("hello")
      page.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
      _ = try page.response(1)
      try body(daemon, page)
      withExtendedLifetime(app) {}
    }
    await daemon.stop()
    withExtendedLifetime(scratch) {}
  }

  /// Sends the frames, each after the page has got the one before.
  private static func show(_ frames: [Event], _ daemon: EventServer, _ page: PageClient) throws {
    for frame in frames {
      daemon.publish(frame)
      _ = try page.notification("frame")
    }
  }

  @Test("An attempt is a notification with its times and what held it back, once it is over")
  func live() async throws {
    try await withPage { daemon, page in
      try Self.show(Self.attempt(from: 1), daemon, page)
      let attempt = try page.notification("attempt")
      #expect(attempt["start_ns"] as? Int == 33_000_000 && attempt["end_ns"] as? Int == 330_000_000)
      #expect(attempt["reason_code"] as? String == "dwell" && attempt["reason"] as? String == "held 90 of 150 ms")
    }
  }

  @Test("A page that comes back gets the swipes and attempts of the last ten seconds, and an attempt that goes on once")
  func missed() async throws {
    let remembered = [Event.gesture(Self.swipe)] + Self.attempt(from: 1001) + Self.attempt(from: 1101).prefix(5)
    try await withPage(remembering: remembered) { daemon, page in
      page.send(#"{"jsonrpc":"2.0","id":2,"method":"last_events"}"#)
      let past = try #require(try page.response(2)["result"] as? [[String: Any]])
      #expect(past.map { $0["method"] as? String } == ["swipe", "attempt"])
      // The first ones are in the daemon's memory, too.
      try Self.show(Self.attempt(from: 1101), daemon, page)
      #expect(try page.notification("attempt")["start_ns"] as? Int == 1101 * 33_000_000)
    }
  }
}
