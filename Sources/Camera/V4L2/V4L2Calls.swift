import CV4L2
import Glibc
import Imaging
import Platform
import SystemPackage
import UserErrors

/// The requests that this module makes.
package struct V4L2Request: Sendable, Hashable {
  /// Its name in linux/videodev2.h.
  package let name: String
  /// The number of the ioctl.
  fileprivate let code: UInt

  private init(_ name: String, _ code: UInt) { (self.name, self.code) = (name, code) }

  package static let queryCapabilities = V4L2Request("VIDIOC_QUERYCAP", swiped_VIDIOC_QUERYCAP)
  package static let enumerateFormats = V4L2Request("VIDIOC_ENUM_FMT", swiped_VIDIOC_ENUM_FMT)
  package static let enumerateSizes = V4L2Request("VIDIOC_ENUM_FRAMESIZES", swiped_VIDIOC_ENUM_FRAMESIZES)
  package static let enumerateIntervals = V4L2Request("VIDIOC_ENUM_FRAMEINTERVALS", swiped_VIDIOC_ENUM_FRAMEINTERVALS)
  package static let getFormat = V4L2Request("VIDIOC_G_FMT", swiped_VIDIOC_G_FMT)
  package static let setFormat = V4L2Request("VIDIOC_S_FMT", swiped_VIDIOC_S_FMT)
  package static let getParameters = V4L2Request("VIDIOC_G_PARM", swiped_VIDIOC_G_PARM)
  package static let setParameters = V4L2Request("VIDIOC_S_PARM", swiped_VIDIOC_S_PARM)
  package static let requestBuffers = V4L2Request("VIDIOC_REQBUFS", swiped_VIDIOC_REQBUFS)
  package static let queryBuffer = V4L2Request("VIDIOC_QUERYBUF", swiped_VIDIOC_QUERYBUF)
  package static let queueBuffer = V4L2Request("VIDIOC_QBUF", swiped_VIDIOC_QBUF)
  package static let dequeueBuffer = V4L2Request("VIDIOC_DQBUF", swiped_VIDIOC_DQBUF)
  package static let streamOn = V4L2Request("VIDIOC_STREAMON", swiped_VIDIOC_STREAMON)
  package static let streamOff = V4L2Request("VIDIOC_STREAMOFF", swiped_VIDIOC_STREAMOFF)
  package static let queryControl = V4L2Request("VIDIOC_QUERYCTRL", swiped_VIDIOC_QUERYCTRL)
  package static let getControl = V4L2Request("VIDIOC_G_CTRL", swiped_VIDIOC_G_CTRL)
  package static let setControl = V4L2Request("VIDIOC_S_CTRL", swiped_VIDIOC_S_CTRL)
  package static let getInput = V4L2Request("VIDIOC_G_INPUT", swiped_VIDIOC_G_INPUT)
  package static let subscribeEvent = V4L2Request("VIDIOC_SUBSCRIBE_EVENT", swiped_VIDIOC_SUBSCRIBE_EVENT)
  package static let dequeueEvent = V4L2Request("VIDIOC_DQEVENT", swiped_VIDIOC_DQEVENT)
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
