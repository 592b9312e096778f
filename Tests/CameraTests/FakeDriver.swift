import CV4L2
import Camera
import Glibc
import Synchronization

/// A frame that the fake driver delivers.
struct FakeFrame: Sendable {
  var bytes: [UInt8]
  var sequence: UInt32 = 0
  var isFlagged = false
  var stampNs: UInt64 = 5_000_000
  /// In place of `stampNs`.
  var stamp: (seconds: Int, microseconds: Int)?
  var stampIsMonotonic = true
}

/// The result of the next wait for the fake camera.
enum FakeStep: Sendable {
  case frames([FakeFrame])
  /// poll reports an error, and the next dequeue returns this errno.
  case error(Int32)
  /// poll reports an event, and the next dequeue returns this type; nil for none.
  case event(UInt32?)
  case woken, interrupted, silence
}

/// A video device node of the fake driver; by default a webcam with one mode, 4×2 YUYV at 30 fps.
struct FakeNode: Sendable {
  struct Format: Sendable {
    var code: FourCC
    var isEmulated = false
    /// Listed as discrete sizes.
    var sizes: [(Int, Int)] = [(4, 2)]
    /// Listed instead as a range.
    var sizeRange: (widths: SizeRange, heights: SizeRange)?
    var intervals: [FrameInterval] = [FrameInterval(1, 30)]
    /// Listed instead as a range: shortest, longest.
    var intervalRange: (FrameInterval, FrameInterval)?
  }
  var openErrno: Int32 = 0
  var conversionErrno: Int32 = 0
  var card = "Fake Camera"
  var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
  var formats = [Format(code: .yuyv)]
  var present = (code: FourCC.yuyv, width: 4, height: 2)
  /// The driver refuses every other format.
  var insists = false
  var bytesPerLine = 0
  /// Requests that fail, and their errno.
  var failures: [V4L2Request: Int32] = [:]
  var bufferCount = 4
  /// The width above which the bus has no bandwidth for the stream.
  var mostWidth = UInt32.max
  /// The width above which the driver sets 10 frames a second, whatever it lists.
  var mostFastWidth = UInt32.max
  var driver = "fake"
  var busInfo = "platform:fake"
  /// The selected input.
  var input: Int32 = 0
  /// The buffer that cannot be mapped.
  var unmappable: Int?
  var controlFlags: UInt32 = 0
  var steps: [FakeStep] = []

  /// V4L2_CID_EXPOSURE_AUTO_PRIORITY, by its number in linux/v4l2-controls.h.
  static let dynamicFramerate: UInt32 = 0x009a_0903
}

/// An event subscription.
struct Subscription: Equatable, Sendable {
  var type: UInt32
  var id: UInt32
}

/// A machine with video device nodes, in memory; counts what is opened, mapped and queued.
final class FakeDriver: Sendable {
  struct State: Sendable {
    var nodes: [String: FakeNode]
    var links: [(name: String, path: String)] = []
    var open: [Int32: String] = [:]
    var mapped: [UInt: Int] = [:]
    var buffers: [UInt32: UInt] = [:]
    var queued: [UInt32] = []
    var ready: [FakeFrame] = []
    var error: Int32?
    var isStreaming = false
    var interval = FrameInterval(1, 30)
    /// Of the format that was set last.
    var width: UInt32 = 0
    /// The control's value; nil for a camera without it.
    var dynamicFramerate: Int32?
    var nowNs: UInt64 = 10_000_000
    var requests: [V4L2Request] = []
    /// Files of sysfs.
    var attributes: [String: String] = [:]
    /// Other processes that have a node open.
    var holders: [String: [CameraHolder]] = [:]
    var event: UInt32?
    var subscriptions: [Subscription] = []
    /// Buffers in the driver's queue when the stream was stopped.
    var queuedAtStop = 0
  }
  let state: Mutex<State>
  static let path = "/dev/video0"

  init(_ nodes: [String: FakeNode], links: [(name: String, path: String)] = []) {
    state = Mutex(State(nodes: nodes, links: links))
  }
  convenience init(_ node: FakeNode = FakeNode()) { self.init([Self.path: node]) }

  /// Whether everything is closed, unmapped and stopped.
  var isAllReturned: Bool { state.withLock { $0.open.isEmpty && $0.mapped.isEmpty && !$0.isStreaming } }

  var calls: V4L2Calls {
    var calls = V4L2Calls.libv4l2
    calls.open = { path in
      self.state.withLock { state in
        guard let node = state.nodes[path] else { return -ENOENT }
        if node.openErrno != 0 { return -node.openErrno }
        let descriptor = (state.open.keys.max() ?? 99) + 1
        state.open[descriptor] = path
        return descriptor
      }
    }
    calls.enableConversion = { descriptor in
      self.state.withLock { state in
        guard let path = state.open[descriptor], let node = state.nodes[path] else { return -EBADF }
        return -node.conversionErrno
      }
    }
    calls.close = { descriptor in self.state.withLock { $0.open[descriptor] = nil } }
    calls.ioctl = { descriptor, request, argument in
      self.state.withLock { state in
        state.requests.append(request)
        guard let path = state.open[descriptor], let node = state.nodes[path] else { return -EBADF }
        if let code = node.failures[request] { return -code }
        return state.answer(request, node, argument)
      }
    }
    calls.map = { descriptor, offset, length in
      self.state.withLock { state in
        if let path = state.open[descriptor], state.nodes[path]?.unmappable == Int(offset) { return (nil, ENOMEM) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
        state.mapped[UInt(bitPattern: memory)] = length
        state.buffers[offset] = UInt(bitPattern: memory)
        return (memory, 0)
      }
    }
    calls.unmap = { memory, _ in
      self.state.withLock { $0.mapped[UInt(bitPattern: memory)] = nil }
      memory.deallocate()
    }
    calls.wait = { device, _, milliseconds in self.state.withLock { $0.wait(device, milliseconds) } }
    calls.now = { self.state.withLock { $0.nowNs } }
    calls.machine.nodes = { self.state.withLock { Array($0.nodes.keys) } }
    calls.machine.links = { self.state.withLock { $0.links } }
    calls.machine.resolve = { path in self.state.withLock { $0.links.first { "/dev/v4l/by-id/" + $0.name == path }?.path ?? path } }
    calls.machine.attribute = { path in self.state.withLock { $0.attributes[path] } }
    calls.machine.holders = { path in self.state.withLock { $0.holders[path] ?? [] } }
    return calls
  }
}

extension FakeDriver.State {
  mutating func wait(_ device: Int32, _ milliseconds: Int32) -> CameraReadiness {
    guard let path = open[device], let step = nodes[path]?.steps.first else {
      nowNs += UInt64(milliseconds) * 1_000_000
      return .timedOut
    }
    nodes[path]!.steps.removeFirst()
    switch step {
    case .frames(let frames):
      nowNs += 33_000_000
      ready = frames
      return .ready
    case .error(let code):
      error = code
      return .error
    case .event(let type):
      event = type
      return .event
    case .woken: return .woken
    case .interrupted: return .interrupted
    case .silence:
      nowNs += UInt64(milliseconds) * 1_000_000
      return .timedOut
    }
  }

  /// Writes the oldest ready frame into a buffer that was queued.
  mutating func dequeue(_ buffer: inout v4l2_buffer) -> Int32 {
    if let error { return -error }
    guard !ready.isEmpty, !queued.isEmpty else { return -EAGAIN }
    let frame = ready.removeFirst()
    buffer.index = queued.removeFirst()
    let memory = UnsafeMutableRawPointer(bitPattern: buffers[buffer.index]!)!
    memory.copyMemory(from: frame.bytes, byteCount: min(frame.bytes.count, mapped[UInt(bitPattern: memory)]!))
    buffer.bytesused = UInt32(frame.bytes.count)
    buffer.sequence = frame.sequence
    let stamp =
      frame.stamp ?? (
        seconds: Int(clamping: frame.stampNs / 1_000_000_000), microseconds: Int(clamping: frame.stampNs % 1_000_000_000 / 1000)
      )
    buffer.timestamp = timeval(tv_sec: stamp.seconds, tv_usec: stamp.microseconds)
    buffer.flags =
      (frame.isFlagged ? UInt32(V4L2_BUF_FLAG_ERROR) : 0)
      | (frame.stampIsMonotonic ? UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) : 0)
    return 0
  }
}
