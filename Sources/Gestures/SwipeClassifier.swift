import Landmarks

/// Turns what each frame shows of one hand into swipes: thumb down is a swipe to the left, thumb up to the right, and the hand rests
/// in between. Pure: it knows no time but the one it is given.
public struct SwipeClassifier: Sendable {
  public let settings: GestureSettings
  private var latch: RestingHandLatch
  private var filter = OneEuroFilter()
  /// The thumb zone that counting frames show without a break, and since when.
  private var held: (zone: Zone, since: UInt64)?
  private var lastCounted: UInt64?
  private var lastSwipe: UInt64?

  /// - Parameter isArmed: whether the first thumb gesture swipes, or one is still being held.
  public init(_ settings: GestureSettings = GestureSettings(), isArmed: Bool = true) {
    self.settings = settings
    latch = RestingHandLatch(isArmed: isArmed)
  }

  /// Takes the next frame's hand, or `nil` when it shows none.
  ///
  /// - Parameter ns: when the frame was captured, in ns of a clock that does not go back.
  public mutating func classify(_ hand: HandObservation?, at ns: UInt64) -> Decision {
    guard let hand, counts(hand) else {
      missHand(at: ns)
      return Decision(distance: nil, zone: nil, armed: latch.isArmed, swipe: nil)
    }
    lastCounted = ns
    let distance = self.distance(of: hand, at: ns)
    let zone = self.zone(of: hand, distance: distance)
    let swipe = takesEffect(zone, of: hand, at: ns) ? fire(zone, of: hand, distance: distance, at: ns) : nil
    return Decision(distance: distance, zone: zone, armed: latch.isArmed, swipe: swipe)
  }

  /// How near to a threshold a thumb is close to it, in view pixels: noise alone moves a landmark so far.
  private static let closeness = 5.0

  /// Whether a hand's thumb is so near a threshold that the next frame may swipe, or arm, without a motion that can be seen.
  public func isClose(_ hand: HandObservation?) -> Bool {
    guard let hand, counts(hand) else { return false }
    return abs(abs(rawDistance(of: hand)) - threshold(for: hand)) < Self.closeness
  }

  private func counts(_ hand: HandObservation) -> Bool {
    func isCertain(_ joint: JointName) -> Bool { hand.recognizedPoint(joint).confidence > settings.minConfidence }
    let chosen =
      switch settings.hand {
      case .any: true
      case .left: hand.chirality == .left
      case .right: hand.chirality == .right
      }
    return chosen && isCertain(.wrist) && JointName.fingertips.allSatisfy(isCertain)
  }

  private mutating func missHand(at ns: UInt64) {
    held = nil
    filter.reset()
    if settings.rearmAfterLostMs > 0, let lastCounted, passed(settings.rearmAfterLostMs, since: lastCounted, at: ns) { latch.arm() }
  }

  private mutating func distance(of hand: HandObservation, at ns: UInt64) -> Double {
    let distance = rawDistance(of: hand)
    return settings.smoothing == .oneEuro ? filter.filter(distance, at: ns) : distance
  }

  private func rawDistance(of hand: HandObservation) -> Double {
    let below = Double(hand.recognizedPoint(.thumbTip).y) - Double(hand.recognizedPoint(.wrist).y)
    return settings.view.length(below, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
  }

  /// In view pixels.
  private func threshold(for hand: HandObservation) -> Double {
    switch settings.threshold {
    case .pixels(let pixels): pixels
    case .handSizes(let sizes): sizes * size(of: hand)
    }
  }

  private func zone(of hand: HandObservation, distance: Double) -> Zone {
    let threshold = threshold(for: hand)
    return distance > threshold ? .down : distance < -threshold ? .up : .rest
  }

  /// Wrist to middle knuckle (MCP), in view pixels.
  private func size(of hand: HandObservation) -> Double {
    settings.view.length(
      hand.squaredDistance(.wrist, .middleMCP).squareRoot(), imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
  }

  /// Whether the latch gets to see this frame's zone: rest always, a thumb in the right pose and once it has dwelt.
  private mutating func takesEffect(_ zone: Zone, of hand: HandObservation, at ns: UInt64) -> Bool {
    guard zone != .rest, settings.pose == .any || hand.showsThumb(zone) else {
      held = nil
      return zone == .rest
    }
    if held?.zone != zone { held = (zone, ns) }
    return passed(settings.dwellMs, since: held?.since ?? ns, at: ns)
  }

  private mutating func fire(_ zone: Zone, of hand: HandObservation, distance: Double, at ns: UInt64) -> Swipe? {
    guard let direction = latch.update(zone) else { return nil }
    if let lastSwipe, !passed(settings.cooldownMs, since: lastSwipe, at: ns) { return nil }
    lastSwipe = ns
    return Swipe(
      direction: direction, gesture: direction == .left ? .thumbDown : .thumbUp, distance: distance,
      chirality: hand.chirality, confidence: hand.confidence)
  }

  /// A clock that went back counts as one that stood still.
  private func passed(_ ms: UInt32, since start: UInt64, at ns: UInt64) -> Bool {
    (ns > start ? ns - start : 0) >= UInt64(ms) * 1_000_000
  }
}
