import Corpus
import Gestures
import Hands

/// Prints what becomes of shown thumbs when another hand is in view, which shows none: recorded thumbs, each beside the recorded hand of
/// another person.
struct TwoHandsTable {
  /// Where the other hand is, and how large it is.
  private enum Place: String, CaseIterable {
    case beside, far, near, crossing
  }

  private let thumbs: [GestureTrace]
  private let others: [String: [GestureTrace]]

  init(_ people: People) throws {
    thumbs = try people.thumbs().filter { trace in trace.frames.allSatisfy { $0.hands.count <= 1 } }
    let alone = try people.traces().filter { $0.kind != People.signLanguage && $0.segments.isEmpty }
    others = Dictionary(grouping: alone, by: \.kind)
  }

  func print() {
    Swift.print(
      "a shown thumb beside another hand   shown   swipe alone   swipe as alone   of these   twice   the other hand swipes")
    for (kind, traces) in others.sorted(by: { $0.key < $1.key }) {
      let stretches = traces.flatMap { Self.stretches(of: $0) }
      guard !stretches.isEmpty else { continue }
      for place in Place.allCases { printRow("\(kind), \(place.rawValue)", stretches, place) }
    }
  }

  private func printRow(_ name: String, _ stretches: [ArraySlice<HumanHandPoseObservation>], _ place: Place) {
    var (count, alone, same, twice, wrong) = (0, 0, 0, 0, 0)
    for (index, thumb) in thumbs.enumerated() where index % 4 == Place.allCases.firstIndex(of: place)! {
      let frames = thumb.frames.map { HandFrame($0.hands, at: $0.ns) }
      let expected = frames.actions(under: .daily)
      let other = stretches[index * 7919 % stretches.count]
      let both = Self.composed(frames, with: Array(other), place)
      let swipes = both.actions(under: .daily)
      count += 1
      guard !expected.isEmpty else { continue }
      alone += 1
      if swipes.map(\.action.direction) == expected.map(\.action.direction) { same += 1 }
      if swipes.count > expected.count { twice += 1 }
      var classifier = SwipeClassifier(.daily)
      if both.contains(where: { frame in
        let decision = classifier.classify(frame)
        return decision.action != nil && decision.hand == 0
      }) {
        wrong += 1
      }
    }
    Swift.print(
      pad("  \(name)", 36), right("\(count)", 5), right("\(alone)", 14), right("\(same)", 17),
      right(alone == 0 ? "–" : "\(100 * same / alone) %", 11), right("\(twice)", 8), right("\(wrong)", 17), separator: "")
  }

  /// Stretches of three seconds in which one hand is in view, and makes no swipe.
  private static func stretches(of trace: GestureTrace) -> [ArraySlice<HumanHandPoseObservation>] {
    let length = 90
    return stride(from: 0, to: trace.frames.count - length, by: length).compactMap { start in
      let part = trace.frames[start..<start + length]
      guard part.allSatisfy({ $0.hands.count == 1 }) else { return nil }
      guard part.map({ HandFrame($0.hands, at: $0.ns) }).actions(under: .daily).isEmpty else { return nil }
      return part.map { $0.hands[0] }[...]
    }
  }

  /// The frames with another hand, which is the first of each.
  private static func composed(_ frames: [HandFrame], with other: [HumanHandPoseObservation], _ place: Place) -> [HandFrame] {
    let thumb = frames.compactMap(\.hands.first).first
    let toLeft = (thumb?.recognizedPoint(.wrist).x ?? 0) > 320
    let (scale, size) = (thumb.map { $0.size } ?? 80, other[0].size)
    let factor = Float(scale / max(size, 1)) * [.beside: 1, .far: 0.6, .near: 1.4, .crossing: 0.9][place]!
    let origin = other[0].recognizedPoint(.middleMCP)
    return frames.enumerated().map { index, frame in
      let hand = other[index % other.count]
      // One that crosses walks through the picture, below the thumb.
      let way = Float(index) / Float(max(frames.count - 1, 1))
      let target: (x: Float, y: Float) =
        place == .crossing ? (80 + 480 * way, 400) : (toLeft ? 110 : 530, 330)
      let moved = HumanHandPoseObservation(
        confidence: hand.confidence, chirality: hand.chirality, imageWidth: 640, imageHeight: 480
      ) { joint in
        let point = hand.recognizedPoint(joint)
        return (target.x + factor * (point.x - origin.x), target.y + factor * (point.y - origin.y), factor * point.z)
      }
      return HandFrame([moved] + frame.hands, at: frame.capturedNs)
    }
  }
}
