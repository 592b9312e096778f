import Corpus
import Foundation
import Gestures
import Hands
import Look

/// What `daily` makes of recorded joints, by the side of the hand and by the face that the camera sees: as it is used, and with networks that
/// were trained without the source.
struct JointTables {
  private static let columns = ["as used", "trained without"]

  private let people: People
  private let validation: CrossValidation

  init(_ people: People) throws {
    (self.people, validation) = (people, try CrossValidation(people))
  }

  func print(_ labels: [PictureLabels]) throws {
    try printHands()
    try printShown()
    try printQuiet(labels)
  }

  private func looks(_ source: String) -> [ThumbLook] { [.trained, validation.look(for: source)] }

  private static let groups = Chirality.allCases.map(\.rawValue) + HandFacing.allCases.map(\.rawValue)

  private static func groups(of hand: HumanHandPoseObservation) -> [String] { [hand.chirality.rawValue, HandFacing(hand).rawValue] }

  private func printHands() throws {
    var kept = GroupTable("labeled thumbs", groups: Self.groups, columns: Self.columns)
    var firing = GroupTable("others that swipe", groups: Self.groups, columns: Self.columns)
    var otherwise = 0
    for hand in try people.hands() where hand.source != People.mixedSource && (hand.gesture == nil || hand.isUpright) {
      let hand = hand.withKnownSide
      for (column, look) in looks(hand.source).enumerated() {
        let swipe = hand.swipe(.daily, look: look)
        otherwise += hand.mirrored.swipe(.daily, look: look) == swipe ? 0 : 1
        for group in Self.groups(of: hand.hand) {
          if let gesture = hand.gesture {
            kept.add(swipe == gesture, to: group, column, of: hand.source)
          } else {
            firing.add(swipe != nil, to: group, column, of: hand.source)
          }
        }
      }
    }
    kept.print()
    firing.print()
    Swift.print("  hands that do otherwise as hands of the other side: \(otherwise)")
  }

  private func printShown() throws {
    var table = GroupTable("shown thumbs, once", groups: Self.groups, columns: Self.columns)
    for trace in try people.thumbs() {
      let zone: Zone = trace.segments.first?.direction == .left ? .down : .up
      // In the middle frame with the thumb, the hand is most likely to be still.
      let shown = trace.frames.flatMap(\.hands).filter { $0.showsThumb(zone) }
      guard !shown.isEmpty else { continue }
      for (column, look) in looks(trace.source).enumerated() {
        let isOnce = trace.shownThumb(.daily, look: look) == .once
        for group in Self.groups(of: shown[shown.count / 2]) { table.add(isOnce, to: group, column, of: trace.source) }
      }
    }
    table.print()
  }

  /// False swipes of people who show no thumb, and for how long which of their hands is in view; and by the skin of those in labeled videos.
  private func printQuiet(_ labels: [PictureLabels]) throws {
    let traces = try people.everyone().filter { $0.kind != People.signLanguage }
    Swift.print("people who show no thumb     hours in view   false, as used   trained without")
    for side in Chirality.allCases {
      let hours = traces.reduce(0) { $0 + $1.seconds(showing: side) } / 3600
      let counts = [0, 1].map { column in
        traces.reduce(0) { $0 + $1.falseSides(look: looks($1.source)[column]).count { $0 == side } }
      }
      Swift.print("  \(side.rawValue) hand: \(String(format: "%.2f", hours)) h, \(counts[0]), \(counts[1])")
    }
    let skins = Dictionary(labels.map { ($0.file, $0.skin) }) { first, _ in first }
    let clips = try GestureTrace.clips()
    for skin in PictureLabels.skins {
      let shown = clips.filter { skins["clips/\($0.name)"] == skin } + traces.filter { skins["people/\($0.name)"] == skin }
      let score = TraceScore(shown, .daily)
      Swift.print(
        "  \(skin) skin: \(shown.count) videos, \(Int(score.seconds)) s, \(score.falseSwipes.count) false, thumbs \(score.found)/\(score.gestures)"
      )
    }
  }
}

extension GestureTrace {
  /// The time in which a hand of this side is in view, in seconds.
  fileprivate func seconds(showing side: Chirality) -> Double {
    zip(frames, frames.dropFirst()).reduce(0) { sum, pair in
      // Longer gaps are missing frames.
      pair.0.hands.contains { $0.chirality == side } ? sum + min(Double(pair.1.ns - pair.0.ns) / 1e9, 0.2) : sum
    }
  }

  /// The sides of the hands that swipe where no gesture is labeled.
  fileprivate func falseSides(look: ThumbLook) -> [Chirality] {
    var classifier = SwipeClassifier(.daily, look: look)
    return frames.compactMap { ns, hands in
      guard let action = classifier.classify(HandFrame(hands, at: ns)).action, action.direction != nil else { return nil }
      let time = seconds(at: ns)
      return segments.contains { time >= $0.start - 0.2 && time <= $0.end + 0.2 } ? nil : action.chirality
    }
  }
}
