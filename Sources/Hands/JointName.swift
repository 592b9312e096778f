/// The 21 joints of a hand, named as in Apple's Vision, in the order of MediaPipe's model output.
public enum JointName: Int, Sendable, CaseIterable {
  case wrist
  case thumbCMC, thumbMP, thumbIP, thumbTip
  case indexMCP, indexPIP, indexDIP, indexTip
  case middleMCP, middlePIP, middleDIP, middleTip
  case ringMCP, ringPIP, ringDIP, ringTip
  case littleMCP, littlePIP, littleDIP, littleTip

  /// The five fingertips, thumb first.
  public static let fingertips: [JointName] = [.thumbTip, .indexTip, .middleTip, .ringTip, .littleTip]

  /// Pairs of joints that a drawn skeleton connects.
  public static let bones: [(JointName, JointName)] =
    Finger.allCases.flatMap { finger in zip([.wrist] + finger.chain, finger.chain) }
    + [(.indexMCP, .middleMCP), (.middleMCP, .ringMCP), (.ringMCP, .littleMCP)]

  /// The name in JSON: `"wrist"`, `"thumbTip"`, …
  public var name: String { String(describing: self) }
}

extension HumanHandPoseObservation {
  /// As Vision names it, within the observation.
  public typealias JointName = Hands.JointName

  /// The groups of joints, named as in Apple's Vision. The wrist is in none.
  public enum JointsGroupName: String, Sendable, Codable, CaseIterable {
    case thumb, indexFinger, middleFinger, ringFinger, littleFinger

    /// The joints of the finger, that at the tip last.
    public var jointNames: [JointName] {
      switch self {
      case .thumb: Finger.thumb.chain
      case .indexFinger: Finger.index.chain
      case .middleFinger: Finger.middle.chain
      case .ringFinger: Finger.ring.chain
      case .littleFinger: Finger.little.chain
      }
    }
  }
}
