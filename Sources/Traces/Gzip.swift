import CZlib
import Glibc
import Platform
import SystemPackage

/// Decompresses gzip in pieces of limited size, whatever the ratio; passes on bytes that are not compressed.
///
/// As in gzip(1), several compressed parts may follow each other, and anything else that follows them is ignored.
struct GzipDecoder: ~Copyable {
  private enum Stage {
    /// The first bytes, which show whether the input is compressed.
    case start
    case plain, compressed
    /// After a compressed part.
    case between, over
  }

  /// The most bytes that ``next()`` returns.
  static let pieceSize = 64 * 1024
  private static let magic: [UInt8] = [0x1f, 0x8b]
  /// zlib's `windowBits` for gzip: the largest window, 15, and 16 for gzip's header.
  private static let gzipWindow: Int32 = 15 + 16

  private var stage = Stage.start
  /// On the heap, since zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: ArraySlice<UInt8> = []
  private var isInputOver = false

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Appends bytes; to be called when ``next()`` has returned nil.
  ///
  /// - Parameter bytes: none at the end.
  mutating func append(_ bytes: some Collection<UInt8>) {
    isInputOver = bytes.isEmpty
    input += bytes
  }

  /// Whether the input ended in the middle of a compressed part.
  var breaksOff: Bool { isInputOver && stage == .compressed }

  /// Returns the next bytes, at most ``pieceSize``; nil when more input is needed, or there is none.
  mutating func next() throws(TraceProblem) -> [UInt8]? {
    while true {
      switch stage {
      case .start, .between:
        guard input.count >= Self.magic.count || isInputOver else { return nil }
        guard input.starts(with: Self.magic) else {
          stage = stage == .start ? .plain : .over
          continue
        }
        try beginPart()
      case .plain:
        guard !input.isEmpty else { return nil }
        defer { input = [] }
        return Array(input)
      case .compressed:
        guard let piece = try decompress() else { return nil }
        if !piece.isEmpty { return piece }
      case .over:
        input = []
        return nil
      }
    }
  }

  private mutating func beginPart() throws(TraceProblem) {
    let code =
      stage == .start
      ? inflateInit2_(stream, Self.gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) : inflateReset(stream)
    guard code == Z_OK else { throw TraceProblem("not enough memory to decompress it") }
    stage = .compressed
  }

  /// Returns one piece of decompressed bytes, empty at the end of a part; nil when more input is needed.
  private mutating func decompress() throws(TraceProblem) -> [UInt8]? {
    var code = Z_OK
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
      input.withUnsafeBufferPointer { input in
        // zlib only reads from it.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        code = inflate(stream, Z_NO_FLUSH)
      }
      count = output.count - Int(stream.pointee.avail_out)
    }
    input = input.suffix(Int(stream.pointee.avail_in))
    switch code {
    case Z_STREAM_END: stage = .between
    case Z_OK: break
    // More input is needed.
    case Z_BUF_ERROR: return nil
    default: throw TraceProblem(stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(code)")
    }
    return piece
  }
}

/// An output file, compressed or not.
struct GzipFile: ~Copyable {
  private let handle: gzFile

  /// Takes over a descriptor.
  ///
  /// - Parameter mode: the mode of zlib's gzopen; `wT` writes without compression.
  init(_ descriptor: consuming OwnedDescriptor, mode: String) throws(Errno) {
    guard let handle = gzdopen(descriptor.number, mode) else { throw .noMemory }
    _ = descriptor.release()
    self.handle = handle
  }

  deinit { gzclose(handle) }

  mutating func write(_ bytes: [UInt8]) throws(TraceProblem) {
    guard bytes.isEmpty || gzwrite(handle, bytes, UInt32(bytes.count)) == bytes.count else { throw fault }
  }

  /// Writes what is buffered, so that it can be read whatever happens to this process.
  mutating func flush() throws(TraceProblem) {
    guard gzflush(handle, Z_SYNC_FLUSH) == Z_OK else { throw fault }
  }

  consuming func finish() throws(TraceProblem) {
    // Closing writes the rest, and reports only that it failed.
    let code = gzclose(handle)
    let system = code == Z_ERRNO ? errno : 0
    discard self
    guard code == Z_OK else {
      throw system == 0 ? TraceProblem("zlib's error \(code)") : TraceProblem(errno: system)
    }
  }

  private var fault: TraceProblem {
    let system = errno
    var code: Int32 = 0
    let words = gzerror(handle, &code).map { String(cString: $0) } ?? ""
    return code == Z_ERRNO ? TraceProblem(errno: system) : TraceProblem(words)
  }
}
