import Hands

/// Turns what each frame shows of one hand into swipes: thumb down is a swipe to the left, thumb up to the right, and the hand rests
/// in between. Pure: times are passed in.
public struct SwipeClassifier: Sendable {
  /// How near to a threshold a thumb is close to it, in view pixels: noise alone moves a landmark this far.
  private static let closeness = 5.0

  public let settings: GestureSettings
  private var latch: RestingHandLatch
  private var filter = OneEuroFilter()
  /// The thumb zone that counting frames have shown without a break, and since when.
  private var held: (zone: Zone, since: UInt64)?
  private var lastCounted: UInt64?
  private var lastSwipe: UInt64?

  /// - Parameter isArmed: whether the first thumb gesture swipes, or one is still being held.
  public init(_ settings: GestureSettings = GestureSettings(), isArmed: Bool = true) {
    self.settings = settings
    latch = RestingHandLatch(isArmed: isArmed)
  }

  /// Classifies the hand of the next frame.
  ///
  /// - Parameters:
  ///   - hand: `nil` when the frame shows none.
  ///   - ns: when the frame was captured, in ns of a clock that does not go back.
  public mutating func classify(_ hand: HumanHandPoseObservation?, at ns: UInt64) -> Decision {
    guard let hand, counts(hand) else {
      missHand(at: ns)
      return Decision(distance: nil, zone: nil, armed: latch.isArmed, swipe: nil, isClose: false)
    }
    lastCounted = ns
    let rawDistance = rawDistance(of: hand)
    let threshold = threshold(for: hand)
    let distance = settings.smoothing == .oneEuro ? filter.filter(rawDistance, at: ns) : rawDistance
    let zone: Zone = distance > threshold ? .down : distance < -threshold ? .up : .rest
    let swipe = takesEffect(zone, of: hand, at: ns) ? fire(zone, of: hand, distance: distance, at: ns) : nil
    return Decision(
      distance: distance, zone: zone, armed: latch.isArmed, swipe: swipe, isClose: abs(abs(rawDistance) - threshold) < Self.closeness)
  }

  private func counts(_ hand: HumanHandPoseObservation) -> Bool {
    func isCertain(_ joint: JointName) -> Bool { hand.recognizedPoint(joint).confidence > settings.minConfidence }
    let isChosen =
      switch settings.hand {
      case .any: true
      case .left: hand.chirality == .left
      case .right: hand.chirality == .right
      }
    return isChosen && isCertain(.wrist) && JointName.fingertips.allSatisfy(isCertain)
  }

  private mutating func missHand(at ns: UInt64) {
    held = nil
    filter.reset()
    if settings.rearmAfterLostMs > 0, let lastCounted, passed(settings.rearmAfterLostMs, since: lastCounted, at: ns) { latch.arm() }
  }

  private func rawDistance(of hand: HumanHandPoseObservation) -> Double {
    let below = Double(hand.recognizedPoint(.thumbTip).y) - Double(hand.recognizedPoint(.wrist).y)
    return settings.view.length(below, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
  }

  /// The threshold in view pixels.
  private func threshold(for hand: HumanHandPoseObservation) -> Double {
    switch settings.threshold {
    case .pixels(let pixels): pixels
    case .handSizes(let sizes): sizes * size(of: hand)
    }
  }

  /// Wrist to middle knuckle (MCP), in view pixels.
  private func size(of hand: HumanHandPoseObservation) -> Double {
    settings.view.length(
      hand.squaredDistance(.wrist, .middleMCP).squareRoot(), imageWidth: hand.imageWidth, imageHeight: hand.imageHeight)
  }

  /// Whether the latch gets to see this frame's zone: rest always, a thumb in the right pose and after its dwell time.
  private mutating func takesEffect(_ zone: Zone, of hand: HumanHandPoseObservation, at ns: UInt64) -> Bool {
    guard zone != .rest, settings.pose == .any || hand.showsThumb(zone) else {
      held = nil
      return zone == .rest
    }
    if held?.zone != zone { held = (zone, ns) }
    return passed(settings.dwellMs, since: held?.since ?? ns, at: ns)
  }

  private mutating func fire(_ zone: Zone, of hand: HumanHandPoseObservation, distance: Double, at ns: UInt64) -> Swipe? {
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

/// A latch that makes one gesture one swipe, however long it is held: a thumb fires it once, a resting hand arms it again.
public struct RestingHandLatch: Sendable, Equatable {
  public private(set) var isArmed: Bool

  /// - Parameter isArmed: whether the next thumb fires it.
  public init(isArmed: Bool = true) { self.isArmed = isArmed }

  /// Takes the zone of the next counting frame; returns the swipe's direction when it fires.
  public mutating func update(_ zone: Zone) -> SwipeDirection? {
    defer { isArmed = zone == .rest }
    guard isArmed else { return nil }
    return switch zone {
    case .down: .left
    case .up: .right
    case .rest: nil
    }
  }

  /// Arms it without a resting hand.
  public mutating func arm() { isArmed = true }
}
