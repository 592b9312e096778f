/// Why a hand that is near a gesture does not swipe, or why no hand is found that could.
public enum NoSwipeReason: Sendable, Equatable {
  /// The mean brightness of the picture, and what shows a hand; 0…255.
  case tooDark(Double, Double)
  /// The hand's confidence, and what it must exceed; 0…1.
  case lowConfidence(Float, Float)
  /// Wrist or a fingertip is outside the image.
  case outsideImage
  case otherHand
  /// Another hand in view, or a face, is much larger, so that this hand is that of somebody farther away.
  case notNearest
  /// The hand's size and the least that counts, in view pixels.
  case tooSmall(Double, Double)
  /// How far the thumb tip is from the wrist, and how far it must be; in the unit of the settings.
  case threshold(Double, Double, unit: String)
  case pose(ThumbPose)
  /// The hand is more likely to show another pose, however long it is held.
  case unclear
  /// For how long the gesture has been shown, and the dwell time; ms.
  case dwell(Int, Int)
  /// For how long the gesture has been shown, and how long it must be if it goes on like this, since the thumb is not clear or the hand has
  /// been moving; ms.
  case uncertain(Int, Int, isMoving: Bool)
  /// The time since the last swipe and the cooldown, in ms.
  case cooldown(Int, Int)
  /// The hand has not rested since the last swipe, nor been out of view for this long, in ms; 0: that would not help.
  case notRested(awayMs: Int)
  /// The swipes are asleep; whether the thumb was shown once, so that showing it again wakes them.
  case asleep(isShownOnce: Bool)
  /// The thumb has woken the swipes.
  case woke
  /// The thumb has swiped, and is still shown.
  case held
  /// The thumb has swiped, and another program suspends the keys.
  case keysSuspended

  /// Stable names, for programs.
  public enum Code: String, Sendable, CaseIterable {
    case tooDark = "too_dark"
    case lowConfidence = "low_confidence"
    case outsideImage = "outside_image"
    case otherHand = "other_hand"
    case notNearest = "not_nearest"
    case tooSmall = "too_small"
    case threshold
    case fingersNotCurled = "fingers_not_curled"
    case thumbNotUpright = "thumb_not_upright"
    case thumbNotOutermost = "thumb_not_outermost"
    case thumbUnclear = "thumb_unclear"
    case dwell, cooldown
    case notRested = "not_rested"
    case asleep, woke, held
    case keysSuspended = "keys_suspended"
  }

  /// Its stable name.
  public var code: Code {
    switch self {
    case .tooDark: .tooDark
    case .lowConfidence: .lowConfidence
    case .outsideImage: .outsideImage
    case .otherHand: .otherHand
    case .notNearest: .notNearest
    case .tooSmall: .tooSmall
    case .threshold: .threshold
    case .pose(.fingersNotCurled): .fingersNotCurled
    case .pose(.thumbNotUpright): .thumbNotUpright
    case .pose(.thumbNotOutermost): .thumbNotOutermost
    case .pose, .unclear: .thumbUnclear
    case .dwell, .uncertain: .dwell
    case .cooldown: .cooldown
    case .notRested: .notRested
    case .asleep: .asleep
    case .woke: .woke
    case .held: .held
    case .keysSuspended: .keysSuspended
    }
  }

  /// How many times as near a hand that is too small must come; nil for other reasons. Rounded up to a tenth.
  public var nearer: Double? {
    guard case .tooSmall(let now, let least) = self, now > 0 else { return nil }
    return (least / now * 10).rounded(.up) / 10
  }

  /// A sentence for people, without a period.
  ///
  /// - Parameter isUp: whether the thumb is above the wrist.
  public func sentence(isUp: Bool) -> String {
    let thumb = isUp ? "thumb up" : "thumb down"
    return switch self {
    case .tooDark: "the picture is too dark to see a hand: turn on a light, or open the cover of the camera"
    case .lowConfidence(let now, let least):
      "the hand is uncertain: \(decimal(Double(now), 2)), and more than \(decimal(Double(least), 2)) is needed"
    case .outsideImage: "part of the hand is outside the picture: hold it nearer to the middle"
    case .otherHand: "this is not the hand that swipes"
    case .notNearest: "somebody else is nearer to the camera"
    case .tooSmall(let now, let least):
      "the hand is too far away: come closer, until it looks about \(decimal(nearer ?? 0, 1)) times as large "
        + "(\(decimal(now, 0)) of \(decimal(least, 0)) px)"
    case .threshold(let now, let least, let unit): "\(thumb), but not far enough: \(decimal(now, 2)) of \(decimal(least, 2)) \(unit)"
    case .pose(.fingersNotCurled): "\(thumb), but the fingers are not curled"
    case .pose(.thumbNotUpright): "\(thumb), but it points sideways"
    case .pose(.thumbNotOutermost): "\(thumb), but another part of the hand is as \(isUp ? "high" : "low")"
    case .pose, .unclear:
      "\(thumb), but the hand does not look like a thumb that is shown: close the fingers, and point it straight \(isUp ? "up" : "down")"
    case .dwell(let now, let needed): "held \(now) of \(needed) ms"
    case .uncertain(let now, let needed, let isMoving):
      "held \(now) of \(needed) ms, which is longer than usual, since \(isMoving ? "the hand has been moving" : "the thumb is not clear")"
    case .cooldown(let now, let needed): "too soon after the last swipe: \(now) of \(needed) ms"
    case .notRested(let awayMs):
      "\(thumb), but the hand has not rested since the last swipe: rest it for a moment"
        + (awayMs > 0 ? ", or take it out of the picture for \(decimal(Double(awayMs) / 1000, 2)) s" : "")
    case .asleep(let isShownOnce):
      "\(thumb), but the swipes are asleep: show it \(isShownOnce ? "again" : "twice") within 2 s to wake them"
    case .woke: "\(thumb), which has woken the swipes: the next one swipes"
    case .held: "\(thumb), which has swiped: bring it back to the height of the wrist"
    case .keysSuspended: "\(thumb) swiped, but no key was pressed, since another program suspends the keys"
    }
  }
}

/// A number with at most this many decimals.
private func decimal(_ value: Double, _ decimals: Int) -> String {
  let scale = [1.0, 10, 100][decimals]
  let rounded = (value * scale).rounded() / scale
  // Numbers of another program's trace may be infinite, or no numbers.
  return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}
