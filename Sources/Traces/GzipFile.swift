import CZlib
import Glibc

/// A file that may be compressed: zlib reads both kinds, and tells them apart by their first bytes.
struct GzipFile: ~Copyable {
  private let handle: gzFile

  /// Takes a descriptor over.
  ///
  /// - Parameter mode: as gzopen(3) has it; nothing is compressed in `wT`.
  init?(_ descriptor: Int32, mode: String) {
    guard let handle = gzdopen(descriptor, mode) else {
      close(descriptor)
      return nil
    }
    self.handle = handle
  }

  deinit { gzclose(handle) }

  /// What was read at once: at the end, nothing.
  mutating func read() throws(Fault) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    let count = gzread(handle, &piece, UInt32(piece.count))
    guard count >= 0 else { throw fault }
    return Array(piece.prefix(Int(count)))
  }

  /// Whether what was compressed ends before its end.
  var breaksOff: Bool { fault.code == Z_BUF_ERROR }

  mutating func write(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.isEmpty || gzwrite(handle, bytes, UInt32(bytes.count)) == bytes.count else { throw fault }
  }

  /// Brings to the disk what was written, so that it can be read whatever happens to this process.
  mutating func flush() throws(Fault) {
    guard gzflush(handle, Z_SYNC_FLUSH) == Z_OK else { throw fault }
  }

  consuming func finish() throws(Fault) {
    // The last of it is written by closing, which does not tell more than that it failed.
    let code = gzclose(handle)
    let system = code == Z_ERRNO ? errno : 0
    discard self
    guard code == Z_OK else {
      throw Fault(code: code, errno: system, cause: system == 0 ? "zlib's error \(code)" : String(cString: strerror(system)))
    }
  }

  struct Fault: Error {
    let code: Int32
    /// Where the system is to blame; else 0.
    let errno: Int32
    let cause: String
  }

  private var fault: Fault {
    let system = errno
    var code: Int32 = 0
    let words = gzerror(handle, &code).map { String(cString: $0) } ?? ""
    return code == Z_ERRNO
      ? Fault(code: code, errno: system, cause: String(cString: strerror(system))) : Fault(code: code, errno: 0, cause: words)
  }
}
