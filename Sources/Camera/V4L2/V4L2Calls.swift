import CV4L2
import Glibc
import Imaging
import Platform
import Product
import SystemPackage

/// The requests that this module makes, with their names in linux/videodev2.h.
package enum V4L2Request: String, Sendable, Hashable, CaseIterable {
  case queryCapabilities = "VIDIOC_QUERYCAP"
  case enumerateFormats = "VIDIOC_ENUM_FMT"
  case enumerateSizes = "VIDIOC_ENUM_FRAMESIZES"
  case enumerateIntervals = "VIDIOC_ENUM_FRAMEINTERVALS"
  case getFormat = "VIDIOC_G_FMT"
  case setFormat = "VIDIOC_S_FMT"
  case getParameters = "VIDIOC_G_PARM"
  case setParameters = "VIDIOC_S_PARM"
  case requestBuffers = "VIDIOC_REQBUFS"
  case queryBuffer = "VIDIOC_QUERYBUF"
  case queueBuffer = "VIDIOC_QBUF"
  case dequeueBuffer = "VIDIOC_DQBUF"
  case streamOn = "VIDIOC_STREAMON"
  case streamOff = "VIDIOC_STREAMOFF"
  case queryControl = "VIDIOC_QUERYCTRL"
  case getControl = "VIDIOC_G_CTRL"
  case setControl = "VIDIOC_S_CTRL"
  case getInput = "VIDIOC_G_INPUT"
  case subscribeEvent = "VIDIOC_SUBSCRIBE_EVENT"
  case dequeueEvent = "VIDIOC_DQEVENT"
}

/// The result of a wait for a camera.
package enum CameraReadiness: Sendable, Equatable {
  /// The device has a buffer.
  case ready
  /// The device has an event, and perhaps a buffer too.
  case event
  /// The device has an error; the next dequeue returns it.
  case error
  /// The wake descriptor is readable, and perhaps the device too.
  case woken
  case timedOut
  /// A signal arrived.
  case interrupted
}

/// The calls to a camera's driver, which tests replace by a fake one.
///
/// Like the kernel, a call that fails returns the negated errno.
package struct V4L2Calls: Sendable {
  /// Opens a device node for reading and writing, non-blocking; returns the descriptor.
  package var open: @Sendable (_ path: String) -> Int32
  /// Enables libv4l2's format conversion on a descriptor.
  package var enableConversion: @Sendable (_ descriptor: Int32) -> Int32
  package var close: @Sendable (_ descriptor: Int32) -> Void
  package var ioctl: @Sendable (_ descriptor: Int32, _ request: V4L2Request, _ argument: UnsafeMutableRawPointer) -> Int32
  /// Maps a buffer of `length` bytes; nil with an errno if that fails.
  package var map: @Sendable (_ descriptor: Int32, _ offset: UInt32, _ length: Int) -> (memory: UnsafeMutableRawPointer?, errno: Int32)
  package var unmap: @Sendable (_ memory: UnsafeMutableRawPointer, _ length: Int) -> Void
  package var wait: @Sendable (_ device: Int32, _ wake: Int32, _ milliseconds: Int32) -> CameraReadiness
  /// Time in ns of CLOCK_MONOTONIC.
  package var now: @Sendable () -> UInt64
  /// What the system knows of the devices.
  package var machine: CameraMachine

  package init(
    open: @escaping @Sendable (String) -> Int32,
    enableConversion: @escaping @Sendable (Int32) -> Int32,
    close: @escaping @Sendable (Int32) -> Void,
    ioctl: @escaping @Sendable (Int32, V4L2Request, UnsafeMutableRawPointer) -> Int32,
    map: @escaping @Sendable (Int32, UInt32, Int) -> (memory: UnsafeMutableRawPointer?, errno: Int32),
    unmap: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Void,
    wait: @escaping @Sendable (Int32, Int32, Int32) -> CameraReadiness,
    now: @escaping @Sendable () -> UInt64,
    machine: CameraMachine
  ) {
    self.open = open
    self.enableConversion = enableConversion
    self.close = close
    self.ioctl = ioctl
    self.map = map
    self.unmap = unmap
    self.wait = wait
    self.now = now
    self.machine = machine
  }
}

extension V4L2Calls {
  /// The real calls: libv4l2 and poll(2).
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
      // A device that is gone reports POLLPRI along with the error.
      if state & (POLLERR | POLLHUP | POLLPRI) == POLLPRI { return .event }
      return state & POLLIN != 0 ? .ready : .error
    },
    now: monotonicNs,
    machine: .linux
  )

  private static func negativeErrno(_ call: () -> Int32) -> Int32 {
    do { return try systemCall(call) } catch { return -error.rawValue }
  }
}

extension V4L2Request {
  /// The ioctl's number.
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
