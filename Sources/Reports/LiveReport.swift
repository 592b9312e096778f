import Calibration
import EventProtocol
import Gestures
import Platform
import UserErrors

/// Events as text for the person who runs the daemon: a line for each swipe and each change of the state and, on a terminal, a bar below
/// them that shows the height of the thumb.
package struct LiveReport: Sendable {
  /// Erases the bar, which the cursor is on.
  private static let erase = "\r\u{1B}[K"
  /// The characters beside the bar.
  private static let margin = 42

  private let report: EventReport
  /// The width of the terminal; nil without one, where no bar is shown.
  private let columns: Int?
  private var gesture = GestureSettings()

  /// - Parameters:
  ///   - columns: the width of the terminal; nil without one.
  ///   - hasColors: whether to add the escape sequences for colors.
  package init(columns: Int?, hasColors: Bool) {
    self.columns = columns
    report = EventReport(hasColors: hasColors, topics: Topic.initial)
  }

  /// Whether it needs the event of each frame.
  package var showsFrames: Bool { columns != nil }

  /// What is watched.
  package enum Subject: Sendable { case camera, renderedHand, recording }

  /// What to do, and how to stop. Nothing of a recording, which needs nobody.
  ///
  /// - Parameter installation: where the program runs from.
  package static func greeting(_ subject: Subject, in installation: Installation) -> String {
    switch subject {
    case .camera:
      "Raise your thumb to swipe right, lower it to swipe left, and bring it back to the height of the wrist in between. Ctrl-C stops.\n"
    case .renderedHand:
      """
      This hand is rendered, and no camera is used: it raises its thumb to swipe right, and lowers it to swipe left. Ctrl-C stops.
      To use a camera, plug it in and run `\(installation.watchCommand(source: "auto"))`, or name it, as in \
      `\(installation.watchCommand(source: "/dev/video0"))`.

      """
    case .recording: ""
    }
  }

  /// - Returns: nil for an event that changes nothing on the screen.
  package mutating func text(_ event: Event) -> String? {
    if case .status(let status) = event, let options = status.gesture, let settings = try? GestureSettings(options) {
      gesture = settings
    }
    if case .frame(let frame) = event { return columns.map { Self.erase + bar(frame, columns: $0) } }
    return report.text(event).map { "\(columns == nil ? "" : Self.erase)\($0)\n" }
  }

  /// The text after the last event.
  package var end: String { columns == nil ? "" : Self.erase }

  private func bar(_ frame: FrameEvent, columns: Int) -> String {
    // The distance is in pixels, so it can be compared only with a threshold in pixels.
    let threshold: Double? = if case .pixels(let pixels) = gesture.threshold { pixels } else { nil }
    let height = frame.distance.map { -$0 }
    let bar = ThumbBar.text(
      height: height, threshold: threshold, range: 2 * (threshold ?? 50), width: min(51, columns - Self.margin))
    let most = threshold.map { " of \($0.decimals(0))" } ?? ""
    let place = height.map { "\(abs($0).decimals(0))\(most) px \($0 < 0 ? "down" : "up")" } ?? "no hand"
    let text = "down \(bar) up  \(place)\(frame.armed || height == nil ? "" : ", rest first")"
    return String(text.prefix(max(columns - 1, 0)))
  }
}
