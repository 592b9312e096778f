import Gestures
import Hands

/// A hand made for a test: every joint at `rest` unless placed.
func makeHand(
  _ placed: [JointName: (Float, Float)] = [:], elsewhere rest: (Float, Float) = (300, 240), confidence: Float = 1,
  chirality: Chirality = .right, width: Int = 640, height: Int = 480
) -> HumanHandPoseObservation {
  HumanHandPoseObservation(confidence: confidence, chirality: chirality, imageWidth: width, imageHeight: height) { joint in
    let (x, y) = placed[joint] ?? rest
    return (x, y, 0)
  }
}

/// A hand whose thumb tip is a number of image pixels below its wrist.
func makeHand(distance: Float, confidence: Float = 1, chirality: Chirality = .right) -> HumanHandPoseObservation {
  makeHand([.thumbTip: (300, 240 + distance)], confidence: confidence, chirality: chirality)
}

/// A hand seen from the side, 100 px from wrist to middle knuckle, its thumb 120 px above the wrist.
///
/// - Parameters:
///   - curled: whether the four fingertips are nearer to the wrist than their middle joints.
///   - thumbTip: how far the thumb tip is below the wrist, px.
///   - down: turned over, so that the thumb is below.
///   - middleJoint: how far the middle joint of the index finger is below the wrist, px, if not beside it.
///   - offset: where the hand is, px.
func makeSidewaysHand(
  curled: Bool = true, thumbTip: Float = -120, down: Bool = false, middleJoint: Float? = nil, chirality: Chirality = .right,
  offset: (x: Float, y: Float) = (0, 0)
) -> HumanHandPoseObservation {
  let side: Float = down ? -1 : 1
  var joints: [JointName: (Float, Float)] = [.wrist: (200, 240)]
  let fingers: [[JointName]] = [
    [.indexMCP, .indexPIP, .indexDIP, .indexTip], [.middleMCP, .middlePIP, .middleDIP, .middleTip],
    [.ringMCP, .ringPIP, .ringDIP, .ringTip], [.littleMCP, .littlePIP, .littleDIP, .littleTip],
  ]
  for (row, finger) in fingers.enumerated() {
    let y = 240 + side * Float(row - 1) * 20
    let xs: [Float] = curled ? [300, 340, 310, 280] : [300, 340, 380, 420]
    for (joint, x) in zip(finger, xs) { joints[joint] = (x, y) }
  }
  joints[.thumbCMC] = (230, 240 - side * 20)
  joints[.thumbMP] = (250, 240 - side * 50)
  joints[.thumbIP] = (255, 240 - side * 70)
  joints[.thumbTip] = (255, 240 + side * thumbTip)
  if let middleJoint { joints[.indexPIP] = (310, 240 + middleJoint) }
  return makeHand(joints.mapValues { ($0.0 + offset.x, $0.1 + offset.y) }, chirality: chirality)
}

let millisecond: UInt64 = 1_000_000

extension SwipeClassifier {
  /// Classifies one frame after another, `stepMs` apart, and gives each frame's swipe.
  mutating func swipes(_ hands: [HumanHandPoseObservation?], stepMs: UInt64 = 100) -> [SwipeDirection?] {
    hands.enumerated().map { classify($1, at: UInt64($0) * stepMs * millisecond).action?.direction }
  }
}

/// The swipes of a sequence of frames under settings that `change` sets.
func swipes(_ hands: [HumanHandPoseObservation?], stepMs: UInt64 = 100, _ change: (inout GestureSettings) -> Void = { _ in })
  -> [SwipeDirection?]
{
  var settings = GestureSettings()
  change(&settings)
  var classifier = SwipeClassifier(settings)
  return classifier.swipes(hands, stepMs: stepMs)
}

let up = makeHand(distance: -80)
let down = makeHand(distance: 80)
let rest = makeHand(distance: 10)
