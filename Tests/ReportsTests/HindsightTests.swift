import EventProtocol
import Gestures
import Hands
import Reports
import Testing

@Suite("What would have prevented a swipe that was not meant")
struct HindsightTests {
  /// A hand whose thumb tip is so far above its wrist, in pixels.
  private func frame(_ number: Int, height: Float) -> FrameEvent {
    let hand = HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
      (300, joint == .thumbTip ? 240 - height : 240, 0)
    }
    return FrameEvent(
      frame: number, capturedNs: time(number), width: 640, height: 480, hands: [Hand(hand, fingers: [])], distance: Double(-height),
      zone: height > 50 ? .up : .rest, armed: height <= 50)
  }

  private func swipe(_ number: Int) -> Event {
    .gesture(
      GestureEvent(
        seq: 1, gesture: .thumbUp, distance: -60, chirality: .right, confidence: 1, frame: number,
        capturedNs: time(number), emittedNs: time(number)))
  }

  private func time(_ frame: Int) -> UInt64 { 1_000_000_000 + UInt64(frame) * 33_333_333 }

  @Test("It is known a moment after the gesture, or when the events end")
  func later() throws {
    for length in [30, 90] {
      var hindsight = Hindsight()
      var found: [PreventedSwipe] = []
      for number in 0..<length {
        let isUp = (20..<25).contains(number)
        if number == 20 { found += [hindsight.take(swipe(number))].compactMap(\.self) }
        found += [hindsight.take(.frame(frame(number, height: isUp ? 62 : 0)))].compactMap(\.self)
      }
      #expect(found.isEmpty == (length == 30))
      found += [hindsight.end()].compactMap(\.self)
      let one = try #require(found.first)
      #expect(found.count == 1 && one.swipe.capturedNs == time(20))
      #expect(one.preventions.contains { $0.key == "dwell_ms" && $0.value == .integer(150) })
      #expect(one.preventions.contains { $0.key == "threshold" && $0.value == .number(65) })
    }
  }

  @Test("It is known where the swipes sleep, however long ago they were woken")
  func unlocked() throws {
    var (hindsight, settings) = (Hindsight(), GestureSettings())
    settings.unlock = .double
    let status = Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1) { $0.gesture = GestureOptions(settings) }
    _ = hindsight.take(.status(status))
    for number in 0..<30 {
      if number == 20 { _ = hindsight.take(swipe(number)) }
      _ = hindsight.take(.frame(frame(number, height: (20..<25).contains(number) ? 62 : 0)))
    }
    let found = hindsight.end()
    #expect(try #require(found).preventions.contains { $0.key == "dwell_ms" })
  }

  @Test("A raised hand that daily would not have swiped at is named under plain, and under no other profile", arguments: ["plain", "mine"])
  func onlyPlain(profile: String) throws {
    var hindsight = Hindsight()
    _ = hindsight.take(
      .status(
        Status(state: .running, keys: .ready, source: "auto", precision: "f32", pid: 1) {
          ($0.gesture, $0.profile) = (GestureOptions(), profile)
        }))
    for number in 0..<30 {
      if number == 20 { _ = hindsight.take(swipe(number)) }
      _ = hindsight.take(.frame(frame(number, height: number < 20 ? 0 : 62)))
    }
    // All fingers of this hand are at its wrist, which no thumb that is shown looks like.
    let found = hindsight.end()
    let prevented = try #require(found)
    #expect(prevented.isOnlyPlain == (profile == "plain"))
  }

  @Test("That is said of the first such swipe of each day")
  func daily() {
    var advice = DailyAdvice()
    guard case .gesture(let event) = swipe(1) else { return }
    let (plain, other) = (PreventedSwipe(event, [], isOnlyPlain: true), PreventedSwipe(event, []))
    let due = [(other, 1), (plain, 1), (plain, 1), (plain, 2)].map { advice.isDue($0, onDay: $1) }
    #expect(due == [false, true, false, true])
  }

  @Test("Of a swipe without its frame, nothing is known")
  func noFrames() {
    var hindsight = Hindsight()
    _ = hindsight.take(swipe(3))
    #expect(hindsight.end() == nil)
  }
}
