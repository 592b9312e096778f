import Hands

/// Whether larger pictures would help: a hand was so far away that pictures of this size show it poorly. It changes while no hand is in view, so
/// that nothing is interrupted. Pure: its clock is that of the frames.
package struct FarHands: Sendable {
  /// A hand of fewer pixels is far, in a picture whose longer side has 640. Of 48 thumbs of strangers, 44 swipe there with 17 pixels, 41 with 13 and
  /// 29 with 10; in 1280×720, where they have twice as many pixels, 46, 48 and 45 (`make bench-distance`).
  private static let far = 16.0
  /// How long one must be followed: what is taken for a hand for a moment is none.
  private static let leastNs: UInt64 = 300_000_000
  /// How long there must have been no hand.
  private static let absentNs: UInt64 = 1_000_000_000
  /// After this time without a far hand, larger pictures help no more: they may cost more than twice as much.
  private static let memoryNs: UInt64 = 300_000_000_000
  /// Nor do they in a room in which nothing has moved for so long.
  private static let stillNs: UInt64 = 60_000_000_000

  private var sinceNs: UInt64?
  /// When there was a far hand last.
  private var farNs: UInt64?
  private var handNs: UInt64 = 0
  private var wantsLarger = false

  package init() {}

  /// Takes the hands of the next frame.
  ///
  /// - Parameters:
  ///   - side: the longer side of the picture, in pixels.
  ///   - stillNs: the time without a hand and without motion, in ns.
  ///   - ns: when it was captured, in ns.
  /// - Returns: whether larger pictures would help.
  package mutating func take(_ hands: [HumanHandPoseObservation], side: Int, stillNs: UInt64 = 0, at ns: UInt64) -> Bool {
    if !hands.isEmpty { handNs = ns }
    let isFar = hands.contains { !$0.isInBackground && $0.size * 640 < Self.far * Double(side) }
    sinceNs = isFar ? min(sinceNs ?? ns, ns) : nil
    if let sinceNs, ns - sinceNs >= Self.leastNs { farNs = ns }
    if stillNs >= Self.stillNs { farNs = nil }
    guard ns >= handNs, ns - handNs >= Self.absentNs else { return wantsLarger }
    wantsLarger = farNs.map { ns >= $0 && ns - $0 < Self.memoryNs } ?? false
    return wantsLarger
  }
}
