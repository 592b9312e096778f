import Corpus
import Gestures
import Hands
import Testing

/// A right hand, palm to the camera and upright, the wrist at the bottom.
///
/// - Parameters:
///   - shown: the stretched fingers; the others are curled, the thumb is folded over the palm.
///   - right: how far the hand is moved to the right, px.
private func makeHand(
  showing shown: Set<Finger>, chirality: Chirality = .right, right: Float = 0
) -> HumanHandPoseObservation {
  var points: [JointName: SIMD3<Float>] = [.wrist: [320, 400, 0]]
  let thumb: [SIMD3<Float>] =
    shown.contains(.thumb)
    ? [[345, 385, 0], [375, 365, 0], [395, 350, 0], [415, 335, 0]] : [[345, 385, 0], [350, 360, -20], [335, 345, -35], [312, 335, -35]]
  for (joint, point) in zip([.thumbCMC, .thumbMP, .thumbIP, .thumbTip] as [JointName], thumb) { points[joint] = point }
  let fingers: [(finger: Finger, joints: [JointName])] = [
    (.index, [.indexMCP, .indexPIP, .indexDIP, .indexTip]), (.middle, [.middleMCP, .middlePIP, .middleDIP, .middleTip]),
    (.ring, [.ringMCP, .ringPIP, .ringDIP, .ringTip]), (.little, [.littleMCP, .littlePIP, .littleDIP, .littleTip]),
  ]
  for (column, (finger, joints)) in fingers.enumerated() {
    let bend: [(y: Float, z: Float)] =
      shown.contains(finger) ? [(300, 0), (260, 0), (235, 0), (215, 0)] : [(300, 0), (275, -25), (295, -40), (312, -20)]
    for (joint, place) in zip(joints, bend) { points[joint] = [350 - 20 * Float(column), place.y, place.z] }
  }
  return HumanHandPoseObservation(confidence: 0.99, chirality: chirality, imageWidth: 640, imageHeight: 480) { joint in
    let point = points[joint]!
    // The other hand is the mirror image.
    return ((chirality == .right ? point.x : 640 - point.x) + right, point.y, point.z)
  }
}

@Suite("The number of fingers shown")
struct FingerCountTests {
  static let combinations: [Set<Finger>] = (0..<32).map { bits in
    Set(Finger.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
  }

  @Test("A fist, each finger alone and every other combination of one hand are told apart", arguments: combinations)
  func oneHand(shown: Set<Finger>) {
    for chirality in Chirality.allCases {
      let hand = makeHand(showing: shown, chirality: chirality)
      #expect(Set(hand.shownFingers) == shown)
      #expect(hand.shownFingers == Finger.allCases.filter(shown.contains))
    }
  }

  @Test(
    "The fingers of both hands are added up, and no hand shows none",
    arguments: [
      ([], 0), ([[]], 0), ([[.thumb], [.thumb]], 2), ([Set(Finger.allCases), [.index]], 6),
      ([Set(Finger.allCases), Set(Finger.allCases)], 10),
    ]
      as [([Set<Finger>], Int)])
  func bothHands(shown: [Set<Finger>], count: Int) {
    let hands = zip(shown, [Chirality.right, .left]).map { makeHand(showing: $0, chirality: $1) }
    #expect(hands.map(\.shownFingers.count).reduce(0, +) == count)
  }

  @Test("Of a hand half out of the picture, only the fingers with their tips in it count")
  func halfOutside() {
    let all = Set(Finger.allCases)
    #expect(makeHand(showing: all, right: 300).shownFingers == [.middle, .ring, .little])
    #expect(makeHand(showing: all, right: -320).shownFingers == [.thumb, .index, .middle])
    #expect(makeHand(showing: all, right: 400).shownFingers.isEmpty)
  }

  @Test("A hand without a size shows no finger")
  func point() {
    let hand = HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { _ in (100, 100, 0) }
    #expect(hand.shownFingers.isEmpty)
  }

  @Test("On the corpus's stills, at least 95 % of the hands are counted exactly")
  func stills() throws {
    let score = FingerScore(try LabeledHand.stills())
    #expect(score.hands == 81)
    #expect(score.exactShare >= 0.95, "\(score)")
  }

  @Test(
    "Of labeled fists, thumbs and open hands that are all in the picture, at least 94 %",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  func tables() throws {
    let score = FingerScore(try People.required().reliableWholeHands())
    #expect(score.hands > 3000)
    #expect(score.exactShare >= 0.94, "\(score)")
  }
}
