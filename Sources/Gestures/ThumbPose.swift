import Hands

/// Whether a hand shows a thumb: a closed hand with the thumb out of it, up or down.
///
/// Decided on the joints in three dimensions; without depth (z all 0) it keeps about 95 of 100 thumbs instead of 97. The limits were
/// chosen on 6,413 labeled hands of 21 sources: those of 5,613 hands whose labels are reliable keep 96.9 % of the thumbs and let 0.24 %
/// of the others through. Nothing depends on the hand's size, and little on the scale of z (0.8…1.25 changes nothing).
public enum ThumbPose: Sendable, Equatable {
  /// The thumb stands out clearly.
  case clear
  /// The thumb stands out less than 93 of 100 labeled thumbs do: also what a fist shows for a moment while it closes.
  case unclear
  case fingersNotCurled
  /// The thumb lies more across than up or down.
  case thumbNotUpright
  /// Another part of the hand is as high (or low) as the thumb tip.
  case thumbNotOutermost
  /// The thumb does not point away from the other fingers.
  case thumbFolded

  /// - Parameters:
  ///   - zone: which way the thumb must point. A hand at rest shows no thumb.
  init(_ hand: HumanHandPoseObservation, _ zone: Zone) {
    // A thumb down is a thumb up in the picture turned by 180°.
    let joints = HandGeometry(hand, turned: zone == .down)
    let thumb = joints[.thumbTip] - joints[.thumbMP]
    let length = thumb.length
    let prominence = joints.thumbProminence
    // The looser the fingers, the farther out the thumb must be.
    guard joints.reach < min(1.1 + 0.25 * max(prominence, 0), 1.35) else {
      self = .fingersNotCurled
      return
    }
    guard -thumb.y > 0.3 * length else {
      self = .thumbNotUpright
      return
    }
    guard prominence > 0.1 else {
      self = .thumbNotOutermost
      return
    }
    let cosine = joints.thumbAcross
    guard cosine > 0.2 else {
      self = .thumbFolded
      return
    }
    self = prominence >= 0.3 && cosine >= 0.5 ? .clear : .unclear
  }

  /// Whether the hand shows a thumb.
  public var isThumb: Bool { self == .clear || self == .unclear }
}

extension HumanHandPoseObservation {
  /// Wrist to knuckles (MCP), mean of the four, with depth, in image pixels.
  package var size: Double { Double(HandGeometry(self).size) }

  /// Whether the hand shows a thumb up or down.
  public func showsThumb(_ zone: Zone) -> Bool { zone != .rest && ThumbPose(self, zone).isThumb }

  /// Wrist to middle knuckle (MCP) in the picture, without depth, in image pixels.
  package var flatSize: Double {
    let (wrist, knuckle) = (recognizedPoint(.wrist), recognizedPoint(.middleMCP))
    let (dx, dy) = (Double(wrist.x) - Double(knuckle.x), Double(wrist.y) - Double(knuckle.y))
    return (dx * dx + dy * dy).squareRoot()
  }
}
