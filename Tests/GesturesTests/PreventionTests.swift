import Gestures
import Hands
import Testing

@Suite("What would have prevented a swipe")
struct PreventionTests {
  private func frames(_ hands: [HumanHandPoseObservation?]) -> [HandFrame] {
    hands.enumerated().map { HandFrame($1.map { [$0] } ?? [], at: UInt64($0) * 50 * millisecond) }
  }

  @Test("A longer dwell than the thumb was shown, and a higher threshold than it reached; each alone prevents the swipe")
  func daily() throws {
    let thumb = Array(repeating: makeSidewaysHand() as HumanHandPoseObservation?, count: 8)
    let frames = frames(Array(repeating: nil, count: 3) + thumb + Array(repeating: nil, count: 10))
    let swipe = try #require(frames.actions(under: .daily).first)
    let preventions = frames.preventions(of: swipe.action.gesture, in: swipe.frame, under: .daily)
    #expect(preventions.map(\.key) == ["dwell_ms", "threshold"])
    #expect(preventions[0].value == .integer(400))
    for prevention in preventions {
      let changed = try #require(GestureOption.named(prevention.key)?.setting(prevention.value, in: .daily))
      #expect(frames.actions(under: changed).isEmpty, "\(prevention)")
    }
  }

  @Test("A longer dwell prevents nothing where the thumb is still shown when the frames end")
  func shownAtEnd() throws {
    let frames = frames(Array(repeating: nil, count: 3) + Array(repeating: makeSidewaysHand() as HumanHandPoseObservation?, count: 8))
    let swipe = try #require(frames.actions(under: .daily).first)
    let preventions = frames.preventions(of: swipe.action.gesture, in: swipe.frame, under: .daily)
    #expect(preventions.map(\.key) == ["threshold"])
  }

  @Test("Of two swipes within a moment, that of the gesture is meant")
  func opposite() throws {
    let (up, down) = (makeSidewaysHand(), makeSidewaysHand(down: true))
    let frames = frames([rest, up, rest, down, rest, rest])
    let actions = frames.actions(under: .plain)
    try #require(actions.count == 2)
    for (frame, action) in actions {
      for prevention in frames.preventions(of: action.gesture, in: frame, under: .plain) {
        let changed = try #require(GestureOption.named(prevention.key)?.setting(prevention.value, in: .plain))
        #expect(!frames.actions(under: changed).contains { $0.action.gesture == action.gesture }, "\(prevention)")
      }
    }
  }

  @Test("The thumb pose prevents what only the plain rule takes for a gesture")
  func plain() {
    let frames = frames([rest, makeSidewaysHand(curled: false), rest])
    #expect(frames.preventions(of: .thumbUp, in: 1, under: .plain).map(\.description).contains(#"pose = "thumb""#))
  }

  @Test("A frame without a swipe has none")
  func none() {
    #expect(frames([rest, rest]).preventions(of: .thumbUp, in: 1, under: .plain).isEmpty)
  }
}
