import Imaging

/// A camera that needs no hardware: a rendered hand that swipes right, left, right, left, … every five seconds twice.
///
/// It keeps a camera's manners: 640×480 YUYV at 30 frames a second, each at its own time; whoever is late gets the newest.
public struct SyntheticHand: ~Copyable, FrameSource {
  private var renderer: HandRenderer
  private var schedule: FrameSchedule

  /// - Parameters:
  ///   - tone: of the skin.
  ///   - startNs: when the first frame is due, in ns of CLOCK_MONOTONIC.
  package init(tone: SkinTone, startNs: UInt64) {
    renderer = HandRenderer(tone: tone)
    schedule = FrameSchedule(startNs: startNs, framesPerSecond: 30)
  }

  /// Begins now.
  public init() { self.init(tone: .medium, startNs: monotonicNs()) }

  public var description: SourceDescription {
    SourceDescription(
      path: "synthetic", name: "rendered hand", width: HandRenderer.width, height: HandRenderer.height,
      fps: Double(schedule.framesPerSecond), format: "YUYV")
  }

  public var skipped: UInt64 { schedule.skipped }

  /// Waits until the next frame is due, renders and lends it. Never ends; throws only what `body` throws.
  public mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    while true {
      let readiness = wait(for: -1, wake: wake, untilNs: schedule.dueNs(schedule.upcoming))
      guard readiness != .woken else { return .woken }
      if let number = schedule.take(nowNs: monotonicNs()) {
        try lend(number, to: body)
        return .frame
      }
    }
  }

  private mutating func lend(_ number: UInt64, to body: (borrowing Frame) throws -> Void) rethrows {
    renderer.render(at: Double(number) / Double(schedule.framesPerSecond))
    let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
    try body(
      Frame(
        width: HandRenderer.width, height: HandRenderer.height, format: .yuyv, range: .limited,
        planes: (plane, nil, nil), sequence: number, capturedNs: schedule.dueNs(number), dequeuedNs: monotonicNs()))
  }
}
