import Calibration
import Gestures
import Platform
import UserErrors

extension CalibrationSession.Step {
  /// What the person is asked to do: a title, and the details below it.
  package var lines: [String] {
    switch self {
    case .showHand:
      [
        "Show your hand",
        "Hold a loose fist in front of the camera, with the tip of the thumb at the height of the wrist.",
      ]
    case .gestures(.thumbUp):
      [
        "Thumb up, five times",
        "Point the thumb up, hold it for a moment, and bring it back to the height of the wrist.",
      ]
    case .gestures(.thumbDown):
      [
        "Thumb down, five times",
        "Now the other way: turn the fist over, hold it for a moment, and turn it back.",
      ]
    case .desk:
      [
        "Ten seconds at your desk",
        "Do what you do there: type, drink, scratch your head, talk with your hands. No thumbs up or down.",
      ]
    case .complete: ["Done"]
    }
  }
}

extension CalibrationSession.Notice {
  /// The human-readable line; nil where the step's own lines say it, and for what a countdown shows.
  ///
  /// - Parameter profile: the name of the profile that is calibrated.
  package func line(profile: String) -> String? {
    switch self {
    case .began, .secondsLeft, .gaveUp: nil
    case .counted(_, let number, let isRecognized, let reason):
      "\(number) of \(CalibrationSession.gestureCount)"
        + (isRecognized ? "" : ", missed by the unchanged \(profile)" + (reason.map { ": \($0.sentence)" } ?? ""))
    case .other(let shown): "\(shown.gesture.words) ignored; \((shown == .thumbUp ? Gesture.thumbDown : .thumbUp).words) is wanted"
    case .hint(.showHand): "no hand: hold it in the picture, closer to the camera"
    case .hint(.raise(.thumbUp)): "no thumb yet: point it up until the dot is in the zone on the right"
    case .hint(.raise(.thumbDown)): "no thumb yet: point it down until the dot is in the zone on the left"
    case .hint(.rest): "bring the thumb back to the height of the wrist, and wait for the count"
    }
  }
}

extension CalibrationSession.Failure {
  /// The cause in a line.
  package var cause: String {
    switch self {
    case .noHand: "no hand for \(CalibrationSession.patienceSeconds) s"
    case .noRest: "the hand has not rested for \(CalibrationSession.patienceSeconds) s"
    case .noGesture(let asked): "no \(asked.gesture.words) for \(CalibrationSession.patienceSeconds) s"
    }
  }
}

extension CalibrationProposal {
  /// The table of what each setting would have made of the recording.
  ///
  /// - Parameter profile: the name of the profile that was calibrated.
  package func table(profile: String) -> [String] {
    var rows = [["", "threshold", "dwell", "recognized", "false swipes"]]
    func add(_ name: String, _ settings: GestureSettings, _ score: CalibrationScore) {
      rows.append([
        name, settings.thresholdText, "\(settings.dwellMs) ms", "\(score.recognized) of \(score.asked)", String(score.falseSwipes),
      ])
    }
    if verdict == .improves { add("this setting", settings, score) }
    add(profile, profileSettings, profileScore)
    if profile != "plain" { add("plain", GestureSettings(), plainScore) }
    return rows.map { row in zip(row, [14, 12, 9, 13]).map { $0.padded($1) }.joined() + (row.last ?? "") }
  }

  /// What the proposal is and why, a line each.
  ///
  /// - Parameter profile: the name of the profile that was calibrated.
  package func explanation(profile: String) -> [String] {
    switch outcome {
    case .improves:
      [
        "Proposal: \(profile) with a threshold of \(settings.thresholdText) and a dwell of \(settings.dwellMs) ms. It makes "
          + "\(gain) fewer mistakes than the unchanged \(profile)."
      ]
    case .perfect: ["Keep \(profile) unchanged. It got everything right."]
    case .keeps: ["Keep \(profile) unchanged. No other setting is clearly better."]
    case .unclearMissed, .unclearFalse:
      [
        "Keep \(profile) unchanged. No setting separates your gestures from your other movements.",
        outcome == .unclearMissed
          ? "Close the fingers, stick the thumb out, and hold it until it is counted; then run `swipectl calibrate` again."
          : "Keep the thumb in the fist when you do not want to swipe; then run `swipectl calibrate` again.",
        "`swipectl watch --explain` shows why a hand does not swipe.",
      ]
    }
  }

  /// How many of the swipes that were marked as wrong each setting would make again; nil if none were.
  ///
  /// - Parameter profile: the name of the profile that was calibrated.
  package func wrongSwipes(profile: String) -> String? {
    guard profileScore.marked > 0 else { return nil }
    let swipes = profileScore.marked == 1 ? "Of the swipe" : "Of the \(profileScore.marked) swipes"
    let proposed = verdict == .improves ? ", and this setting \(score.repeated)" : ""
    return "\(swipes) that you marked as wrong, the unchanged \(profile) would make \(profileScore.repeated) again\(proposed)."
  }

  /// Explains the columns of ``table(profile:)``.
  package static let legend =
    "recognized: of your ten gestures; false swipes: those you did not intend; hand: from the wrist to the middle knuckle"
}

extension CalibrationSession {
  /// The line that shows the hand now.
  ///
  /// - Parameter columns: of the terminal.
  package func liveLine(columns: Int) -> String {
    let words =
      switch zone {
      case nil: "no hand"
      case .up: "thumb up"
      case .rest: "rest"
      case .down: "thumb down"
      }
    let progress =
      switch step {
      case .showHand, .complete: ""
      case .gestures: " · \(count) of \(Self.gestureCount)"
      case .desk: secondsLeft.map { " · \($0) s left" } ?? ""
      }
    // The words need 24 columns at most, and the names of the bar's ends 8.
    let isWide = columns >= 60
    let bar = ThumbBar.text(height: height, thresholds: thresholds, width: min(51, columns - (isWide ? 36 : 28)))
    let shown = bar.isEmpty ? "" : isWide ? "down \(bar) up  " : "\(bar)  "
    return "  \(shown)\(words)\(progress)"
  }
}

extension GestureSettings {
  /// The threshold with its unit, such as `0.60 hand`.
  package var thresholdText: String {
    switch threshold {
    case .pixels(let pixels): "\(pixels.decimals(0)) px"
    case .handSizes(let sizes): "\(sizes.decimals(2)) hand"
    }
  }
}
