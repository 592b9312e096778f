import Foundation
import Gestures
import Hands
import Testing

private let thumb = makeSidewaysHand()
private let resting = makeSidewaysHand(thumbTip: -10)

@Suite("The reason why a hand does not swipe")
struct NoSwipeReasonTests {
  /// The codes of the frames that have a reason, each once in a row.
  private func codes(
    _ hands: [HumanHandPoseObservation?], _ change: (inout GestureSettings) -> Void = { _ in }
  ) -> [String] {
    var settings = GestureSettings.daily
    change(&settings)
    var classifier = SwipeClassifier(settings)
    let codes = hands.enumerated().compactMap { classifier.classify($1, at: UInt64($0) * 50 * millisecond).reason?.code.rawValue }
    // A thumb that has swiped is held, which is no reason on the wire.
    return codes.filter { $0 != "held" }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func held(_ hand: HumanHandPoseObservation?, _ count: Int = 20) -> [HumanHandPoseObservation?] {
    Array(repeating: hand, count: count)
  }

  @Test("A swipe has none but the time that it is held for; nor has a hand at rest, or none")
  func none() {
    #expect(codes(held(thumb)) == ["dwell"])
    #expect(codes(held(resting)).isEmpty && codes(held(nil)).isEmpty)
    #expect(codes(held(thumb, 8) + held(resting)) == ["dwell"])
  }

  @Test(
    "A hand near a gesture names what it lacks",
    arguments: [
      (makeSidewaysHand(curled: false), "fingers_not_curled"), (makeSidewaysHand(thumbTip: -65, middleJoint: -75), "thumb_not_outermost"),
      (makeSidewaysHand(thumbTip: -45), "threshold"),
    ])
  func pose(hand: HumanHandPoseObservation, code: String) {
    #expect(codes(held(hand)) == [code])
  }

  @Test("A hand that does not count says why")
  func counting() {
    #expect(codes(held(thumb)) { $0.hand = .left } == ["other_hand"])
    #expect(codes(held(thumb)) { $0.minHandSize = 300 } == ["too_small"])
    #expect(codes(held(makeSidewaysHand(offset: (0, -130)))) { $0.wholeHand = true } == ["outside_image"])
    #expect(codes(held(makeHand(distance: -80, confidence: 0.2))) == ["low_confidence"])
  }

  @Test("A thumb that comes too soon, or has not rested, says so")
  func timing() {
    #expect(codes(held(thumb, 5) + held(resting, 1) + held(thumb, 4)).last == "cooldown")
    #expect(codes(held(thumb, 5) + held(nil, 10) + held(thumb, 4)) == ["dwell", "not_rested"])
  }

  @Test("The manual page of the protocol lists every code")
  func documented() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let manual = try String(contentsOf: root.appendingPathComponent("Documentation/swiped-protocol.7"), encoding: .utf8)
    for code in NoSwipeReason.Code.allCases where code != .held { #expect(manual.contains("\"\(code.rawValue)\"")) }
  }

  @Test("Its sentence has the numbers")
  func sentences() {
    #expect(NoSwipeReason.dwell(90, 150).sentence(isUp: true) == "held 90 of 150 ms")
    #expect(NoSwipeReason.uncertain(90, 400, isMoving: true).sentence(isUp: true).contains("90 of 400 ms"))
    #expect(NoSwipeReason.notRested(awayMs: 1500).sentence(isUp: true).contains("1.5 s"))
    #expect(!NoSwipeReason.notRested(awayMs: 0).sentence(isUp: true).contains("picture"))
    #expect(NoSwipeReason.threshold(31.004, 50, unit: "px").sentence(isUp: false).contains("31 of 50 px"))
  }
}
