import Corpus
import Foundation
import Gestures
import Hands

/// Described hands, each with whether it shows a thumb and who showed it.
package struct LookSamples: Sendable {
  /// The descriptions, one after the other; each has ``ThumbLook/inputs`` numbers.
  private(set) var inputs: [Float] = []
  private(set) var isThumb: [Bool] = []
  private(set) var sources: [String] = []
  private var generator = SeededGenerator(1)

  /// How often a hand is taken, each time turned and shaken in another way. Hands that nearly pass the pose are those to decide on.
  private static let copies = 8
  /// How often a frame of a shown thumb, a labeled hand in another pose, and a frame of another pose are taken.
  private static let thumbCopies = 3, poseCopies = 3, frameCopies = 1
  /// The most frames of one source, so that no person counts for more than a few others.
  private static let mostFrames = 3000
  /// The greatest turn of a hand about each axis, in radians: 10° in the picture, 20° out of it.
  private static let turns = SIMD3<Float>(0.35, 0.35, 0.17)
  /// By how much depths are stretched: they differ most between models.
  private static let depths: ClosedRange<Float> = 0.75...1.3
  /// How far a joint is moved, as a part of the hand's size.
  private static let shake: Float = 0.03
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
    }
  }

  private mutating func add(_ hand: HumanHandPoseObservation, _ zone: Zone, isThumb: Bool, of source: String) {
    let description = ThumbLook.describe(varied(hand), zone)
    for index in 0..<ThumbLook.inputs { inputs.append(description[index]) }
    self.isThumb.append(isThumb)
    sources.append(source)
  }

  /// The hand turned about its wrist, shaken, and half of the time of the other side.
  private mutating func varied(_ hand: HumanHandPoseObservation) -> HumanHandPoseObservation {
    let turn = SIMD3<Float>.random(in: -1...1, using: &generator) * Self.turns
    let (sine, cosine) = (turn.map { Float(sin(Double($0))) }, turn.map { Float(cos(Double($0))) })
    let depth = Float.random(in: Self.depths, using: &generator)
    let mirror: Float = Bool.random(using: &generator) ? -1 : 1
    let chirality: Chirality = (hand.chirality == .right) == (mirror > 0) ? .right : .left
    let wrist = hand.recognizedPoint(.wrist)
    let shake = Self.shake * Float(hand.size)
    var moved: [(x: Float, y: Float, z: Float)] = []
    for joint in JointName.allCases {
      let point = hand.recognizedPoint(joint)
      var place = SIMD3(mirror * (point.x - wrist.x), point.y - wrist.y, depth * (point.z - wrist.z))
      place = SIMD3(place.x, cosine.x * place.y - sine.x * place.z, sine.x * place.y + cosine.x * place.z)
      place = SIMD3(cosine.y * place.x + sine.y * place.z, place.y, cosine.y * place.z - sine.y * place.x)
      place = SIMD3(cosine.z * place.x - sine.z * place.y, sine.z * place.x + cosine.z * place.y, place.z)
      place += shake * SIMD3(generator.normal(), generator.normal(), generator.normal())
      moved.append((place.x, place.y, place.z))
    }
    return HumanHandPoseObservation(confidence: 1, chirality: chirality, imageWidth: hand.imageWidth, imageHeight: hand.imageHeight) {
      moved[$0.rawValue]
    }
  }
}

extension SIMD3<Float> {
  fileprivate func map(_ transform: (Float) -> Float) -> SIMD3<Float> { SIMD3(transform(x), transform(y), transform(z)) }
}
