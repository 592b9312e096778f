import Hands

/// A frame whose hands are known, as the rule takes it: of a camera, a trace, the app's page or a calibration.
public struct HandFrame: Sendable {
  /// The hands that it shows, in any order.
  public var hands: [HumanHandPoseObservation]
  /// When it was captured, in ns of a clock that does not go back.
  public var capturedNs: UInt64
  /// Whether the source of the frames was interrupted since the frame before.
  public var isInterrupted: Bool

  /// Creates a frame; see the members.
  public init(_ hands: [HumanHandPoseObservation], at capturedNs: UInt64, isInterrupted: Bool = false) {
    (self.hands, self.capturedNs, self.isInterrupted) = (hands, capturedNs, isInterrupted)
  }
}

extension Collection<HandFrame> {
  /// What the rule makes of recorded frames.
  ///
  /// - Parameter isArmed: whether the first thumb gesture swipes, or one was held before the first frame.
  /// - Returns: each action with the position of its frame, from 0.
  public func actions(under settings: GestureSettings, isArmed: Bool = true) -> [(frame: Int, action: GestureAction)] {
    var classifier = SwipeClassifier(settings, isArmed: isArmed)
    return enumerated().compactMap { index, frame in classifier.classify(frame).action.map { (index, $0) } }
  }
}
