/// How soon a change of a tracked hand must be seen.
public enum TrackingNeed: Sendable {
  /// In the frame that shows it, even if no motion is seen there.
  case always
  /// In the frame that shows the motion.
  case whenMoved
  /// In that frame or the next one.
  case soon
}
