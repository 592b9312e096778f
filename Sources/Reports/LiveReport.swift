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
  /// The characters beside the bar: those of the widest place, those without its unit on a narrow terminal, and those of the bar's ends with
  /// their names on one that is wide enough.
  private static let place = 41, shortPlace = 25, names = 9
  private static let longestBar = 51, shortestBar = 9

  private var report: EventReport
  /// The width of the terminal; nil without one, where no bar is shown.
  private let columns: Int?
  private let isRecording: Bool
  private let showsFrames: Bool
  private var summary: WatchSummary
  /// Nil unless it says how swipes could be prevented.
  private var hindsight: Hindsight?
  private var advice = DailyAdvice()
  /// The time of the first event, by the clock of the machine.
  private var startNs: UInt64?

  /// - Parameters:
  ///   - columns: the width of the terminal; nil without one.
  ///   - hasColors: whether to add the escape sequences for colors.
  ///   - isRecording: whether the times are those in a recording.
  ///   - explains: whether to say why a gesture made no swipe, and how to prevent one.
  ///   - saysKeysReason: whether to say why keys are not pressed. The daemon's log, on the same terminal, has said so.
  ///   - topics: the topics that are shown. Frames have a line each where they are among these.
  package init(
    columns: Int?, hasColors: Bool, isRecording: Bool = false, explains: Bool = false, saysKeysReason: Bool = false,
    topics: Set<Topic> = Topic.initial
  ) {
    (self.columns, self.isRecording, showsFrames) = (columns, isRecording, topics.contains(.frame))
    summary = WatchSummary(explains: explains)
    hindsight = explains ? Hindsight() : nil
    report = EventReport(
      hasColors: hasColors, topics: topics, clock: ReportClock(isRecording: isRecording), saysKeysReason: saysKeysReason)
  }

  /// The topics whose events it needs.
  package var topics: Set<Topic> {
    let frames: Set<Topic> = columns != nil || isRecording || hindsight != nil ? [.frame] : []
    return Topic.initial.union(frames).union(hindsight == nil ? [] : [.miss])
  }

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

  /// - Parameter now: the time, in ns of CLOCK_MONOTONIC.
  /// - Returns: nil for an event that changes nothing on the screen.
  package mutating func text(_ event: Event, at now: UInt64) -> String? {
    startNs = startNs ?? now
    report.take(event)
    summary.take(event)
    var lines = ""
    if let prevented = hindsight?.take(event) { lines = text(prevented) }
    if hindsight != nil, let notice = report.handNotice(event) { lines += "\(notice)\n" }
    if case .frame(let frame) = event, !showsFrames {
      guard let columns else { return lines.isEmpty ? nil : lines }
      return Self.erase + lines + bar(frame, columns: columns)
    }
    if let line = report.text(event) { lines += "\(line)\n" }
    return lines.isEmpty ? nil : (columns == nil ? "" : Self.erase) + lines
  }

  /// The text before events stop for a while; nil if all has been said.
  package mutating func pause() -> String? { hindsight?.end().map { text($0) } }

  /// The text after the last event: what was watched.
  ///
  /// - Parameter now: the time, in ns of CLOCK_MONOTONIC.
  package mutating func end(at now: UInt64) -> String {
    let last = pause() ?? ""
    let lengthNs = isRecording ? report.clock.lengthNs : now.subtractingSaturated(startNs ?? now)
    return (columns == nil ? "" : Self.erase) + last + report.text(summary, lengthNs: lengthNs) + "\n"
  }

  /// The lines about a swipe that could be prevented.
  private mutating func text(_ prevented: PreventedSwipe) -> String {
    let day = LocalTime.now.day
    let lines = [report.text(prevented), advice.isDue(prevented, onDay: day) ? report.advice(prevented) : nil]
    return lines.compactMap(\.self).map { $0 + "\n" }.joined()
  }

  private func bar(_ frame: FrameEvent, columns: Int) -> String {
    let (thresholds, unit) = (report.clock.threshold.numbers, report.clock.threshold.unit)
    let height = report.clock.inThresholdUnit(frame).map { -$0 }
    let room = columns - 1 - Self.place - Self.names
    let isWide = room >= 2 * Self.shortestBar
    let decimals = unit == .pixels ? 0 : 2
    let unitName = unit == .pixels ? " px" : isWide ? " hand sizes" : ""
    let place = height.map {
      "\(abs($0).decimals(decimals)) of \(($0 < 0 ? thresholds.down : thresholds.up).decimals(decimals))\(unitName) \($0 < 0 ? "down" : "up")"
    }
    let width = isWide ? min(Self.longestBar, room) : max(columns - 1 - Self.shortPlace, Self.shortestBar)
    let bar = ThumbBar.text(height: height, thresholds: thresholds, range: 2 * thresholds.up, width: width)
    let rest = frame.armed || height == nil ? "" : isWide ? ", rest first" : ", rest"
    let text = "\(isWide ? "down \(bar) up " : bar) \(place ?? "no hand")\(rest)"
    return String(text.prefix(max(columns - 1, 0)))
  }
}
