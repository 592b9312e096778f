import Camera
import FrameSources
import Imaging
import Platform

/// The source of the pipeline's frames: a camera, which may come and go, or a stream, which is open until it ends.
struct PipelineSource: ~Copyable {
  enum Step {
    /// A frame was passed to the caller.
    case frame
    /// No frame was passed: messages have come, or the camera has been opened.
    case woken
    /// There is no camera; see ``retryNs``.
    case absent
    /// The camera was lost, or could not be opened.
    case lost
    /// The stream has ended.
    case ended
  }

  // At most one of these is set. A replay has neither, since a trace has no frames.
  private var camera: CameraSession?
  private var hand: SyntheticHand?
  private var stream: Y4MStream?

  /// Opens a stream. A camera is opened by ``next(wake:_:)``.
  ///
  /// - Parameters:
  ///   - reportHolders: receives the error of a busy camera once the programs that hold it are known. Called on any thread.
  ///   - reportUse: called on any thread when another program has opened or closed the camera, so that ``next(wake:_:)`` is to be called.
  /// - Throws: `UserError`.
  init(
    _ settings: DaemonSettings, _ output: EventOutput, reportHolders: @escaping @Sendable (CameraError) -> Void,
    reportUse: @escaping @Sendable () -> Void
  ) throws {
    switch settings.source {
    case .camera(let name):
      camera = CameraSession(name, settings.configuration.camera, output, reportHolders: reportHolders, reportUse: reportUse)
    case .synthetic(let script): hand = SyntheticHand(script)
    case .y4m(let path): stream = try Y4MStream(path: path, startNs: monotonicNs())
    case .trace: return
    }
    if !settings.source.isCamera, let description { output.log.info("watching \(description.name) (\(description.path))") }
  }

  /// Waits for the next frame and passes it to `body`, or opens the camera when that is due.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable.
  ///   - body: called with the frame, which is valid only during the call.
  /// - Throws: a stream's error, or what `body` throws.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> Step {
    if let step = try camera?.next(wake: wake, body) { return step }
    if let step = try hand?.next(wake: wake, body) { return Step(step) }
    if let step = try stream?.next(wake: wake, body) { return Step(step) }
    return .ended
  }

  /// Adapts the camera after a frame.
  ///
  /// - Parameters:
  ///   - stillNs: the time without a hand and without motion.
  ///   - idleUntilNs: frames captured before this time need no pixels.
  mutating func followUp(stillNs: UInt64, idleUntilNs: UInt64) { camera?.followUp(stillNs: stillNs, idleUntilNs: idleUntilNs) }

  var description: SourceDescription? {
    if let description = camera.read({ $0.description }) { return description }
    if let description = hand.read({ $0.description }) { return description }
    return stream.read { $0.description }
  }

  /// The frames that came and were not handled since the start.
  var lost: LostFrames {
    if let lost = camera.read({ $0.lost }) { return lost }
    return LostFrames(dropped: hand.read { $0.dropped } ?? 0)
  }

  var isOpen: Bool { camera.read { $0.isOpen } ?? true }

  /// Whether another program has the camera.
  var isYielded: Bool { camera.read { $0.isYielded } ?? false }

  /// When a missing camera is due to be opened; nil: when a device appears.
  var retryNs: UInt64? { camera.read { $0.retryNs } ?? nil }

  mutating func retry() { camera?.retry() }

  mutating func reportHolders(_ error: CameraError) { camera?.reportHolders(error) }

  /// Closes a camera. A stream stays open, since it cannot be opened again.
  ///
  /// - Returns: whether a camera was open.
  mutating func close() -> Bool { camera?.close() ?? false }

  /// Closes the camera, so that the configured one is opened.
  ///
  /// - Returns: whether a camera was open.
  mutating func reopen() -> Bool { camera?.reopen() ?? false }

  mutating func apply(_ settings: DaemonSettings) {
    if case .camera(let name) = settings.source { camera?.apply(name, settings.configuration.camera) }
  }
}

extension PipelineSource.Step {
  fileprivate init(_ step: FrameStep) {
    self =
      switch step {
      case .frame: .frame
      case .woken: .woken
      case .ended: .ended
      }
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Borrows the value if there is one, since optional chaining would consume it.
  borrowing func read<Result>(_ body: (borrowing Wrapped) -> Result) -> Result? {
    switch self {
    case .some(let value): body(value)
    case .none: nil
    }
  }
}
