import EventSocket
import Glibc

/// Standard output, for a person or for a pipe.
enum StandardOutput {
  /// Whether colours will be understood and are wanted; see no-color.org.
  static var hasColours: Bool { isatty(STDOUT_FILENO) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) }

  /// Writes a line at once.
  ///
  /// - Returns: false when nobody reads any more.
  /// - Throws: ``SocketError`` when it cannot be written, as to a full disk.
  static func line(_ text: [UInt8]) throws -> Bool {
    var rest = (text + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EPIPE { return false }
      guard count >= 0 else {
        throw SocketError(
          .unavailable, "standard output: \(String(cString: strerror(errno))): write to somewhere that takes it")
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func line(_ text: String) throws -> Bool { try line(Array(text.utf8)) }
}

enum StandardError {
  static func line(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    // Where the complaint cannot be written, there is nobody to tell.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
