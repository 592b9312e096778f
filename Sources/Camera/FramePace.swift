/// Slows a camera down in mid-stream, where its driver can. Most answer EBUSY while they stream: those are asked once. To stop the
/// stream for it would cost more than it saves, a blinking light and frames in which nobody is seen.
struct FramePace {
  /// Nil where the driver does not tell, or cannot change it.
  private var agreed: FrameInterval?
  private var isSlow = false

  init(agreed: FrameInterval?) { self.agreed = agreed?.fps == nil ? nil : agreed }

  /// - Returns: frames a second from now on, if they are others than before.
  mutating func slow(down wish: Bool, _ device: borrowing OpenDevice) -> Double? {
    guard wish != isSlow, let agreed else { return nil }
    let (numerator, isTooLong) = agreed.numerator.multipliedReportingOverflow(by: 2)
    guard !isTooLong, let interval = device.setInterval(wish ? FrameInterval(numerator, agreed.denominator) : agreed) else {
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
