import CV4L2
import Camera
import Glibc

extension FakeDriver.State {
  /// Answers a request as linux/videodev2.h describes it.
  mutating func answer(_ request: V4L2Request, _ node: FakeNode, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case .queryCapabilities:
      let capability = argument.assumingMemoryBound(to: v4l2_capability.self)
      write(node.card, to: &capability.pointee.card)
      write(node.driver, to: &capability.pointee.driver)
      write(node.busInfo, to: &capability.pointee.bus_info)
      // Of all nodes of the device; those of the node itself are in `device_caps`.
      capability.pointee.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS) | UInt32(V4L2_CAP_VIDEO_CAPTURE)
      capability.pointee.device_caps = node.capabilities
    case .enumerateFormats:
      let format = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      guard format.pointee.index < node.formats.count else { return -EINVAL }
      let found = node.formats[Int(format.pointee.index)]
      format.pointee.pixelformat = found.code.rawValue
      format.pointee.flags = found.isEmulated ? UInt32(V4L2_FMT_FLAG_EMULATED) : 0
    case .enumerateSizes:
      return size(node, &argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
    case .enumerateIntervals:
      return interval(node, &argument.assumingMemoryBound(to: v4l2_frmivalenum.self).pointee)
    case .getFormat, .setFormat:
      let pix = argument.assumingMemoryBound(to: v4l2_format.self)
      let requested = FourCC(rawValue: pix.pointee.fmt.pix.pixelformat)
      if request == .getFormat || node.insists {
        pix.pointee.fmt.pix.pixelformat = node.present.code.rawValue
        pix.pointee.fmt.pix.width = UInt32(node.present.width)
        pix.pointee.fmt.pix.height = UInt32(node.present.height)
      } else if !node.formats.contains(where: { $0.code == requested }) {
        return -EINVAL
      }
      pix.pointee.fmt.pix.bytesperline = UInt32(node.bytesPerLine)
      width = pix.pointee.fmt.pix.width
    case .setParameters:
      let fraction = width > node.mostFastWidth ? v4l2_fract(numerator: 1, denominator: 10) : nil
      let requested = fraction ?? argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee.parm.capture.timeperframe
      argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee.parm.capture.timeperframe = requested
      interval = FrameInterval(requested.numerator, requested.denominator)
    case .getParameters:
      argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee.parm.capture.timeperframe =
        v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    case .requestBuffers:
      argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee.count = UInt32(node.bufferCount)
      // Those of a stream that could not start are freed.
      queued = []
    case .queryBuffer:
      let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
      buffer.pointee.length = 4096
      buffer.pointee.m.offset = buffer.pointee.index
    case .queueBuffer:
      let index = argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index
      if queued.contains(index) { return -EINVAL }
      queued.append(index)
    case .dequeueBuffer: return dequeue(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
    case .streamOn:
      guard width <= node.mostWidth else { return -ENOSPC }
      isStreaming = true
    case .streamOff:
      isStreaming = false
      queuedAtStop = queued.count
      queued = []
      ready = []
      error = nil
    case .queryControl:
      let query = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
      guard query.pointee.id == FakeNode.dynamicFramerate, dynamicFramerate != nil else { return -EINVAL }
      query.pointee.flags = node.controlFlags
    case .getControl, .setControl:
      let control = argument.assumingMemoryBound(to: v4l2_control.self)
      guard control.pointee.id == FakeNode.dynamicFramerate, let value = dynamicFramerate else { return -EINVAL }
      if request == .getControl { control.pointee.value = value } else { dynamicFramerate = control.pointee.value }
    case .getInput: argument.storeBytes(of: node.input, as: Int32.self)
    case .subscribeEvent:
      let subscription = argument.load(as: v4l2_event_subscription.self)
      subscriptions.append(Subscription(type: subscription.type, id: subscription.id))
    case .dequeueEvent:
      guard let event else { return -ENOENT }
      argument.assumingMemoryBound(to: v4l2_event.self).pointee.type = event
      self.event = nil
    default: return -ENOTTY
    }
    return 0
  }

  private func size(_ node: FakeNode, _ query: inout v4l2_frmsizeenum) -> Int32 {
    let code = FourCC(rawValue: query.pixel_format)
    guard let format = node.formats.first(where: { $0.code == code }) else { return -EINVAL }
    if let (widths, heights) = format.sizeRange, query.index == 0 {
      query.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
      query.stepwise = v4l2_frmsize_stepwise(
        min_width: UInt32(widths.minimum), max_width: UInt32(widths.maximum), step_width: UInt32(widths.step),
        min_height: UInt32(heights.minimum), max_height: UInt32(heights.maximum), step_height: UInt32(heights.step))
      return 0
    }
    guard format.sizeRange == nil, query.index < format.sizes.count else { return -EINVAL }
    query.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
    let (width, height) = format.sizes[Int(query.index)]
    query.discrete = v4l2_frmsize_discrete(width: UInt32(width), height: UInt32(height))
    return 0
  }

  private func interval(_ node: FakeNode, _ query: inout v4l2_frmivalenum) -> Int32 {
    let code = FourCC(rawValue: query.pixel_format)
    guard let format = node.formats.first(where: { $0.code == code }) else { return -EINVAL }
    func fraction(_ interval: FrameInterval) -> v4l2_fract {
      v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    }
    if let (shortest, longest) = format.intervalRange, query.index == 0 {
      query.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
      query.stepwise = v4l2_frmival_stepwise(min: fraction(shortest), max: fraction(longest), step: fraction(shortest))
      return 0
    }
    guard format.intervalRange == nil, query.index < format.intervals.count else { return -EINVAL }
    query.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
    query.discrete = fraction(format.intervals[Int(query.index)])
    return 0
  }

  private func write<Characters>(_ text: String, to characters: inout Characters) {
    withUnsafeMutableBytes(of: &characters) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
  }
}
