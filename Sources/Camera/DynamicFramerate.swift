import CV4L2

extension OpenDevice {
  /// Sees to it that auto exposure may, or may not, lower the frame rate; the former value comes back when the device is closed.
  ///
  /// - Parameter wish: nil leaves it alone.
  /// - Returns: whether exposure may lower the rate now, nil for a camera without the control; and a line to log, if the wish
  ///   cannot be met.
  mutating func setDynamicFramerate(_ wish: Bool?) -> (isOn: Bool?, notice: String?) {
    var query = v4l2_queryctrl()
    query.id = Self.dynamicFramerate
    var control = v4l2_control(id: Self.dynamicFramerate, value: 0)
    guard
      attempt(.queryControl, &query) >= 0, query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, attempt(.getControl, &control) >= 0
    else {
      return (nil, wish == nil ? nil : "\(label) has no control exposure_dynamic_framerate; that setting changes nothing")
    }
    let former = control.value
    let isOn = former != 0
    guard let wish, wish != isOn else { return (isOn, nil) }
    control.value = wish ? 1 : 0
    let result = attempt(.setControl, &control)
    guard result >= 0 else {
      return (isOn, "\(label) does not let exposure_dynamic_framerate be set: \(describe(-result)); it stays \(isOn ? "on" : "off")")
    }
    replaced = v4l2_control(id: Self.dynamicFramerate, value: former)
    return (wish, nil)
  }

  /// The control that users know as `exposure_dynamic_framerate`.
  private static var dynamicFramerate: UInt32 { swiped_V4L2_CID_EXPOSURE_AUTO_PRIORITY }
}
