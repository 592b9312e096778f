import EventProtocol
import Gestures
import Platform

/// What lines of events need to know of what came before: whether their times are those of the day, or count from the start of a recording; and
/// the unit in which distances are measured.
package struct ReportClock: Sendable {
  private let isRecording: Bool
  /// The times of the first and of the latest frame or event, in ns of CLOCK_MONOTONIC.
  private(set) var startNs: UInt64?, lastNs: UInt64 = 0
  private(set) var threshold = GestureSettings().threshold
  /// False where the gesture settings measure in sizes of the hand.
  var measuresInPixels: Bool { threshold.unit == .pixels }

  /// - Parameter isRecording: whether the times count from the first frame.
  package init(isRecording: Bool = false) { self.isRecording = isRecording }

  /// The time from the first event to the latest, in ns.
  var lengthNs: UInt64 { lastNs.subtractingSaturated(startNs ?? lastNs) }

  /// Takes the next event.
  mutating func take(_ event: Event) {
    switch event {
    case .status(let status):
      guard let options = status.gesture, let settings = try? GestureSettings(options) else { return }
      threshold = settings.threshold
    case .frame(let frame): take(frame.capturedNs)
    case .gesture(let gesture): take(gesture.capturedNs)
    case .miss(let miss): take(miss.capturedNs)
    default: break
    }
  }

  /// How far the thumb of a frame is from the wrist, downward, in the unit of the threshold; nil without a usable hand.
  func inThresholdUnit(_ frame: FrameEvent) -> Double? {
    guard let distance = frame.distance, !measuresInPixels else { return frame.distance }
    // Pixels of the view, in which a frame has the threshold, too.
    return frame.threshold.flatMap { $0 > 0 ? distance * threshold.number / $0 : nil }
  }

  private mutating func take(_ ns: UInt64) {
    startNs = startNs ?? ns
    lastNs = ns
  }

  /// A moment as it is at the beginning of a line, with milliseconds.
  ///
  /// - Parameter ns: in ns of CLOCK_MONOTONIC; nil for now, or the latest frame of a recording.
  func time(_ ns: UInt64?) -> String {
    guard isRecording else { return clockTime(monotonicNs: ns) }
    let ms = Int(clamping: (ns ?? lastNs).subtractingSaturated(startNs ?? ns ?? lastNs) / 1_000_000)
    func padded(_ number: Int, _ width: Int) -> String { String(number).padded(width, left: true, with: "0") }
    let rest = "\(padded(ms / 1000 % 60, 2)).\(padded(ms % 1000, 3))"
    return ms < 3_600_000 ? "\(ms / 60_000):\(rest)" : "\(ms / 3_600_000):\(padded(ms / 60_000 % 60, 2)):\(rest)"
  }
}

/// The local time of day at a moment of CLOCK_MONOTONIC, or now, with milliseconds.
func clockTime(monotonicNs ns: UInt64?) -> String {
  // Negative for a moment that is still to come.
  let age = ns.map { Int(clamping: monotonicNs()).subtractingSaturated(Int(clamping: $0)) } ?? 0
  let moment = Int(clamping: unixNs()).subtractingSaturated(age)
  let milliseconds = String(moment / 1_000_000 % 1000).padded(3, left: true, with: "0")
  return LocalTime(unixS: moment / 1_000_000_000).text("%H:%M:%S.") + milliseconds
}
