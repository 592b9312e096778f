/// The requests that this package makes of a V4L2 driver, by their names in linux/videodev2.h.
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

/// What ended a wait for a camera.
package enum Readiness: Sendable, Equatable {
  /// The device has a buffer.
  case ready
  /// The device has an event to tell, and perhaps a buffer too.
  case event
  /// The device is in trouble; the next dequeue says which.
  case error
  /// The other descriptor became readable. It goes first when both did.
  case woken
  case timedOut
  /// A signal came; nothing is known.
  case interrupted
}

/// Every way from here into the kernel, so that a test can stand in for one.
///
/// A call that fails returns the negated errno, as the kernel does.
package struct V4L2Calls: Sendable {
  /// Opens a device node for reading and writing, never blocking: a descriptor.
  package var open: @Sendable (_ path: String) -> Int32
  /// Lets libv4l2 convert formats on the descriptor from now on.
  package var enableConversion: @Sendable (_ descriptor: Int32) -> Int32
  package var close: @Sendable (_ descriptor: Int32) -> Void
  package var ioctl: @Sendable (_ descriptor: Int32, _ request: V4L2Request, _ argument: UnsafeMutableRawPointer) -> Int32
  /// Maps a buffer; nil with an errno when that fails.
  package var map: @Sendable (_ descriptor: Int32, _ offset: UInt32, _ length: Int) -> (memory: UnsafeMutableRawPointer?, errno: Int32)
  package var unmap: @Sendable (_ memory: UnsafeMutableRawPointer, _ length: Int) -> Void
  package var wait: @Sendable (_ device: Int32, _ wake: Int32, _ milliseconds: Int32) -> Readiness
  /// ns of CLOCK_MONOTONIC.
  package var now: @Sendable () -> UInt64
  /// Paths of all video nodes, cameras or not, in any order.
  package var nodes: @Sendable () -> [String]
  /// udev's lasting names: a link's name, and the path of the node behind it.
  package var links: @Sendable () -> [(name: String, path: String)]
  /// The path without symbolic links; the path itself if it cannot be resolved.
  package var resolve: @Sendable (_ path: String) -> String
  /// What a file of sysfs says; nil when there is none.
  package var attribute: @Sendable (_ path: String) -> String?
  /// The other processes that have a node open, as far as this user may see them.
  package var holders: @Sendable (_ path: String) -> [CameraHolder]

  package init(
    open: @escaping @Sendable (String) -> Int32,
    enableConversion: @escaping @Sendable (Int32) -> Int32,
    close: @escaping @Sendable (Int32) -> Void,
    ioctl: @escaping @Sendable (Int32, V4L2Request, UnsafeMutableRawPointer) -> Int32,
    map: @escaping @Sendable (Int32, UInt32, Int) -> (memory: UnsafeMutableRawPointer?, errno: Int32),
    unmap: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Void,
    wait: @escaping @Sendable (Int32, Int32, Int32) -> Readiness,
    now: @escaping @Sendable () -> UInt64,
    nodes: @escaping @Sendable () -> [String],
    links: @escaping @Sendable () -> [(name: String, path: String)],
    resolve: @escaping @Sendable (String) -> String,
    attribute: @escaping @Sendable (String) -> String?,
    holders: @escaping @Sendable (String) -> [CameraHolder]
  ) {
    self.open = open
    self.enableConversion = enableConversion
    self.close = close
    self.ioctl = ioctl
    self.map = map
    self.unmap = unmap
    self.wait = wait
    self.now = now
    self.nodes = nodes
    self.links = links
    self.resolve = resolve
    self.attribute = attribute
    self.holders = holders
  }
}
