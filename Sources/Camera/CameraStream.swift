import CV4L2
import Glibc
import Imaging

/// A camera that is streaming, from the moment that this value exists until it is gone.
public struct CameraStream: ~Copyable, FrameSource {
  public let description: SourceDescription
  public private(set) var skipped: UInt64 = 0
  package private(set) var dropped = DroppedFrames()
  /// Lines to log once: why it is this mode, and which wish could not be met.
  package let notices: [String]
  private let slowCause: SlowCause
  private let buffers: MappedBuffers
  private let agreed: PictureFormat
  private var pace: FramePace
  private var decoder: JPEGDecoder
  private let stallNs: UInt64
  /// When the wait for the present frame began; nil when the last wait ended in a frame.
  private var waitingSinceNs: UInt64?
  /// Frames dropped before that wait.
  private var droppedBefore: UInt64 = 0

  /// Opens the camera, agrees on a mode with it, and starts it.
  ///
  /// - Throws: `CameraError`.
  public init(_ device: CameraDevice, wish: CameraWish = CameraWish()) throws(CameraError) {
    try self.init(device, wish: wish, calls: .libv4l2)
  }

  /// - Parameter stallNs: how long a camera may send nothing before it counts as stalled, in ns.
  package init(
    _ device: CameraDevice, wish: CameraWish = CameraWish(), stallNs: UInt64 = 2_000_000_000, calls: V4L2Calls
  ) throws(CameraError) {
    var node = try Self.open(device, calls: calls)
    node.label = device.label
    let converting = calls.enableConversion(node.descriptor)
    // libv4l2 asks for the present format first; a loopback that nobody feeds has none.
    if converting == -EINVAL { throw .noFormatNow(node.label) }
    if converting < 0 { throw node.refusal(of: .getFormat, errno: -converting) }
    let (format, interval, fps, reason) = try node.negotiate(wish: wish)
    let decoder = try Self.makeDecoder()
    let (isExposureAdaptive, notice) = node.setDynamicFramerate(wish.dynamicFramerate)
    node.subscribeToSourceChanges()
    let buffers = try MappedBuffers.map(node, wished: 4)
    try buffers.device.startStreaming()
    self.buffers = buffers
    self.decoder = decoder
    self.stallNs = stallNs
    agreed = format
    pace = FramePace(agreed: interval)
    notices = [reason] + (notice.map { [$0] } ?? [])
    slowCause = device.isVirtual ? .feeder : isExposureAdaptive == true ? .adaptiveExposure : .exposure
    description = SourceDescription(
      path: device.path, name: device.name, width: format.layout.width, height: format.layout.height, fps: fps,
      format: format.code.description)
  }

  private static func open(_ device: CameraDevice, calls: V4L2Calls) throws(CameraError) -> OpenDevice {
    do {
      return try OpenDevice(path: device.path, calls: calls)
    } catch  where error.code == .noSuchDevice {
      throw .unplugged(device.label)
    }
  }

  private static func makeDecoder() throws(CameraError) -> JPEGDecoder {
    do {
      return try JPEGDecoder()
    } catch {
      throw CameraError(.failed, "no JPEG decoder: \(error)")
    }
  }

  deinit {
    // What cannot be stopped is gone already.
    try? buffers.device.stopStreaming()
    pace.restore(buffers.device)
  }

  /// What messages call the camera.
  package var label: String { buffers.device.label }

  /// A watch over the rate of this camera, which has seen no frame yet.
  package func makeRateWatch() -> RateWatch {
    RateWatch(negotiatedFPS: description.fps, name: label, cause: slowCause)
  }

  /// Stops the camera and starts it again, in the mode agreed on before; the wait for a frame begins anew.
  ///
  /// A stream that stalled or failed can be restarted as often as wanted, also after a restart that failed.
  ///
  /// - Throws: `CameraError`: `changed` when the camera's format is another by now; unplugged, or what else the driver
  ///   refuses with.
  public mutating func restart() throws(CameraError) {
    waitingSinceNs = nil
    try buffers.device.stopStreaming()
    let present = try buffers.device.presentFormat()
    guard present.delivers(like: agreed) else { throw .changed(label, from: agreed.description, to: present.description) }
    try buffers.requeueAll()
    try buffers.device.startStreaming()
  }

  /// Makes half as many frames, or as many as agreed on again, where the driver can change that in mid-stream.
  ///
  /// - Returns: frames a second from now on, if they are others than before.
  public mutating func slow(down isSlow: Bool) -> Double? { pace.slow(down: isSlow, buffers.device) }

  /// As ``FrameSource`` has it; of the frames that are ready only the newest is lent, straight from the camera's memory.
  ///
  /// - Throws: `CameraError` when the camera is unplugged, fails, stalls or changes its format; or what `body` throws.
  ///   After a failure or a stall, ``restart()`` may set it going again.
  public mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    let calls = buffers.device.calls
    while true {
      let now = calls.now()
      let since = waitingSinceNs ?? now
      if waitingSinceNs == nil { droppedBefore = dropped.total }
      waitingSinceNs = since
      let leftNs = since + stallNs > now ? since + stallNs - now : 0
      let readiness = calls.wait(buffers.device.descriptor, wake, Int32((leftNs + 999_999) / 1_000_000))
      switch readiness {
      case .woken: return .woken
      case .interrupted: continue
      case .timedOut: throw stall
      case .event:
        guard try !buffers.device.hasSourceChanged() else { throw CameraError.changed(buffers.device.label) }
      case .ready, .error: break
      }
      guard let buffer = try dequeueNewest() else {
        // Trouble that no dequeue names would otherwise be asked for again at once, for ever.
        if readiness == .error { throw CameraError.failed(buffers.device.label) }
        if leftNs == 0 { throw stall }
        continue
      }
      let result = Result { try lend(buffer, dequeuedNs: calls.now(), body) }
      try buffers.requeue(buffer.index)
      if try result.get() {
        waitingSinceNs = nil
        return .frame
      }
    }
  }

  /// The error of a wait that has lasted too long.
  private var stall: CameraError {
    .stalled(label, seconds: Double(stallNs) / 1e9, dropped: dropped.total - droppedBefore)
  }

  /// The newest sound buffer of those that are ready; the others go back to the driver at once.
  private mutating func dequeueNewest() throws(CameraError) -> v4l2_buffer? {
    var newest: v4l2_buffer?
    // A driver that fills buffers faster than they are taken would keep an open loop here.
    for _ in 0..<buffers.count {
      guard let buffer = try buffers.dequeue() else { break }
      if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 {
        dropped.flagged += 1
        try buffers.requeue(buffer.index)
      } else if buffers.bytes(of: buffer).count < (agreed.encoding == .jpeg ? 1 : agreed.layout.byteCount) {
        dropped.short += 1
        try buffers.requeue(buffer.index)
      } else {
        if let older = newest {
          skipped += 1
          try buffers.requeue(older.index)
        }
        newest = buffer
      }
    }
    return newest
  }

  /// - Returns: whether there was a picture in the buffer to lend.
  private mutating func lend(_ buffer: v4l2_buffer, dequeuedNs: UInt64, _ body: (borrowing Frame) throws -> Void) throws -> Bool {
    let bytes = buffers.bytes(of: buffer)
    let sequence = UInt64(buffer.sequence)
    let capturedNs = buffer.capturedNs(dequeuedNs: dequeuedNs)
    guard agreed.encoding == .jpeg else {
      try body(agreed.layout.frame(in: bytes.baseAddress!, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs))
      return true
    }
    var isDecoded = false
    do {
      try decoder.withFrame(decoding: bytes, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs) { frame in
        isDecoded = true
        try body(frame)
      }
    } catch let error where !isDecoded && error is JPEGError {
      dropped.undecodable += 1
    }
    return isDecoded
  }
}

extension v4l2_buffer {
  /// When the picture was taken, if the driver says so by the clock that is used here; otherwise when it was dequeued.
  fileprivate func capturedNs(dequeuedNs: UInt64) -> UInt64 {
    guard flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC), timestamp.tv_sec >= 0 else {
      return dequeuedNs
    }
    let stamp = UInt64(timestamp.tv_sec) * 1_000_000_000 + UInt64(timestamp.tv_usec) * 1000
    return stamp == 0 || stamp > dequeuedNs ? dequeuedNs : stamp
  }
}
