/// What the rendered hand does.
package enum SyntheticScript: Sendable, Equatable, CustomStringConvertible {
  /// It raises and lowers its thumb; see ``HandScript``.
  case thumbs
  /// It shows numbers of fingers, 0 to 5, two seconds each, and starts again. Not empty.
  case fingers([Int])

  /// The numbers of fingers that ``init(_:)`` uses where none are given.
  private static let countingUp = [0, 1, 2, 3, 4, 5]
  /// How long a number of fingers is shown, and how long the hand takes to change it before that, in seconds.
  private static let showing = 1.6, changing = 0.4

  /// Reads `thumbs`, `fingers` or `fingers=` with numbers from 0 to 5, separated by commas. Nil for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("thumbs", 1): self = .thumbs
    case ("fingers", 1): self = .fingers(Self.countingUp)
    case ("fingers", 2):
      let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      let counts = texts.compactMap { Int($0) }.filter { (0...5).contains($0) }
      guard counts.count == texts.count else { return nil }
      self = .fingers(counts)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .thumbs: "thumbs"
    case .fingers(Self.countingUp): "fingers"
    case .fingers(let counts): "fingers=\(counts.map(String.init).joined(separator: ","))"
    }
  }

  /// The hand's pose and placement `seconds` after the start.
  package func hand(at seconds: Double) -> (pose: HandPose, placement: HandPlacement) {
    switch self {
    case .thumbs: HandScript.hand(at: seconds)
    case .fingers(let counts): Self.hand(showing: counts, at: seconds)
    }
  }

  private static func hand(showing counts: [Int], at seconds: Double) -> (pose: HandPose, placement: HandPlacement) {
    let index = Int(seconds / (showing + changing))
    // How far the hand has changed to this number, 0…1.
    let changed = min(1, (seconds - Double(index) * (showing + changing)) / changing)
    let before = counts[(index + counts.count - 1) % counts.count]
    let pose = HandPose.showing(index == 0 ? counts[0] : before).blended(to: .showing(counts[index % counts.count]), weight: Float(changed))
    return (pose, HandPlacement(turn: 0, roll: 0, tilt: [-4, 6], offset: [0, -60] * (HandPlacement.defaultDistance / 640)))
  }
}

extension HandPose {
  /// A hand that shows a number of fingers, 0…5: from the index finger to the little finger, and the thumb last.
  package static func showing(_ count: Int) -> HandPose {
    var pose = count == 5 ? HandPose.open : .thumbAcrossPalm
    for finger in 0..<4 { pose.fingers[finger] = finger < count ? HandPose.open.fingers[finger] : HandPose.fist.fingers[finger] }
    return pose
  }

  /// A fist with the thumb folded over the palm.
  private static let thumbAcrossPalm = HandPose(fingers: HandPose.fist.fingers, thumb: [[30, 40], [-35, 40], [-60, 20]])
}
