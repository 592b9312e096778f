/// Slows a camera down in mid-stream, where its driver can. Most answer EBUSY while they stream: those are asked once. To stop the
/// stream for it would cost more than it saves, a blinking light and frames in which nobody is seen.
struct FramePace {
  /// Frames a second that are left at least: whoever comes is to be noticed at once.
  private static let leastFPS = 10.0

  /// Nil where the driver does not tell, or cannot change it, or it is too long to be doubled.
  private var agreed: FrameInterval?
  private var isSlow = false

  init(agreed: FrameInterval?) {
    if let agreed, let fps = agreed.fps, fps / 2 >= Self.leastFPS { self.agreed = agreed }
  }

  /// - Returns: frames a second from now on, if they are others than before.
  mutating func slow(down wish: Bool, _ device: borrowing OpenDevice) -> Double? {
    guard wish != isSlow, let agreed else { return nil }
    guard let interval = device.setInterval(wish ? FrameInterval(agreed.numerator * 2, agreed.denominator) : agreed) else {
      if wish { self.agreed = nil }
      return nil
    }
    isSlow = wish
    return interval.fps
  }

  /// Leaves the camera to the next program as it was agreed on.
  func restore(_ device: borrowing OpenDevice) {
    if isSlow, let agreed { _ = device.setInterval(agreed) }
  }
}
