import CV4L2
import Glibc

/// Owner of a descriptor of a video node.
struct OpenDevice: ~Copyable {
  let descriptor: Int32
  let calls: V4L2Calls
  let path: String
  /// What error messages call it.
  var label: String
  /// What a control was before it was changed here.
  var replaced: v4l2_control?

  /// - Throws: `CameraError` when the node cannot be opened.
  init(path: String, calls: V4L2Calls) throws(CameraError) {
    let descriptor = calls.open(path)
    guard descriptor >= 0 else {
      throw descriptor == -EBUSY ? .busy(path, path: path) : .opening(path, errno: -descriptor)
    }
    self.descriptor = descriptor
    self.calls = calls
    self.path = path
    self.label = path
  }

  deinit {
    if var replaced { _ = attempt(.setControl, &replaced) }
    calls.close(descriptor)
  }

  /// The negated errno, or what the driver returned.
  func attempt<Argument>(_ request: V4L2Request, _ argument: inout Argument) -> Int32 {
    withUnsafeMutablePointer(to: &argument) { calls.ioctl(descriptor, request, $0) }
  }

  /// - Throws: `CameraError` when the driver refuses.
  func perform<Argument>(_ request: V4L2Request, _ argument: inout Argument) throws(CameraError) {
    let result = attempt(request, &argument)
    if result < 0 { throw refusal(of: request, errno: -result) }
  }

  /// The error of a request that the driver refused.
  func refusal(of request: V4L2Request, errno code: Int32) -> CameraError {
    code == EBUSY ? .busy(label, path: path) : .requesting(request, of: label, errno: code)
  }

  /// Asks with rising index until the driver has no further answer.
  func enumerate<Argument>(
    _ request: V4L2Request, _ initial: Argument, index: WritableKeyPath<Argument, UInt32>, _ body: (Argument) -> Void
  ) {
    // No driver lists this many; the bound is for one that answers for ever.
    for i in 0..<UInt32(256) {
      var argument = initial
      argument[keyPath: index] = i
      if attempt(request, &argument) < 0 { return }
      body(argument)
    }
  }
}

extension OpenDevice {
  func startStreaming() throws(CameraError) {
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    try perform(.streamOn, &type)
  }

  /// The driver then holds no buffer any more.
  func stopStreaming() throws(CameraError) {
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    try perform(.streamOff, &type)
  }

  /// Asks to be told when what comes in changes its format; a driver that cannot tell keeps silent, as most do.
  func subscribeToSourceChanges() {
    var input: Int32 = 0
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
    // Events go by input. A driver without inputs has them under 0.
    subscription.id = attempt(.getInput, &input) >= 0 && input > 0 ? UInt32(input) : 0
    _ = attempt(.subscribeEvent, &subscription)
  }

  /// Takes the event that a wait has announced from the driver.
  ///
  /// - Throws: `CameraError` when there is none, for the next wait would announce it again at once.
  func hasSourceChanged() throws(CameraError) -> Bool {
    var event = v4l2_event()
    try perform(.dequeueEvent, &event)
    return event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE)
  }
}
