import Camera
import FrameSources
import Imaging
import Logging
import Platform
import UserErrors

/// The source of the pipeline's frames: a camera, which may come and go, or a stream, which is open until it ends.
enum PipelineSource: ~Copyable {
  case camera(CameraSession)
  case hand(SyntheticHand)
  case stream(Y4MStream)
  /// A trace has no frames: its hands enter the pipeline behind the tracker.
  case trace

  /// The longest wait for a stream, in ns: between waits, the pipeline shows the service manager that it is alive.
  static let longestWaitNs: UInt64 = 1_000_000_000

  /// Opens a stream. A camera is opened by ``next(wake:_:)``.
  ///
  /// - Parameter onChange: called on any thread when another program has opened or closed the camera, so that ``next(wake:_:)`` is to be
  ///   called.
  /// - Throws: `UserError`.
  init(_ settings: DaemonSettings, log: Logger, onChange: @escaping @Sendable () -> Void) throws {
    switch settings.source {
    case .camera(let name): self = .camera(CameraSession(CameraOptions(name: name, settings.configuration.camera), onChange: onChange))
    case .synthetic(let script): self = .hand(SyntheticHand(script))
    case .y4m(let path): self = .stream(try Y4MStream(path: path, startNs: monotonicNs()))
    case .trace: self = .trace
    }
    if let description { log.info("watching \(description.name) (\(description.path))") }
  }

  /// Waits for the next frame and passes it to `body`, or opens the camera when that is due.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable.
  ///   - body: called with the frame, which is valid only during the call.
  /// - Returns: `absent` if there is no camera until ``retryNs``.
  /// - Throws: a stream's error, or what `body` throws.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    // A value is moved out of the enumeration and back, since it cannot be changed in place.
    switch consume self {
    case .camera(var camera):
      let step = Result { try camera.next(wake: wake, body) }
      self = .camera(camera)
      return try step.get()
    case .hand(var hand):
      let step = Result { try hand.next(wake: wake, body) }
      self = .hand(hand)
      return try step.get()
    case .stream(var stream):
      let step = Result { try stream.next(wake: wake, untilNs: monotonicNs() + Self.longestWaitNs, body) }
      self = .stream(stream)
      return try step.get()
    case .trace:
      self = .trace
      return .ended
    }
  }

  /// Changes the camera, if this is one.
  ///
  /// - Returns: what `body` returns; nil for a stream.
  private mutating func withCamera<Result>(_ body: (inout CameraSession) -> Result) -> Result? {
    switch consume self {
    case .camera(var camera):
      let result = body(&camera)
      self = .camera(camera)
      return result
    case let other:
      self = other
      return nil
    }
  }

  /// Adapts the camera after a frame.
  ///
  /// - Parameters:
  ///   - stillNs: the time without a hand and without motion.
  ///   - idleUntilNs: frames captured before this time need no pixels.
  ///   - wantsLargerSize: whether larger pictures would find a hand.
  mutating func followUp(stillNs: UInt64, idleUntilNs: UInt64, wantsLargerSize: Bool) {
    _ = withCamera { $0.followUp(stillNs: stillNs, idleUntilNs: idleUntilNs, wantsLargerSize: wantsLargerSize) }
  }

  /// What has happened to the camera since the last call.
  mutating func takeEvents() -> [CameraEvent] { withCamera { $0.takeEvents() } ?? [] }

  var description: SourceDescription? {
    switch self {
    case .camera(let camera): camera.description
    case .hand(let hand): hand.description
    case .stream(let stream): stream.description
    case .trace: nil
    }
  }

  /// The frames that came and were not handled since the start.
  var lost: LostFrames {
    switch self {
    case .camera(let camera): camera.lost
    case .hand(let hand): LostFrames(dropped: hand.dropped)
    default: LostFrames()
    }
  }

  /// What `body` reads of the camera; nil for a stream.
  private borrowing func readCamera<Result>(_ body: (borrowing CameraSession) -> Result) -> Result? {
    switch self {
    case .camera(let camera): body(camera)
    default: nil
    }
  }

  var isOpen: Bool { readCamera { $0.isOpen } ?? true }

  /// Whether another program has the camera.
  var isYielded: Bool { readCamera { $0.isYielded } ?? false }

  /// When a missing camera is due to be opened; nil: when a device appears.
  var retryNs: UInt64? { readCamera { $0.retryNs } ?? nil }

  mutating func retry() { _ = withCamera { $0.retry() } }

  /// Looks for the camera again, because a camera has appeared or disappeared.
  mutating func findAgain() { _ = withCamera { $0.camerasChanged() } }

  /// Whether a camera is open, or another program's: a pause that has ended before it was closed changes nothing.
  var isCameraInUse: Bool { readCamera { $0.isOpen || $0.isYielded } ?? false }

  /// Closes a camera, rendered or not. A stream stays open, since it cannot be opened again.
  ///
  /// - Returns: whether a camera was open.
  mutating func close() -> Bool {
    switch consume self {
    case .hand(var hand):
      let wasOpen = hand.close()
      self = .hand(hand)
      return wasOpen
    case let other:
      self = other
      return withCamera { $0.close() } ?? false
    }
  }

  /// Closes the camera, so that the configured one is opened.
  ///
  /// - Returns: whether a camera was open.
  mutating func reopen() -> Bool { withCamera { $0.reopen() } ?? false }

  mutating func apply(_ settings: DaemonSettings) {
    guard case .camera(let name) = settings.source else { return }
    _ = withCamera { $0.apply(CameraOptions(name: name, settings.configuration.camera)) }
  }
}
