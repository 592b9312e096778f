/// The 21 joints of a hand, by the names that Apple's Vision gives them, in the order of MediaPipe's model output.
public enum JointName: Int, Sendable, CaseIterable {
  case wrist
  case thumbCMC, thumbMP, thumbIP, thumbTip
  case indexMCP, indexPIP, indexDIP, indexTip
  case middleMCP, middlePIP, middleDIP, middleTip
  case ringMCP, ringPIP, ringDIP, ringTip
  case littleMCP, littlePIP, littleDIP, littleTip

  /// The five fingertips, thumb first.
  public static let fingertips: [JointName] = [.thumbTip, .indexTip, .middleTip, .ringTip, .littleTip]

  /// The name as JSON has it: `"wrist"`, `"thumbTip"`, …
  public var name: String { String(describing: self) }
}
