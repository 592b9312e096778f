import Hands

/// Whether a hand may show a thumb: a closed hand with the thumb on its outside, up or down.
///
/// Decided on the joints in three dimensions. The limits let 99 of 100 labeled thumbs pass and few other hands; which of them show a thumb is
/// for ``ThumbLook``. Nothing depends on the hand's size, and little on the scale of z.
public enum ThumbPose: Sendable, Equatable {
  case thumb
  case fingersNotCurled
  /// The thumb lies more across than up or down.
  case thumbNotUpright
  /// Another part of the hand is as high (or low) as the thumb tip.
  case thumbNotOutermost

  /// The cosine of 60°, by which a thumb may be off upright in the picture.
  static let leastUprightness: Float = 0.5
  /// By how much the fingers may be looser, and the thumb less far out, than those of a clear pose. Such a thumb must look the clearer.
  private static let margin: Float = 0.05

  /// - Parameters:
  ///   - zone: which way the thumb must point. A hand at rest shows no thumb.
  ///   - slack: by how much the fingers may be looser, and the thumb less far out, than the limits are.
  init(_ hand: HumanHandPoseObservation, _ zone: Zone, slack: Float = 0) {
    // A thumb down is a thumb up in the picture turned by 180°.
    let joints = HandGeometry(hand, turned: zone == .down)
    let (fingers, thumb) = Self.excess(joints)
    guard fingers < Self.margin + slack else {
      self = .fingersNotCurled
      return
    }
    guard joints.thumbUprightness > Self.leastUprightness else {
      self = .thumbNotUpright
      return
    }
    self = thumb < Self.margin + slack ? .thumb : .thumbNotOutermost
  }

  /// By how much the fingers are looser, and the thumb is less far out, than in a clear pose: 0 or less in such a pose.
  static func excess(_ joints: HandGeometry) -> (fingers: Float, thumb: Float) {
    let prominence = joints.thumbProminence
    // The looser the fingers, the farther out the thumb must be.
    return (joints.reach - min(1.1 + 0.25 * max(prominence, 0), 1.35), 0.1 - prominence)
  }

  /// Whether the hand may show a thumb.
  public var isThumb: Bool { self == .thumb }
}

extension HumanHandPoseObservation {
  /// Whether the hand has the pose of a thumb up or down. Some other hands have it, too.
  public func showsThumb(_ zone: Zone) -> Bool { zone != .rest && ThumbPose(self, zone).isThumb }

  /// Whether the hand has that pose, or nearly so: such hands are those to learn from.
  package func nearlyShowsThumb(_ zone: Zone) -> Bool { ThumbPose(self, zone, slack: 0.05).isThumb }

  /// Wrist to middle knuckle (MCP) in the picture, without depth, in image pixels.
  package var flatSize: Double {
    let (wrist, knuckle) = (recognizedPoint(.wrist), recognizedPoint(.middleMCP))
    let (dx, dy) = (Double(wrist.x) - Double(knuckle.x), Double(wrist.y) - Double(knuckle.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
