import Gestures
import Hands

/// What becomes of a thumb that a recording shows once.
package enum ShownThumb: String, Sendable, CaseIterable {
  case once
  case wrongWay = "the wrong way"
  case twice, missed
}

extension GestureTrace {
  /// The frames without a hand after a recording that is cut.
  private static let framesAfter = 20, frameNs: UInt64 = 66_666_667

  /// What becomes of the thumb of a recording that shows one, and nothing else.
  package func shownThumb(_ settings: GestureSettings, look: ThumbLook) -> ShownThumb {
    var classifier = SwipeClassifier(settings, look: look)
    let directions = frames.compactMap { classifier.classify(HandFrame($0.hands, at: $0.ns)).action?.direction }
    guard directions.allSatisfy({ $0 == segments[0].direction }) else { return .wrongWay }
    return directions.count > 1 ? .twice : directions.isEmpty ? .missed : .once
  }

  /// The recording up to so many seconds after the first frame with a thumb; then no hand is in view.
  ///
  /// - Returns: nil if the thumb has its pose in no frame, or not in each of these.
  package func cut(showing seconds: Double) -> GestureTrace? {
    let zone: Zone = segments[0].direction == .left ? .down : .up
    func showsThumb(_ hands: [HumanHandPoseObservation]) -> Bool { hands.contains { $0.showsThumb(zone) } }
    guard let first = frames.firstIndex(where: { showsThumb($0.hands) }) else { return nil }
    let end = frames[first].ns + UInt64(seconds * 1e9)
    let shown = frames.prefix { $0.ns <= end }
    guard shown[first...].allSatisfy({ showsThumb($0.hands) }) else { return nil }
    var cut = self
    cut.frames = Array(shown)
    for _ in 0..<Self.framesAfter { cut.frames.append((cut.frames[cut.frames.count - 1].ns + Self.frameNs, [])) }
    return cut
  }
}
