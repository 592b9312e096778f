import Calibration
import Gestures
import Hands

let millisecond: UInt64 = 1_000_000

/// A hand seen from the side, 100 px from wrist to middle knuckle.
///
/// - Parameters:
///   - height: of the thumb above the wrist, in hand sizes.
///   - curled: whether the four fingers make a fist.
func makeHand(_ height: Float, curled: Bool = true) -> HumanHandPoseObservation {
  let side: Float = height < 0 ? -1 : 1
  var joints: [JointName: (Float, Float)] = [.wrist: (200, 240)]
  let fingers: [[JointName]] = [
    [.indexMCP, .indexPIP, .indexDIP, .indexTip], [.middleMCP, .middlePIP, .middleDIP, .middleTip],
    [.ringMCP, .ringPIP, .ringDIP, .ringTip], [.littleMCP, .littlePIP, .littleDIP, .littleTip],
  ]
  for (row, finger) in fingers.enumerated() {
    let xs: [Float] = curled ? [300, 340, 310, 280] : [300, 340, 380, 420]
    for (joint, x) in zip(finger, xs) { joints[joint] = (x, 240 + side * Float(row - 1) * 20) }
  }
  for (joint, part) in zip([JointName.thumbCMC, .thumbMP, .thumbIP, .thumbTip], [0.15, 0.4, 0.7, 1] as [Float]) {
    joints[joint] = (240 + 15 * part, 240 - height * 100 * part)
  }
  return HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
    let (x, y) = joints[joint] ?? (200, 240)
    return (x, y, 0)
  }
}

/// The middle knuckle is at the height of the wrist only in the row of the middle finger, which the tests rely on.
extension GestureSettings {
  /// What the daily profile is in these tests, whatever becomes of the real one.
  static let testProfile: GestureSettings = {
    var settings = GestureSettings()
    (settings.pose, settings.threshold, settings.dwellMs, settings.rearmAfterLostMs) = (.thumb, .handSizes(0.6), 150, 1000)
    return settings
  }()
}

/// A person who does what a session asks for, at 30 frames a second.
struct Person {
  var session: CalibrationSession
  private(set) var notices: [CalibrationSession.Notice] = []
  private var ns: UInt64 = 0
  private var isInterrupted = false

  init(_ profile: GestureSettings = .testProfile) { session = CalibrationSession(profile: profile) }

  /// Holds a hand for some time; nil: none.
  mutating func hold(_ hand: HumanHandPoseObservation?, _ milliseconds: UInt64) {
    let end = ns + milliseconds * millisecond
    while ns < end {
      notices += session.take(HandFrame([hand].compactMap(\.self), at: ns, isInterrupted: isInterrupted))
      isInterrupted = false
      ns += 33 * millisecond
    }
  }

  mutating func rest(_ milliseconds: UInt64 = 800) { hold(makeHand(0.05), milliseconds) }

  mutating func gesture(_ height: Float, holding milliseconds: UInt64, curled: Bool = true) {
    hold(makeHand(height, curled: curled), milliseconds)
    rest(600)
  }

  /// Has the next frame report an interruption.
  mutating func interrupt() { isInterrupted = true }

  /// Jumps over some time without a frame.
  mutating func skip(seconds: UInt64) { ns += seconds * 1000 * millisecond }

  /// The whole minute.
  ///
  /// - Parameter desk: what the hands do in the ten seconds, frame by frame.
  mutating func calibrate(
    height: Float = 1.1, holding milliseconds: UInt64 = 500, desk: (_ millisecond: UInt64) -> HumanHandPoseObservation? = { _ in nil }
  ) {
    rest(1000)
    for _ in 0..<5 { gesture(height, holding: milliseconds) }
    for _ in 0..<5 { gesture(-height, holding: milliseconds) }
    let start = ns
    while session.step == .desk { hold(desk((ns - start) / millisecond), 1) }
  }
}
