import CV4L2
import Glibc
import Imaging
import Platform
import UserErrors

/// A camera that is read through its device node.
package struct V4L2Camera: OpenCamera, ~Copyable {
  /// Buffers requested of the driver: enough to capture the next frames while one is processed.
  private static let bufferCount = 4

  package let description: SourceDescription
  package private(set) var lost = LostFrames()
  package let notices: [String]
  package let exclusiveDevice: String?
  package let offersLargerSize: Bool
  private let slowCause: FrameRateMonitor.Cause
  private let buffers: MappedBuffers
  private let format: NegotiatedFormat
  private var reducedRate: ReducedFrameRate
  private var reader: FrameReader
  private var wait = FrameWait()

  /// Opens the camera, negotiates a mode, and starts streaming.
  ///
  /// - Throws: `CameraError`.
  package init(
    _ device: CameraDevice, request: CameraRequest = CameraRequest(), calls: V4L2Calls, memory: ControlMemory = ControlMemory()
  ) throws(CameraError) {
    var node = try Self.open(device, calls: calls)
    node.label = device.label
    let conversion = calls.enableConversion(node.descriptor)
    // libv4l2 first reads the current format; a loopback device that no program feeds has none.
    if conversion == -EINVAL { throw .noFormatNow(node.label) }
    if conversion < 0 { throw node.refusal(of: .getFormat, errno: -conversion) }
    let negotiation = try node.negotiate(request)
    let format = negotiation.format
    let reader = try FrameReader(format.encoding, format.layout)
    let (isExposureDynamic, notice) = node.setDynamicFramerate(request.dynamicFramerate, memory)
    node.subscribeToSourceChanges()
    let buffers = try MappedBuffers.map(node, requested: Self.bufferCount)
    try buffers.device.startStreaming()
    self.buffers = buffers
    self.format = format
    self.reader = reader
    reducedRate = ReducedFrameRate(negotiated: negotiation.interval)
    offersLargerSize = negotiation.offersLargerSize
    notices = [negotiation.summary] + (notice.map { [$0] } ?? [])
    // Several programs can read a loopback device, and the one that feeds it has it open, too.
    exclusiveDevice = device.isLoopback ? nil : device.path
    slowCause = device.isVirtual ? .feeder : isExposureDynamic == true ? .dynamicExposure : .exposure
    description = SourceDescription(
      path: device.path, name: device.name, width: format.layout.width, height: format.layout.height, fps: negotiation.fps,
      format: format.code.description, why: negotiation.why)
  }

  private static func open(_ device: CameraDevice, calls: V4L2Calls) throws(CameraError) -> V4L2Device {
    do {
      return try V4L2Device(path: device.path, calls: calls)
    } catch  where error.code == .noSuchDevice {
      throw .unplugged(device.label)
    }
  }

  deinit {
    // Fails only if the camera is gone.
    try? buffers.device.stopStreaming()
    reducedRate.restore(on: buffers.device)
  }

  package var label: String { buffers.device.label }

  package var idleUntilNs: UInt64 {
    get { reader.idleUntilNs }
    set { reader.idleUntilNs = newValue }
  }

  package func makeFrameRateMonitor() -> FrameRateMonitor {
    FrameRateMonitor(negotiatedFPS: description.fps, name: label, cause: slowCause)
  }

  /// Stops the camera and starts it again in the same mode; the time until it counts as stalled starts again too.
  ///
  /// A stream that stalled or failed can be restarted any number of times, also after a failed restart.
  ///
  /// - Throws: `CameraError`: `changed` if the camera's format has changed; unplugged, or another refusal of the driver.
  package mutating func restart() throws(CameraError) {
    wait.end()
    try buffers.device.stopStreaming()
    let current = try buffers.device.currentFormat()
    guard current.isCompatible(with: format) else { throw .changed(label, from: format.description, to: current.description) }
    try buffers.queueAll()
    try buffers.device.startStreaming()
  }

  package mutating func setFrameRateReduced(_ isReduced: Bool) -> Double? { reducedRate.set(isReduced, on: buffers.device) }

  /// Waits for the next frame and passes the newest one to `body`, straight from the camera's memory unless it is JPEG.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait when it becomes readable; it is not read from.
  ///   - body: receives the frame, which is valid only during the call.
  /// - Throws: `CameraError` if the camera is unplugged, fails, stalls or changes its format; or what `body` throws.
  ///   After a failure or a stall, ``restart()`` may get it working again.
  package mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    let calls = buffers.device.calls
    while true {
      let leftNs = wait.leftNs(at: calls.now(), damaged: lost.damaged.total)
      let readiness = calls.wait(buffers.device.descriptor, wake, Int32((leftNs + 999_999) / 1_000_000))
      switch readiness {
      case .woken: return .woken
      case .interrupted: continue
      case .timedOut: throw wait.stall(of: label, damaged: lost.damaged.total)
      case .event:
        guard try !buffers.device.dequeueSourceChange() else { throw CameraError.changed(label) }
      case .ready, .error: break
      }
      guard let buffer = try dequeueNewest() else {
        // The next wait would report an error that no dequeue explains again at once, and forever.
        if readiness == .error { throw CameraError.failed(label) }
        if leftNs == 0 { throw wait.stall(of: label, damaged: lost.damaged.total) }
        continue
      }
      let result = Result { try passFrame(in: buffer, dequeuedNs: calls.now(), to: body) }
      try buffers.queue(buffer.index)
      if try result.get() {
        wait.end()
        return .frame
      }
    }
  }

  /// Dequeues the buffers that are ready, and returns the newest one that is not damaged; the others are queued again at once.
  private mutating func dequeueNewest() throws(CameraError) -> v4l2_buffer? {
    var newest: v4l2_buffer?
    // Bounded, for a driver that fills buffers faster than they are dequeued.
    for _ in 0..<buffers.count {
      guard let buffer = try buffers.dequeue() else { break }
      if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 {
        lost.damaged.flagged += 1
        try buffers.queue(buffer.index)
      } else if buffers.bytes(of: buffer).count < reader.leastBytes {
        lost.damaged.short += 1
        try buffers.queue(buffer.index)
      } else {
        if let older = newest {
          lost.dropped += 1
          try buffers.queue(older.index)
        }
        newest = buffer
      }
    }
    return newest
  }

  /// Passes the picture in a buffer to `body`.
  ///
  /// - Returns: whether the buffer held a picture.
  private mutating func passFrame(
    in buffer: v4l2_buffer, dequeuedNs: UInt64, to body: (borrowing Frame) throws -> Void
  ) throws -> Bool {
    let isPicture = try reader.read(
      buffers.bytes(of: buffer), sequence: UInt64(buffer.sequence), capturedNs: buffer.capturedNs(dequeuedNs: dequeuedNs),
      dequeuedNs: dequeuedNs, body)
    if !isPicture { lost.damaged.undecodable += 1 }
    return isPicture
  }
}

extension v4l2_buffer {
  /// When the frame was captured, if the driver's timestamp is of CLOCK_MONOTONIC and plausible; otherwise when it was dequeued.
  fileprivate func capturedNs(dequeuedNs: UInt64) -> UInt64 {
    // Two hundred years, which no machine runs.
    guard flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC),
      (0..<(1 << 33)).contains(timestamp.tv_sec), (0..<1_000_000).contains(timestamp.tv_usec)
    else { return dequeuedNs }
    let stamp = UInt64(timestamp.tv_sec) * 1_000_000_000 + UInt64(timestamp.tv_usec) * 1000
    return stamp == 0 || stamp > dequeuedNs ? dequeuedNs : stamp
  }
}
