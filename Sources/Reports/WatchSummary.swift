import EventProtocol
import Gestures

/// What was watched: swipes, and what kept thumbs from swiping.
package struct WatchSummary: Sendable {
  /// Bound of what is stored, whatever the server sends.
  private static let mostReasons = 64

  private let explains: Bool
  private var swipes = ByGesture { _ in 0 }
  /// The misses by the code of their reason, in the order in which these came.
  private var misses: [(code: String, count: Int)] = []

  /// - Parameter explains: whether misses are watched.
  package init(explains: Bool) { self.explains = explains }

  package mutating func take(_ event: Event) {
    switch event {
    case .gesture(let gesture) where gesture.phase.starts: swipes[gesture.gesture] += 1
    case .miss(let miss) where miss.phase == .began:
      if let index = misses.firstIndex(where: { $0.code == miss.reasonCode }) {
        misses[index].count += 1
      } else if misses.count < Self.mostReasons {
        misses.append((miss.reasonCode, 1))
      }
    default: break
    }
  }

  /// One line.
  ///
  /// - Parameter lengthNs: for how long was watched.
  func text(lengthNs: UInt64) -> String {
    let seconds = Double(lengthNs) / 1e9
    let length = seconds < 60 ? "\(seconds.decimals(0)) s" : "\((seconds / 60).decimals(1)) min"
    let swipes = Gesture.allCases.reversed().map { "\(self.swipes[$0]) \($0.name)" }.joined(separator: ", ")
    let head = "\(length) watched, swipes: \(swipes)"
    guard explains else { return head }
    let reasons = misses.sorted { $0.count > $1.count }.map { "\($0.count) \(Self.words(of: $0.code))" }
    return "\(head); no swipe: \(reasons.isEmpty ? "0" : reasons.joined(separator: ", "))"
  }

  private static func words(of code: String) -> String {
    switch NoSwipeReason.Code(rawValue: code) {
    case .tooSmall: "too far away"
    case .outsideImage: "outside the picture"
    case .otherHand: "the other hand"
    case .notNearest: "somebody else nearer"
    case .threshold: "not far enough"
    case .dwell: "not held for long enough"
    case .cooldown: "too soon after the last swipe"
    case .woke: "woke the swipes"
    default: code.split(separator: "_").joined(separator: " ")
    }
  }
}
