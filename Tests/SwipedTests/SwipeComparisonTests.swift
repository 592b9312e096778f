import EventProtocol
import Gestures
import Testing
import swiped

private func swipe(_ seq: Int, _ frame: Int, _ gesture: Gesture = .thumbDown) -> GestureEvent {
  GestureEvent(
    seq: seq, gesture: gesture, distance: 60, chirality: .left, confidence: 1, frame: frame, capturedNs: UInt64(frame) * 10, emittedNs: 2)
}

@Suite("The swipes of a replay, compared with those that were recorded")
struct SwipeComparisonTests {
  private func summary(
    recorded: [GestureEvent], replayed: [GestureEvent], lastNs: UInt64 = 10_000, limit: Int = 10
  ) -> String {
    var comparison = SwipeComparison(limit: limit)
    for swipe in recorded { comparison.add(recorded: swipe) }
    for swipe in replayed { comparison.add(replayed: SwipeComparison.Moment(swipe)) }
    return comparison.summary(untilFrameOf: lastNs)
  }

  @Test("Equal swipes are the same as recorded; one of a frame after the last is not compared")
  func same() {
    let swipes = [swipe(1, 10), swipe(2, 20, .thumbUp)]
    #expect(summary(recorded: swipes, replayed: swipes) == "the same as recorded")
    #expect(summary(recorded: swipes + [swipe(3, 30)], replayed: swipes, lastNs: 290) == "the same as recorded")
  }

  @Test("Frames are told apart by their times, since their numbers begin anew when a camera is opened again")
  func numbersAgain() {
    func swipe(_ seq: Int, _ frame: Int, at ns: UInt64) -> GestureEvent {
      GestureEvent(
        seq: seq, gesture: .thumbUp, distance: 60, chirality: .left, confidence: 1, frame: frame, capturedNs: ns, emittedNs: ns)
    }
    let swipes = [swipe(1, 90, at: 900), swipe(2, 20, at: 1200)]
    #expect(summary(recorded: swipes, replayed: swipes, lastNs: 1300) == "the same as recorded")
  }

  @Test("The summary names the first difference")
  func differences() {
    let swipes = [swipe(1, 10), swipe(2, 20, .thumbUp)]
    #expect(
      summary(recorded: swipes, replayed: [swipe(1, 10)])
        == "where 2 were recorded: after the first 1, no more instead of right at frame 20")
    #expect(
      summary(recorded: [swipe(1, 10)], replayed: [swipe(1, 11)])
        == "where 1 were recorded: after the first 0, left at frame 11 instead of left at frame 10")
  }

  @Test("Beyond the limit, swipes are only counted")
  func limit() {
    let many = (1...50).map { swipe($0, $0) }
    #expect(summary(recorded: many, replayed: many) == "the same as recorded")
    #expect(summary(recorded: many, replayed: Array(many.dropLast())).hasPrefix("where 50 were recorded: after the first 10, "))
  }

  @Test("Swipes of frames before the first one are forgotten, except the number of the last")
  func beginning() {
    var comparison = SwipeComparison()
    for seq in 4...6 { comparison.add(recorded: swipe(seq, seq * 10)) }
    let (lastSeq, hasOwn) = comparison.begin(atFrameOf: 600)
    #expect(lastSeq == 5 && hasOwn)
    comparison.add(replayed: SwipeComparison.Moment(swipe(6, 60)))
    #expect(comparison.summary(untilFrameOf: 600) == "the same as recorded")
  }
}
