import Corpus
import Gestures
import Hands

/// Described hands, each with whether it shows a thumb and who showed it: recorded ones, and others that are made of these.
package struct LookSamples: Sendable {
  /// The descriptions, one after the other; each has ``ThumbLook/inputs`` numbers.
  private(set) var inputs: [Float] = []
  private(set) var isThumb: [Bool] = []
  private(set) var sources: [String] = []
  private var variation = HandVariation()

  /// How often a hand is taken, each time turned and shaken in another way. Hands that nearly pass the pose are those to decide on.
  private static let copies = 8
  /// How often a frame of a shown thumb, a labeled hand in another pose, and a frame of another pose are taken.
  private static let thumbCopies = 3, poseCopies = 3, frameCopies = 1
  /// The most frames of one source, so that no person counts for more than a few others.
  private static let mostFrames = 3000
  /// How often a hand in another pose is turned by any angle. Few of these pass the pose.
  private static let turns = 6
  /// Of these, the share that is a thumb down: as few as among those that people show.
  private static let downShare: Float = 0.1
  /// A thumb this far above the wrist is one to decide on, in hand sizes: half of the threshold.
  private static let near: Float = 0.3

  package var count: Int { isThumb.count }
  package var sourceCount: Int { Set(sources).count }

  /// - Parameters:
  ///   - hands: labeled hands; thumbs that do not point where their labels say are left out.
  ///   - people: who show a thumb only where they are labeled.
  ///   - thumbs: people who show their thumb.
  package init(hands: [LabeledHand], people: [GestureTrace], thumbs: [GestureTrace]) {
    for labeled in hands where labeled.gesture == nil || labeled.isUpright {
      let zones: [Zone] = labeled.gesture.map { [$0 == .right ? .up : .down] } ?? [.up, .down].filter { Self.isNear(labeled.hand, $0) }
      for zone in zones {
        let copies = labeled.gesture != nil || labeled.hand.nearlyShowsThumb(zone) ? Self.copies : Self.poseCopies
        for _ in 0..<copies { add(labeled.hand, zone, isThumb: labeled.gesture != nil, of: labeled.source) }
        addOthers(like: labeled.hand, zone, isThumb: labeled.gesture != nil, of: labeled.source)
      }
    }
    for (source, traces) in Dictionary(grouping: people, by: \.source).sorted(by: { $0.key < $1.key }) {
      addEvenly(traces.flatMap(Self.otherHands), isThumb: false, of: source)
    }
    for (source, traces) in Dictionary(grouping: thumbs, by: \.source).sorted(by: { $0.key < $1.key }) {
      addEvenly(traces.flatMap(Self.shownThumbs), isThumb: true, of: source)
    }
  }

  private static func isNear(_ hand: HumanHandPoseObservation, _ zone: Zone) -> Bool {
    let above = hand.recognizedPoint(.wrist).y - hand.recognizedPoint(.thumbTip).y
    return (zone == .down ? -above : above) > near * Float(hand.size)
  }

  /// The hands of people who show no thumb then, as often as a rule would have to decide on them.
  private static func otherHands(_ trace: GestureTrace) -> [(hand: HumanHandPoseObservation, zone: Zone)] {
    trace.frames.flatMap { ns, hands -> [(hand: HumanHandPoseObservation, zone: Zone)] in
      let seconds = trace.seconds(at: ns)
      guard !trace.segments.contains(where: { seconds > $0.start - 1 && seconds < $0.end + 1 }) else { return [] }
      return hands.flatMap { hand in [Zone.up, .down].filter { isNear(hand, $0) }.map { (hand, $0) } }
    }
  }

  private static func shownThumbs(_ trace: GestureTrace) -> [(hand: HumanHandPoseObservation, zone: Zone)] {
    let zone: Zone = trace.segments.first?.direction == .left ? .down : .up
    return trace.frames.flatMap(\.hands).filter { $0.nearlyShowsThumb(zone) }.map { ($0, zone) }
  }

  private mutating func addEvenly(_ hands: [(hand: HumanHandPoseObservation, zone: Zone)], isThumb: Bool, of source: String) {
    let step = max(1, Double(hands.count) / Double(Self.mostFrames))
    for index in stride(from: 0, to: Double(hands.count), by: step) {
      let (hand, zone) = hands[Int(index)]
      let copies = isThumb ? Self.thumbCopies : hand.nearlyShowsThumb(zone) ? Self.copies : Self.frameCopies
      for _ in 0..<copies { add(hand, zone, isThumb: isThumb, of: source) }
      addOthers(like: hand, zone, isThumb: isThumb, of: source)
    }
  }

  /// Adds hands that show no thumb and nearly pass the pose, of which few are recorded: a hand that shows one, but with another finger
  /// straight; and a hand in another pose, turned so that it passes.
  private mutating func addOthers(like hand: HumanHandPoseObservation, _ zone: Zone, isThumb: Bool, of source: String) {
    guard !isThumb else { return add(variation.withStraightFinger(hand), zone, isThumb: false, of: source) }
    for _ in 0..<Self.turns {
      let zone: Zone = variation.isChosen(Self.downShare) ? .down : .up
      let turned = variation.turned(hand)
      if turned.nearlyShowsThumb(zone) { add(turned, zone, isThumb: false, of: source) }
    }
  }

  private mutating func add(_ hand: HumanHandPoseObservation, _ zone: Zone, isThumb: Bool, of source: String) {
    let description = ThumbLook.describe(variation.varied(hand), zone)
    for index in 0..<ThumbLook.inputs { inputs.append(description[index]) }
    self.isThumb.append(isThumb)
    sources.append(source)
  }
}
