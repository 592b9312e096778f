/// Halves a camera's frame rate while it streams, where its driver can.
///
/// Most drivers answer EBUSY while they stream; those are asked once. Stopping the stream for the change would cost more than it
/// saves: the camera's light blinks, and frames are lost.
struct ReducedFrameRate {
  /// Frames per second that must remain, so that a hand is noticed at once.
  private static let minimumFPS = 10.0

  /// The interval to return to; nil where the driver does not report it, or cannot change it, or it is too long to be doubled.
  private var negotiated: FrameInterval?
  private var isReduced = false

  init(negotiated: FrameInterval?) {
    if let negotiated, let fps = negotiated.fps, fps / 2 >= Self.minimumFPS { self.negotiated = negotiated }
  }

  /// - Returns: frames per second from now on, if the rate has changed.
  mutating func set(_ wantsReduced: Bool, on device: borrowing V4L2Device) -> Double? {
    guard wantsReduced != isReduced, let negotiated else { return nil }
    let wanted = wantsReduced ? FrameInterval(negotiated.numerator * 2, negotiated.denominator) : negotiated
    guard let interval = device.setInterval(wanted) else {
      if wantsReduced { self.negotiated = nil }
      return nil
    }
    isReduced = wantsReduced
    return interval.fps
  }

  /// Restores the negotiated rate for the next program.
  func restore(on device: borrowing V4L2Device) {
    if isReduced, let negotiated { _ = device.setInterval(negotiated) }
  }
}
