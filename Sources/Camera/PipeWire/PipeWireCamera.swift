import CPipeWire
import Glibc
import Imaging
import Platform

/// A camera that is read through PipeWire, which gives the same pictures to other programs.
package struct PipeWireCamera: OpenCamera, ~Copyable {
  /// The time for connecting and agreeing on a format.
  private static let openingNs: UInt64 = 5_000_000_000
  /// The time for closing, which would otherwise wait for a server that hangs, or for another program that reads the camera.
  private static let closingNs: UInt64 = 200_000_000

  package let description: SourceDescription
  package let label: String
  package let notices: [String]
  package let exclusiveDevice: String?
  package private(set) var lost = LostFrames()
  private let node: PipeWireNode
  private let connection: PipeWireConnection
  private let stream: PipeWireStream
  private let format: PipeWireFormat
  /// Frames per second; nil if unknown.
  private let fps: Double?
  private let isJPEG: Bool
  private let picture: StreamPicture
  private var reader: FrameReader
  private var wait = FrameWait()
  /// The frames that have come, in place of numbers that the node does not give.
  private var count: UInt64 = 0

  /// Connects to a node, agrees on a mode and starts streaming.
  ///
  /// - Parameter connection: one that has found the node.
  /// - Throws: `CameraError`.
  package init(_ node: PipeWireNode, _ connection: PipeWireConnection, request: CameraRequest) throws(CameraError) {
    let label = node.label
    let request = request.ofUsualSize
    guard let mode = CameraMode.choose(among: node.modes(for: request), request: request) else { throw .noReadableFormat(label) }
    let stream = try PipeWireStream(connection, node, mode)
    let untilNs = monotonicNs() + Self.openingNs
    guard connection.waitUntil({ stream.isStreaming || stream.failure != nil }, ns: untilNs), stream.failure == nil,
      let format = stream.format
    else { throw .refused(label, stream.failure ?? connection.failure ?? "it did not start within 5 s") }
    guard let agreed = format.agreed else { throw .noReadableFormat(label) }
    let picture = StreamPicture(
      format: agreed.encoding.pixelFormat ?? .yuv420, range: agreed.range, width: agreed.width, height: agreed.height)
    let reader = try FrameReader(
      agreed.encoding, BufferLayout(format: picture.format, range: picture.range, width: agreed.width, height: agreed.height))
    self.reader = reader
    isJPEG = agreed.encoding == .jpeg
    fps = agreed.fps
    (self.node, self.connection, self.stream, self.format, self.picture) = (node, connection, stream, format, picture)
    self.label = label
    // What this user may not open, no other program of theirs opens.
    exclusiveDevice = node.device(.linux).flatMap { access($0, R_OK | W_OK) == 0 ? $0 : nil }
    let isMode = agreed.code == mode.format && agreed.width == mode.width && agreed.height == mode.height
    let why = isMode ? mode.reason(request: request) : "another program has set it"
    notices = ["\(agreed.width)×\(agreed.height) \(agreed.code): \(why)"]
    description = SourceDescription(
      path: CameraName.of(node), name: node.description, width: agreed.width, height: agreed.height, fps: agreed.fps ?? request.fps,
      format: agreed.code.description, why: why)
  }

  deinit {
    // Without this, PipeWire would keep the camera on for some seconds, for the next program.
    connection.close(stream, of: node, untilNs: monotonicNs() + Self.closingNs)
  }

  package var idleUntilNs: UInt64 {
    get { reader.idleUntilNs }
    set { reader.idleUntilNs = newValue }
  }

  package func makeFrameRateMonitor() -> FrameRateMonitor {
    // libcamera names no rate.
    FrameRateMonitor(negotiatedFPS: fps ?? 0, name: label, cause: .exposure)
  }

  /// A node's rate belongs to all programs that read it.
  package mutating func setFrameRateReduced(_ isReduced: Bool) -> Double? { nil }

  package mutating func restart() throws(CameraError) {
    wait.end()
    stream.restart()
  }

  package mutating func next(wake: Int32, _ body: (borrowing Frame) throws -> Void) throws -> FrameStep {
    while true {
      let leftNs = wait.leftNs(at: monotonicNs(), damaged: lost.damaged.total)
      switch Platform.wait(for: connection.descriptor, wake: wake, untilNs: monotonicNs() + leftNs) {
      case .woken: return .woken
      case .timedOut: throw wait.stall(of: label, damaged: lost.damaged.total)
      case .ready: connection.handle()
      }
      try check()
      guard let buffer = newest() else {
        if leftNs == 0 { throw wait.stall(of: label, damaged: lost.damaged.total) }
        continue
      }
      let result = Result { try read(buffer, body) }
      stream.queue(buffer)
      if try result.get() {
        wait.end()
        return .frame
      }
    }
  }

  /// - Throws: `CameraError` if the camera or the server is gone, or other pictures come than were agreed on.
  private func check() throws(CameraError) {
    if let failure = connection.failure { throw .noPipeWire(failure) }
    guard connection.nodes[node.id] != nil else { throw .unplugged(label) }
    if let failure = stream.failure { throw .refused(label, failure) }
    // None between two formats.
    guard let now = stream.format, now != format else { return }
    throw .changed(label, from: format.text, to: now.text)
  }

  /// Dequeues the buffers that are filled, and returns the newest one that is not damaged; the others are given back at once.
  private mutating func newest() -> UnsafeMutablePointer<pw_buffer>? {
    var newest: UnsafeMutablePointer<pw_buffer>?
    while let buffer = stream.dequeue() {
      count += 1
      if buffer.isCorrupted {
        lost.damaged.flagged += 1
        stream.queue(buffer)
      } else {
        if let older = newest {
          lost.dropped += 1
          stream.queue(older)
        }
        newest = buffer
      }
    }
    return newest
  }

  /// Passes the picture in a buffer to `body`.
  ///
  /// - Returns: whether the buffer held a picture.
  private mutating func read(_ buffer: UnsafeMutablePointer<pw_buffer>, _ body: (borrowing Frame) throws -> Void) throws -> Bool {
    guard let memory = PipeWireStream.memory(of: buffer), memory.isMapped else { throw CameraError.unreadableMemory(label) }
    let dequeuedNs = monotonicNs()
    let header = buffer.meta(SPA.Meta.header, as: spa_meta_header.self)
    let sequence = header.flatMap { FrameNumber.of(sent: $0.seq) } ?? count
    let capturedNs = header?.capturedNs(dequeuedNs: dequeuedNs) ?? dequeuedNs
    let notes = buffer.notes
    return try memory.whileReadable {
      guard !isJPEG else {
        guard let bytes = buffer.block(0, memory)?.bytes, !bytes.isEmpty else {
          lost.damaged.short += 1
          return false
        }
        let isPicture = try reader.read(bytes, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs) { frame in
          try body(frame.upright(notes.transform))
        }
        if !isPicture { lost.damaged.undecodable += 1 }
        return isPicture
      }
      let frame = picture.frame(
        blocks: memory.count, block: { buffer.block($0, memory) }, notes, sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs
      )
      guard let frame else {
        lost.damaged.short += 1
        return false
      }
      try body(frame)
      return true
    }
  }
}

extension UnsafeMutablePointer<pw_buffer> {
  /// The numbers of one kind beside the picture; nil if the node gives none.
  fileprivate func meta<Value: BitwiseCopyable>(_ kind: UInt32, as: Value.Type) -> Value? {
    guard let buffer = pointee.buffer else { return nil }
    for index in 0..<Int(buffer.pointee.n_metas) {
      let meta = buffer.pointee.metas[index]
      guard meta.type == kind, meta.size >= MemoryLayout<Value>.size, let data = meta.data else { continue }
      return data.loadUnaligned(as: Value.self)
    }
    return nil
  }

  fileprivate var notes: PictureNotes {
    var notes = PictureNotes()
    notes.transform = meta(SPA.Meta.transform, as: spa_meta_videotransform.self)?.transform ?? 0
    // A region of no size means that none is set.
    if let crop = meta(SPA.Meta.crop, as: spa_meta_region.self)?.region, crop.size.width > 0, crop.size.height > 0 {
      notes.crop = PictureNotes.Crop(
        x: Int(crop.position.x), y: Int(crop.position.y), width: Int(crop.size.width), height: Int(crop.size.height))
    }
    return notes
  }

  /// Whether the node says that the picture is damaged.
  fileprivate var isCorrupted: Bool {
    if let header = meta(SPA.Meta.header, as: spa_meta_header.self), header.flags & SPA.Meta.isCorrupted != 0 { return true }
    guard let buffer = pointee.buffer, buffer.pointee.n_datas > 0, let chunk = buffer.pointee.datas[0].chunk else { return true }
    return chunk.pointee.flags & SPA.Data.isCorrupted != 0
  }

  /// What the node has written into a block of memory; nil if the block cannot be read.
  fileprivate func block(_ index: Int, _ memory: StreamMemory) -> PictureBlock? {
    guard let bytes = memory[index], let buffer = pointee.buffer, index < Int(buffer.pointee.n_datas),
      let chunk = buffer.pointee.datas[index].chunk?.pointee
    else { return nil }
    // The numbers are another program's.
    let offset = min(Int(chunk.offset), bytes.count)
    let count = min(Int(chunk.size), bytes.count - offset)
    return PictureBlock(bytes: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), bytesPerRow: max(Int(chunk.stride), 0))
  }
}

extension spa_meta_header {
  /// When the frame was captured, if the node says so plausibly; otherwise when it was dequeued.
  fileprivate func capturedNs(dequeuedNs: UInt64) -> UInt64 {
    guard pts > 0, let pts = UInt64(exactly: pts), pts <= dequeuedNs else { return dequeuedNs }
    return pts
  }
}
