import CV4L2
import Glibc
import Imaging

extension V4L2Calls {
  /// The real thing: libv4l2 over the kernel, udev's links, and poll.
  package static let libv4l2 = V4L2Calls(
    open: { path in
      swiped_v4l2_quiet()
      return negativeErrno { swiped_v4l2_open_node(path) }
    },
    enableConversion: { descriptor in negativeErrno { v4l2_fd_open(descriptor, 0) } },
    close: { descriptor in _ = v4l2_close(descriptor) },
    ioctl: { descriptor, request, argument in
      negativeErrno { swiped_v4l2_ioctl(descriptor, request.code, argument) }
    },
    map: { descriptor, offset, length in
      let memory = v4l2_mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(offset))
      return memory == MAP_FAILED ? (nil, errno) : (memory, 0)
    },
    unmap: { memory, length in _ = v4l2_munmap(memory, length) },
    wait: { device, wake, milliseconds in
      var descriptors = (
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: device, events: Int16(POLLIN | POLLPRI), revents: 0)
      )
      let ready = withUnsafeMutableBytes(of: &descriptors) { poll($0.baseAddress!.assumingMemoryBound(to: pollfd.self), 2, milliseconds) }
      if ready < 0 { return .interrupted }
      if ready == 0 { return .timedOut }
      if descriptors.0.revents != 0 { return .woken }
      let state = Int32(descriptors.1.revents)
      // A device that is gone announces an event too, besides its trouble.
      if state & (POLLERR | POLLHUP | POLLPRI) == POLLPRI { return .event }
      return state & POLLIN != 0 ? .ready : .error
    },
    now: monotonicNs,
    nodes: { Files.entries(of: "/dev").filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map { "/dev/" + $0 } },
    links: { Files.entries(of: "/dev/v4l/by-id").map { (name: $0, path: Files.resolve("/dev/v4l/by-id/" + $0)) } },
    resolve: { Files.resolve($0) },
    attribute: { Files.line(of: $0) },
    holders: { CameraHolders.holding($0) }
  )

  private static func negativeErrno(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { return -errno }
    }
  }
}

extension V4L2Request {
  /// The number that the kernel knows it by.
  fileprivate var code: UInt {
    switch self {
    case .queryCapabilities: swiped_VIDIOC_QUERYCAP
    case .enumerateFormats: swiped_VIDIOC_ENUM_FMT
    case .enumerateSizes: swiped_VIDIOC_ENUM_FRAMESIZES
    case .enumerateIntervals: swiped_VIDIOC_ENUM_FRAMEINTERVALS
    case .getFormat: swiped_VIDIOC_G_FMT
    case .setFormat: swiped_VIDIOC_S_FMT
    case .getParameters: swiped_VIDIOC_G_PARM
    case .setParameters: swiped_VIDIOC_S_PARM
    case .requestBuffers: swiped_VIDIOC_REQBUFS
    case .queryBuffer: swiped_VIDIOC_QUERYBUF
    case .queueBuffer: swiped_VIDIOC_QBUF
    case .dequeueBuffer: swiped_VIDIOC_DQBUF
    case .streamOn: swiped_VIDIOC_STREAMON
    case .streamOff: swiped_VIDIOC_STREAMOFF
    case .queryControl: swiped_VIDIOC_QUERYCTRL
    case .getControl: swiped_VIDIOC_G_CTRL
    case .setControl: swiped_VIDIOC_S_CTRL
    case .getInput: swiped_VIDIOC_G_INPUT
    case .subscribeEvent: swiped_VIDIOC_SUBSCRIBE_EVENT
    case .dequeueEvent: swiped_VIDIOC_DQEVENT
    }
  }
}
