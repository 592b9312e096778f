import CV4L2
import Glibc

/// Owner of an open video device node.
///
/// libv4l2 keeps state per descriptor, so that only its `v4l2_close` may close one.
struct V4L2Device: ~Copyable {
  let descriptor: Int32
  let calls: V4L2Calls
  /// The device node.
  let path: String
  /// The name used in error messages.
  var label: String
  /// A control with the value to restore; nil if none was changed.
  private var controlToRestore: v4l2_control?
  private var memory = ControlMemory()

  /// - Throws: `CameraError` if the node cannot be opened.
  init(path: String, calls: V4L2Calls) throws(CameraError) {
    let descriptor = calls.open(path)
    guard descriptor >= 0 else {
      throw descriptor == -EBUSY ? .busy(path, path: path) : .opening(path, errno: -descriptor)
    }
    (self.descriptor, self.calls, self.path, self.label) = (descriptor, calls, path, path)
  }

  deinit {
    if var controlToRestore {
      _ = attempt(.setControl, &controlToRestore)
      memory.set(nil, of: label)
    }
    calls.close(descriptor)
  }

  /// Makes a request that the driver may refuse.
  ///
  /// - Returns: the driver's result, or the negated errno.
  func attempt<Argument>(_ request: V4L2Request, _ argument: inout Argument) -> Int32 {
    withUnsafeMutablePointer(to: &argument) { calls.ioctl(descriptor, request, $0) }
  }

  /// Makes a request that must succeed.
  ///
  /// - Throws: `CameraError` if the driver refuses.
  func perform<Argument>(_ request: V4L2Request, _ argument: inout Argument) throws(CameraError) {
    let result = attempt(request, &argument)
    if result < 0 { throw refusal(of: request, errno: -result) }
  }

  /// The error for a request that the driver refused.
  func refusal(of request: V4L2Request, errno code: Int32) -> CameraError {
    code == EBUSY ? .busy(label, path: path) : .requesting(request, of: label, errno: code)
  }

  /// More answers than any driver has; stops the enumeration of one that never ends it.
  private static let maximumAnswers: UInt32 = 256

  /// Makes a request with index 0, 1, 2… until the driver refuses, and passes each answer to `body`.
  func enumerate<Argument>(
    _ request: V4L2Request, _ initial: Argument, index: WritableKeyPath<Argument, UInt32>, _ body: (Argument) -> Void
  ) {
    for i in 0..<Self.maximumAnswers {
      var argument = initial
      argument[keyPath: index] = i
      if attempt(request, &argument) < 0 { return }
      body(argument)
    }
  }
}

extension V4L2Device {
  func startStreaming() throws(CameraError) {
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    try perform(.streamOn, &type)
  }

  /// Stops streaming; the driver removes all buffers from its queues.
  func stopStreaming() throws(CameraError) {
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    try perform(.streamOff, &type)
  }

  /// Whether another program has buffers of the device. Requests no buffers, which the driver refuses in that case, and which
  /// otherwise has no effect.
  func hasOtherStream() -> Bool {
    var request = v4l2_requestbuffers()
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    return attempt(.requestBuffers, &request) == -EBUSY
  }

  /// Subscribes to changes of the input signal's format. Most drivers have no such event; that is not an error.
  func subscribeToSourceChanges() {
    var input: Int32 = 0
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
    // The event's ID is the input's number; 0 for a driver without inputs.
    subscription.id = attempt(.getInput, &input) >= 0 && input > 0 ? UInt32(input) : 0
    _ = attempt(.subscribeEvent, &subscription)
  }

  /// Dequeues the event that poll(2) announced, and returns whether it is a source change.
  ///
  /// - Throws: `CameraError` if there is no event, as poll(2) would announce it again at once.
  func dequeueSourceChange() throws(CameraError) -> Bool {
    var event = v4l2_event()
    try perform(.dequeueEvent, &event)
    return event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE)
  }

  /// Sets whether auto exposure may lower the frame rate; the previous value is restored when the device is closed.
  ///
  /// - Parameters:
  ///   - wanted: nil leaves the control as the person has set it.
  ///   - memory: knows the value of the person if a process that changed it was killed.
  /// - Returns: whether the control is on, nil for a camera without it; and a line for the log if `wanted` could not be set.
  mutating func setDynamicFramerate(_ wanted: Bool?, _ memory: ControlMemory = ControlMemory()) -> (isOn: Bool?, notice: String?) {
    var query = v4l2_queryctrl()
    query.id = Self.dynamicFramerate
    var control = v4l2_control(id: Self.dynamicFramerate, value: 0)
    guard
      attempt(.queryControl, &query) >= 0, query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, attempt(.getControl, &control) >= 0
    else {
      return (nil, wanted == nil ? nil : "\(label) has no control exposure_dynamic_framerate; the setting has no effect")
    }
    let isOn = control.value != 0
    let remembered = memory.value(of: label)
    let previous = remembered ?? control.value
    let new = wanted.map { $0 ? 1 : 0 } ?? previous
    if new != previous {
      self.memory = memory
      memory.set(previous, of: label)
      controlToRestore = v4l2_control(id: Self.dynamicFramerate, value: previous)
    } else if remembered != nil {
      memory.set(nil, of: label)
    }
    guard new != control.value else { return (isOn, nil) }
    control.value = new
    let result = attempt(.setControl, &control)
    guard result >= 0 else {
      controlToRestore = nil
      memory.set(remembered, of: label)
      return (isOn, "\(label): exposure_dynamic_framerate cannot be set: \(describe(-result)); it stays \(isOn ? "on" : "off")")
    }
    return (new != 0, nil)
  }

  /// The control that `v4l2-ctl` and the configuration call `exposure_dynamic_framerate`.
  private static var dynamicFramerate: UInt32 { swiped_V4L2_CID_EXPOSURE_AUTO_PRIORITY }
}
