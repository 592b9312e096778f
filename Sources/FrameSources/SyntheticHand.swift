import Imaging
import Platform
import RenderedHand

/// A camera without hardware: a rendered hand, which follows a script.
///
/// It behaves as a camera: 640×480 YUYV at 30 frames per second, each at its own time; a late caller gets the newest.
package struct SyntheticHand: ~Copyable {
  private var renderer: HandRenderer
  private var schedule: FrameSchedule
  private var isOpen = true

  /// - Parameters:
  ///   - script: what the hand does.
  ///   - tone: skin tone.
  ///   - startNs: time of the first frame, in ns of CLOCK_MONOTONIC.
  package init(_ script: SyntheticScript = .thumbs, tone: SkinTone = .medium, startNs: UInt64 = monotonicNs()) {
    renderer = HandRenderer(script, tone: tone)
    schedule = FrameSchedule(startNs: startNs, framesPerSecond: 30)
  }

  package var description: SourceDescription {
    SourceDescription(
      path: "synthetic", name: "rendered hand", width: HandRenderer.width, height: HandRenderer.height,
      fps: Double(schedule.framesPerSecond), format: "YUYV")
  }

  package var dropped: UInt64 { schedule.dropped }

  /// Ends its frames until the next one is waited for: those in between are not missed.
  ///
  /// - Returns: whether it was open.
  package mutating func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  /// Waits until the next frame is due, renders it and passes it to `body`. Never ends.
  ///
  /// - Throws: only what `body` throws.
  package mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    if !isOpen { schedule.skip(toNs: monotonicNs()) }
    isOpen = true
    while true {
      let readiness = wait(for: -1, wake: wake, untilNs: schedule.dueNs(schedule.upcoming))
      guard readiness != .woken else { return .woken }
      if let number = schedule.take(nowNs: monotonicNs()) {
        try deliver(number, to: body)
        return .frame
      }
    }
  }

  private mutating func deliver(_ number: UInt64, to body: (borrowing Frame) throws -> Void) rethrows {
    renderer.render(at: Double(number) / Double(schedule.framesPerSecond))
    let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
    try body(
      Frame(
        width: HandRenderer.width, height: HandRenderer.height, format: .yuyv, range: .limited,
        planes: (plane, nil, nil), sequence: number, capturedNs: schedule.dueNs(number), dequeuedNs: monotonicNs()))
  }
}

/// The due times of the frames of a source with a constant rate. A late caller gets the newest frame; the others are counted as dropped.
///
/// Each due time is computed from the start and the frame's number, so nothing drifts.
package struct FrameSchedule: Sendable {
  package let startNs: UInt64
  package let framesPerSecond: UInt64
  /// Number of the next frame.
  package private(set) var upcoming: UInt64 = 0
  /// Number of frames that late callers missed.
  package private(set) var dropped: UInt64 = 0

  package init(startNs: UInt64, framesPerSecond: UInt64) {
    (self.startNs, self.framesPerSecond) = (startNs, framesPerSecond)
  }

  /// The due time of frame `number`, in ns.
  package func dueNs(_ number: UInt64) -> UInt64 {
    startNs + number / framesPerSecond * 1_000_000_000 + number % framesPerSecond * 1_000_000_000 / framesPerSecond
  }

  /// Leaves out the frames that are due, which nobody wanted.
  package mutating func skip(toNs ns: UInt64) {
    let missed = dropped
    _ = take(nowNs: ns)
    dropped = missed
  }

  /// Takes the newest frame that is due.
  ///
  /// - Returns: its number, or nil if none is due.
  package mutating func take(nowNs: UInt64) -> UInt64? {
    guard dueNs(upcoming) <= nowNs else { return nil }
    var newest = max(upcoming, (nowNs - startNs) / 1_000_000_000 * framesPerSecond)
    while dueNs(newest + 1) <= nowNs { newest += 1 }
    dropped += newest - upcoming
    upcoming = newest + 1
    return newest
  }
}
