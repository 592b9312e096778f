/// A finger of a hand.
public enum Finger: String, Sendable, Codable, CaseIterable {
  case thumb, index, middle, ring, little

  package static let withoutThumb: [Finger] = [.index, .middle, .ring, .little]

  /// The joint at its tip.
  public var tip: JointName { joints.tip }

  /// Its four joints, that at the tip last.
  public var chain: [JointName] { (joints.base.rawValue...joints.tip.rawValue).compactMap(JointName.init) }

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
