import Imaging

/// A camera that streams for as long as this value exists, whichever system its pictures come through.
package protocol OpenCamera: ~Copyable {
  var description: SourceDescription { get }
  /// The camera's name in messages.
  var label: String { get }
  /// Lines to log once: the reason for the mode, and a request that could not be met.
  var notices: [String] { get }
  /// The frames that came and were not passed on.
  var lost: LostFrames { get }
  /// The device node that another program opens to get the camera, which then is to be closed here; nil if others can read it meanwhile.
  var exclusiveDevice: String? { get }
  /// Whether ``CameraRequest/takesLargerSize`` would give larger pictures.
  var offersLargerSize: Bool { get }
  /// Frames captured before this time need no pixels: JPEG is not decoded unless somebody reads them.
  var idleUntilNs: UInt64 { get set }

  /// Creates a monitor for the rate of this camera.
  func makeFrameRateMonitor() -> FrameRateMonitor

  /// Halves the frame rate, or restores it, if that is possible while the camera streams.
  ///
  /// - Returns: frames per second from now on, if the rate has changed.
  mutating func setFrameRateReduced(_ isReduced: Bool) -> Double?

  /// Starts the camera again in the same mode after a stall; the time until it counts as stalled starts again too.
  ///
  /// - Throws: `CameraError`: `changed` if the camera's format has changed; unplugged, or another failure.
  mutating func restart() throws(CameraError)

  /// Waits for the next frame and passes the newest one to `body`.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable; it is not read from.
  ///   - body: receives the frame, which is valid only during the call.
  /// - Throws: `CameraError` if the camera is unplugged, fails, stalls or changes its format; or what `body` throws. After a failure or a
  ///   stall, ``restart()`` may get it working again.
  mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep
}

extension OpenCamera where Self: ~Copyable {
  package var offersLargerSize: Bool { false }
}
