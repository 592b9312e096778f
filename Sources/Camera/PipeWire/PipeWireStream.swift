import CPipeWire
import Glibc
import Imaging
import Platform

/// A stream of pictures from a node, with its buffers. Its methods and PipeWire's calls run on the connection's thread.
final class PipeWireStream {
  private let connection: PipeWireConnection
  private var calls: pipewire_functions { connection.library.calls }
  private let stream: OpaquePointer
  private var hasEnded = false
  private let listener = Listener(State.events)
  fileprivate let state: State

  /// What PipeWire has reported, in an object of its own: PipeWire still calls while the stream is destroyed.
  fileprivate final class State {
    let calls: pipewire_functions
    let stream: OpaquePointer
    var phase = PW_STREAM_STATE_UNCONNECTED
    var failure: String?
    var format: PipeWireFormat?

    init(_ calls: pipewire_functions, _ stream: OpaquePointer) { (self.calls, self.stream) = (calls, stream) }
  }

  /// Why it ended; nil while it has not.
  var failure: String? { state.failure }
  /// What is agreed on at present; nil before, and between two formats.
  var format: PipeWireFormat? { state.format }

  /// Connects to a node.
  ///
  /// - Throws: `CameraError` if the library refuses.
  init(_ connection: PipeWireConnection, _ node: PipeWireNode, _ mode: CameraMode) throws(CameraError) {
    let calls = connection.library.calls
    let properties = connection.library.properties([
      "media.type": "Video", "media.category": "Capture", "media.role": "Camera", "node.name": "swiped", "target.object": node.serial,
      // Another camera than the one that was asked for would be worse than none.
      "node.dont-reconnect": "true", "node.dont-fallback": "true", "node.dont-move": "true",
    ])
    guard let stream = calls.pw_stream_new(connection.core, "swiped", properties) else { throw .pipeWire(describe(errno)) }
    (self.connection, self.stream, state) = (connection, stream, State(calls, stream))
    calls.pw_stream_add_listener(stream, listener.hook, listener.events, Unmanaged.passUnretained(state).toOpaque())
    let flags = PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_NO_CONVERT.rawValue | PW_STREAM_FLAG_DONT_RECONNECT.rawValue
    let result = PipeWireFormat.offers(mode).withPointers {
      calls.pw_stream_connect(stream, SPA_DIRECTION_INPUT, SPA_ID_INVALID, pw_stream_flags(flags), $0, UInt32($1))
    }
    guard result >= 0 else { throw .pipeWire(describe(-result)) }
  }

  deinit { end() }

  /// Ends the stream, which must not be used any more.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    calls.pw_stream_destroy(stream)
  }

  /// Whether pictures may come.
  var isStreaming: Bool { state.phase == PW_STREAM_STATE_STREAMING && format != nil }

  /// Stops the stream and starts it again.
  func restart() {
    _ = calls.pw_stream_set_active(stream, false)
    _ = calls.pw_stream_set_active(stream, true)
  }

  // MARK: Buffers

  /// The oldest filled buffer; nil if there is none.
  func dequeue() -> UnsafeMutablePointer<pw_buffer>? { calls.pw_stream_dequeue_buffer(stream) }

  /// Gives a buffer back to be filled.
  func queue(_ buffer: UnsafeMutablePointer<pw_buffer>) { _ = calls.pw_stream_queue_buffer(stream, buffer) }

  /// The memory of a buffer, mapped while the buffer exists.
  static func memory(of buffer: UnsafeMutablePointer<pw_buffer>) -> StreamMemory? {
    buffer.pointee.user_data.map { Unmanaged<StreamMemory>.fromOpaque($0).takeUnretainedValue() }
  }
}

private func this(_ data: UnsafeMutableRawPointer?) -> PipeWireStream.State {
  Unmanaged<PipeWireStream.State>.fromOpaque(data!).takeUnretainedValue()
}

extension PipeWireStream.State {
  fileprivate static var events: pw_stream_events {
    var events = pw_stream_events()
    events.state_changed = { data, _, phase, error in
      let state = this(data)
      state.phase = phase
      switch state.phase {
      case PW_STREAM_STATE_ERROR: state.failure = error.map { String(cString: $0) } ?? "it has failed"
      case PW_STREAM_STATE_UNCONNECTED: state.failure = state.failure ?? "it was disconnected"
      default: break
      }
    }
    events.param_changed = { data, id, pod in
      guard id == SPA.Parameter.format else { return }
      let state = this(data)
      state.format = pod.flatMap { PipeWireFormat(Pod($0)) }
      guard state.format != nil else { return }
      _ = PipeWireFormat.bufferRequests.withPointers { state.calls.pw_stream_update_params(state.stream, $0, UInt32($1)) }
    }
    events.add_buffer = { _, buffer in
      guard let buffer, let memory = buffer.pointee.buffer.map(StreamMemory.init) else { return }
      buffer.pointee.user_data = Unmanaged.passRetained(memory).toOpaque()
    }
    events.remove_buffer = { _, buffer in
      guard let data = buffer?.pointee.user_data else { return }
      buffer?.pointee.user_data = nil
      Unmanaged<StreamMemory>.fromOpaque(data).release()
    }
    // Without it, the library would not wake this thread for a picture.
    events.process = { _ in }
    return events
  }
}

/// The memory of one buffer's planes.
final class StreamMemory {
  private let blocks: [Block]

  private struct Block {
    var mapping: UnsafeMutableRawBufferPointer?
    var bytes: UnsafeRawBufferPointer?
    /// The descriptor of a DMA-BUF; −1 for other memory.
    var descriptor: Int32 = -1
  }

  init(_ buffer: UnsafeMutablePointer<spa_buffer>) {
    blocks = (0..<Int(min(buffer.pointee.n_datas, 4))).map { Self.map(buffer.pointee.datas[$0]) }
  }

  deinit {
    for block in blocks { if let mapping = block.mapping { munmap(mapping.baseAddress, mapping.count) } }
  }

  private static func map(_ data: spa_data) -> Block {
    switch data.type {
    case SPA.Data.pointer:
      return Block(bytes: data.data.map { UnsafeRawBufferPointer(start: $0, count: Int(data.maxsize)) })
    case SPA.Data.memory, SPA.Data.dmaBuf:
      // A mapping begins at a page.
      let count = Int(data.mapoffset) + Int(data.maxsize)
      guard let memory = mmap(nil, count, PROT_READ, MAP_SHARED, Int32(truncatingIfNeeded: data.fd), 0), memory != MAP_FAILED else {
        return Block()
      }
      return Block(
        mapping: UnsafeMutableRawBufferPointer(start: memory, count: count),
        bytes: UnsafeRawBufferPointer(start: memory + Int(data.mapoffset), count: Int(data.maxsize)),
        descriptor: data.type == SPA.Data.dmaBuf ? Int32(truncatingIfNeeded: data.fd) : -1)
    default: return Block()
    }
  }

  var count: Int { blocks.count }

  /// Whether its memory can be read at all.
  var isMapped: Bool { !blocks.isEmpty && blocks.allSatisfy { $0.bytes != nil } }

  /// The bytes of a block; nil if it could not be mapped.
  subscript(_ index: Int) -> UnsafeRawBufferPointer? { index < blocks.count ? blocks[index].bytes : nil }

  /// Makes what a device has written visible while `body` runs.
  func whileReadable<Result>(_ body: () throws -> Result) rethrows -> Result {
    for block in blocks where block.descriptor >= 0 { _ = swiped_dma_buf_sync(block.descriptor, false) }
    defer { for block in blocks where block.descriptor >= 0 { _ = swiped_dma_buf_sync(block.descriptor, true) } }
    return try body()
  }
}

extension Pod {
  /// Reads a value that the library passes.
  package init?(_ pointer: UnsafePointer<spa_pod>) {
    self.init(UnsafeRawBufferPointer(start: pointer, count: 8 + Int(pointer.pointee.size)))
  }

  /// Passes the value in memory.
  func withPointer<Result>(_ body: (UnsafePointer<spa_pod>) -> Result) -> Result {
    [self].withPointers { pointers, _ in body(pointers![0]!) }
  }
}

extension [Pod] {
  /// Passes the values in memory, as an array of pointers, and their number.
  package func withPointers<Result>(_ body: (UnsafeMutablePointer<UnsafePointer<spa_pod>?>?, Int) -> Result) -> Result {
    let memory = map { pod in
      let bytes = pod.bytes
      let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
      memory.copyMemory(from: bytes, byteCount: bytes.count)
      return memory
    }
    defer { for value in memory { value.deallocate() } }
    var pointers: [UnsafePointer<spa_pod>?] = memory.map { UnsafePointer($0.assumingMemoryBound(to: spa_pod.self)) }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
  }
}
