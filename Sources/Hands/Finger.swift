/// A finger of a hand.
public enum Finger: String, Sendable, Codable, CaseIterable {
  case thumb, index, middle, ring, little

  package static let withoutThumb: [Finger] = [.index, .middle, .ring, .little]

  /// The joint at its tip.
  public var tip: JointName { joints.tip }

  /// Its first, its second and its last joint.
  package var joints: (base: JointName, middle: JointName, tip: JointName) {
    switch self {
    case .thumb: (.thumbCMC, .thumbMP, .thumbTip)
    case .index: (.indexMCP, .indexPIP, .indexTip)
    case .middle: (.middleMCP, .middlePIP, .middleTip)
    case .ring: (.ringMCP, .ringPIP, .ringTip)
    case .little: (.littleMCP, .littlePIP, .littleTip)
    }
  }
}
