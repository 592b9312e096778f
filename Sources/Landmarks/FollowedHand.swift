import Glibc
import Hands
import Imaging

/// A hand that is followed from frame to frame, and where it is expected in the next one.
struct FollowedHand {
  /// A hand that has moved by less of its region's width since the last frame is expected where it was, as
  /// MediaPipe expects every hand.
  private static let leastShift: Float = 0.25
  /// It is not expected farther from where it was: one that moves fast soon turns or stops.
  private static let mostShift: Float = 0.4
  /// How long after it was lost the landmark model still looks where it was going: a blurred frame does not end it.
  private static let blurNs: UInt64 = 120_000_000
  /// How long after it was lost a hand that is found on its way is the same one.
  private static let memoryNs: UInt64 = 600_000_000
  /// How far beside its way that may be, in widths of its region.
  private static let wayWidth: Float = 0.8

  let id: Int
  /// Whether it was found in a square of the picture, rather than in all of it.
  let wasFoundInSquare: Bool
  /// Where it was seen last.
  private(set) var region: RotatedRegion
  /// Nil while it is lost.
  private(set) var hand: HumanHandPoseObservation?
  private var seenNs: UInt64
  /// Of the region's center, in pixels per second.
  private var velocity = SIMD2<Float>.zero
  private var lostNs: UInt64?

  init(_ hand: HumanHandPoseObservation, id: Int, inSquare wasFoundInSquare: Bool, at ns: UInt64) {
    (self.id, self.wasFoundInSquare) = (id, wasFoundInSquare)
    (region, seenNs, self.hand) = (HandRegion.around(hand), ns, hand)
    self.hand?.id = id
  }

  var isLost: Bool { lostNs != nil }

  /// Whether the landmark model is to look for it.
  func isLookedFor(at ns: UInt64) -> Bool { lostNs.map { ns <= $0 &+ Self.blurNs } ?? true }

  func isForgotten(at ns: UInt64) -> Bool { lostNs.map { ns > $0 &+ Self.memoryNs } ?? false }

  /// How far it has moved since it was seen, if it went on; nil if that is next to nothing.
  private func shift(at ns: UInt64) -> SIMD2<Float>? {
    let way = velocity * (Float(ns - min(seenNs, ns)) / 1e9)
    let length = way.distance(to: .zero)
    guard length > Self.leastShift * region.width else { return nil }
    return way * min(1, Self.mostShift * region.width / length)
  }

  /// Where it is expected, if that is not where it was.
  func expectedRegion(at ns: UInt64) -> RotatedRegion? {
    shift(at: ns).map { shift in
      RotatedRegion(
        centerX: region.centerX + shift.x, centerY: region.centerY + shift.y, width: region.width, height: region.height,
        rotation: region.rotation)
    }
  }

  mutating func see(_ found: HumanHandPoseObservation, at ns: UInt64) {
    let now = HandRegion.around(found)
    let seconds = Float(ns - min(seenNs, ns)) / 1e9
    velocity = hand != nil && seconds > 0 ? (now.center - region.center) / seconds : .zero
    (region, hand, seenNs, lostNs) = (now, found, ns, nil)
    hand?.id = id
  }

  mutating func lose(at ns: UInt64) { (hand, lostNs) = (nil, lostNs ?? ns) }

  /// How far from its way a hand was detected, in pixels, if this one is lost and may have moved there.
  func distance(to detected: RotatedRegion, at ns: UInt64) -> Float? {
    guard isLost, max(detected.width, region.width) < 2 * min(detected.width, region.width) else { return nil }
    let way = velocity * (Float(ns - min(seenNs, ns)) / 1e9)
    // The nearest place of its way.
    let to = detected.center - region.center
    let part = min(max((to * way).sum() / max((way * way).sum(), 1), 0), 1)
    let distance = (to - part * way).distance(to: .zero)
    return distance <= Self.wayWidth * region.width ? distance : nil
  }
}

extension RotatedRegion {
  fileprivate var center: SIMD2<Float> { SIMD2(centerX, centerY) }
}
