import CPipeWire
import CPipeWireLink
import Camera
import Glibc
import Platform

/// The thread of a source: everything of PipeWire's is called on it.
final class SourceThread {
  private let source: PipeWireSource
  private let connection: PipeWireConnection
  private let calls: pipewire_functions
  private var sourceCalls = pipewire_source_functions()
  private let stream: OpaquePointer
  private let listener = Listener(SourceThread.events)
  private var isStreaming = false
  private var number: UInt64 = 0
  private let name: String
  private var nextLinkNs: UInt64 = 0

  init?(_ source: PipeWireSource, socket: String, name: String, _ properties: [String: String]) {
    guard let connection = try? PipeWireConnection(socket: socket, untilNs: monotonicNs() + 5_000_000_000),
      let loaded = LoadedLibrary("libpipewire-0.3.so.0"), pipewire_source_functions_find(&sourceCalls, loaded.handle)
    else { return nil }
    let library = connection.library
    let all = ["media.class": "Video/Source", "media.role": "Camera", "node.name": name, "node.description": name].merging(properties) {
      $1
    }
    guard let stream = library.calls.pw_stream_new(connection.core, name, library.properties(all)) else { return nil }
    (self.source, self.connection, calls, self.stream, self.name) = (source, connection, library.calls, stream, name)
    calls.pw_stream_add_listener(stream, listener.hook, listener.events, Unmanaged.passUnretained(self).toOpaque())
    connect()
  }

  private func connect() {
    let flags = PW_STREAM_FLAG_MAP_BUFFERS.rawValue | PW_STREAM_FLAG_DRIVER.rawValue | PW_STREAM_FLAG_NO_CONVERT.rawValue
    _ = [source.picture.format].withPointers {
      calls.pw_stream_connect(stream, SPA_DIRECTION_OUTPUT, SPA_ID_INVALID, pw_stream_flags(flags), $0, UInt32($1))
    }
  }

  func run() {
    while !source.isStopped, connection.failure == nil {
      if wait(for: connection.descriptor, wake: -1, untilNs: monotonicNs() + 2_000_000) == .ready { connection.handle() }
      link()
      if isStreaming, source.takeFrame() { _ = sourceCalls.pw_stream_trigger_process(stream) }
    }
    calls.pw_stream_destroy(stream)
  }
}

extension SourceThread {
  /// Links the source with whoever reads it. Until there is somebody, the server refuses.
  private func link() {
    let now = monotonicNs()
    guard !isStreaming, now >= nextLinkNs else { return }
    nextLinkNs = now + 30_000_000
    ["link.output.node": name, "link.input.node": "swiped", "object.linger": "true"].withPointer {
      _ = swiped_pw_core_link(connection.core, $0)
    }
  }

  // MARK: Events

  private static var events: pw_stream_events {
    var events = pw_stream_events()
    events.state_changed = { data, _, state, _ in this(data).isStreaming = state == PW_STREAM_STATE_STREAMING }
    events.param_changed = { data, id, pod in if id == 4, pod != nil { this(data).offerBuffers() } }
    events.process = { data in this(data).fill() }
    return events
  }

  private func offerBuffers() {
    let picture = source.picture
    let size = Int32(picture.blocks.map(\.count).max() ?? 0)
    var pods: [Pod] = [
      .object(
        type: 0x40004, id: 5,
        [
          1: .choice(.range, [.int(4), .int(2), .int(8)]), 2: .int(Int32(picture.blocks.count)), 3: .int(size), 4: .int(0), 6: .int(1 << 2),
        ])
    ]
    for (type, size) in [(UInt32(1), Int32(32)), (2, 16), (8, 4)] {
      pods.append(.object(type: 0x40005, id: 6, [1: .id(type), 2: .int(size)]))
    }
    _ = pods.withPointers { calls.pw_stream_update_params(stream, $0, UInt32($1)) }
  }

  private func fill() {
    guard let buffer = calls.pw_stream_dequeue_buffer(stream), let inside = buffer.pointee.buffer else { return }
    let picture = source.picture
    for (index, bytes) in picture.blocks.enumerated() where index < Int(inside.pointee.n_datas) {
      let data = inside.pointee.datas[index]
      data.data?.copyMemory(from: bytes, byteCount: min(bytes.count, Int(data.maxsize)))
      data.chunk.pointee = spa_chunk(
        offset: 0, size: UInt32(bytes.count) - picture.bytesLeftOut, stride: picture.bytesPerRow, flags: picture.isCorrupted ? 1 : 0)
    }
    let now = monotonicNs()
    number += 1
    for index in 0..<Int(inside.pointee.n_metas) {
      let meta = inside.pointee.metas[index]
      switch meta.type {
      case 1:
        meta.data.storeBytes(
          of: spa_meta_header(flags: 0, offset: 0, pts: Int64(now), dts_offset: 0, seq: picture.number ?? number), as: spa_meta_header.self)
      case 2:
        let crop = picture.crop ?? (0, 0, 0, 0)
        let region = spa_region(
          position: spa_point(x: crop.x, y: crop.y), size: spa_rectangle(width: crop.width, height: crop.height))
        meta.data.storeBytes(of: spa_meta_region(region: region), as: spa_meta_region.self)
      case 8: meta.data.storeBytes(of: spa_meta_videotransform(transform: picture.transform ?? 0), as: spa_meta_videotransform.self)
      default: break
      }
    }
    source.sent(at: now)
    _ = calls.pw_stream_queue_buffer(stream, buffer)
  }
}

private func this(_ data: UnsafeMutableRawPointer?) -> SourceThread { Unmanaged<SourceThread>.fromOpaque(data!).takeUnretainedValue() }
