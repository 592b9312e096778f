import Corpus
import Gestures

/// Prints how many labeled thumbs swipe again and again, by how long they are shown and how long no hand is in view in between.
struct RhythmTable {
  /// How long no hand is in view, in seconds.
  private static let pauses = [0.7, 1, 1.5, 2, 3]
  /// Where the hand comes back, in hand sizes from where it was.
  private static let shifts = [(x: 0.0, y: 0.0), (x: 1, y: 0), (x: 0, y: 1), (x: -0.7, y: -0.7)]

  /// Left and right hands, each as often as the other.
  private let sides: [[LabeledHand]]

  init(_ hands: [LabeledHand]) {
    let thumbs = hands.filter { $0.gesture != nil && $0.isUpright }
    sides = [thumbs, thumbs.map(\.mirrored)]
  }

  /// Of the showings after the first, the share that swipes, in percent: the lowest of left and right hands and of all places.
  private func share(_ shown: Double, _ pause: Double, _ rest: Rhythm.Rest) -> Double {
    let shares = Self.shifts.flatMap { shift in
      sides.map { Rhythm(shown: shown, away: pause, rest: rest, shift: shift).share(of: $0, .daily) }
    }
    return 100 * shares.min()!
  }

  /// The lines of the table.
  var lines: [String] {
    let heads = Self.pauses.map { right("\($0 == $0.rounded() ? "\(Int($0))" : "\($0)") s", 9) }.joined()
    return [pad("rhythm: daily, thumbs within 60° kept, %; without a hand for", 60) + heads]
      + [0.5, 1].flatMap { shown in
        Rhythm.Rest.allCases.map { rest in
          pad("  shown \(shown) s, \(rest.words)", 60) + Self.pauses.map { right(decimal(share(shown, $0, rest)), 9) }.joined()
        }
      }
  }
}

extension Rhythm.Rest {
  fileprivate var words: String {
    switch self {
    case .never: "never at rest"
    case .first: "0.15 s at rest before"
    case .last: "0.15 s at rest after"
    case .both: "0.15 s at rest before and after"
    }
  }
}
