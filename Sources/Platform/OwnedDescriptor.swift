import Glibc
import SystemPackage

/// The owner of an open file descriptor, which closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for calls that take a plain descriptor. It is valid while the owner exists.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) { self.number = number }

  /// Takes ownership of the descriptor that a system call returns.
  ///
  /// - Parameter call: the call, which returns −1 and sets `errno` on failure. Its descriptor must be close-on-exec.
  package init(_ call: () -> Int32) throws(Errno) { number = try systemCall(call) }

  /// Opens a file, close-on-exec.
  ///
  /// - Parameter permissions: the permissions of a file that this call creates.
  package init(
    opening path: FilePath, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = [],
    permissions: FilePermissions = .ownerReadWrite
  ) throws(Errno) {
    let flags = mode.rawValue | options.rawValue | O_CLOEXEC
    let opened = path.withPlatformString { path in
      Result { () throws(Errno) in try systemCall { open(path, flags, permissions.rawValue) } }
    }
    number = try opened.get()
  }

  /// Opens a stream for reading without blocking, also if it is a named pipe without a writer; `-` is standard input.
  ///
  /// - Parameter path: as given on the command line.
  /// - Throws: `Errno`; EBADF if standard input is closed.
  package init(input path: String) throws(Errno) {
    if path == "-" {
      // One that was closed, see `StandardStreams`, or is open for writing only.
      guard fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE != O_WRONLY else { throw .badFileDescriptor }
      try self.init(duplicating: STDIN_FILENO)
    } else {
      try self.init(input: CommandLinePaths.path(for: path))
    }
  }

  /// Opens a file for reading without blocking, also if it is a named pipe without a writer.
  package init(input path: FilePath) throws(Errno) {
    // Without this, opening a named pipe would block until a program writes to it.
    try self.init(opening: path, .readOnly, options: .nonBlocking)
  }

  /// Duplicates a descriptor that has another owner, such as standard input.
  package init(duplicating number: Int32) throws(Errno) {
    // Above the standard streams, so that the duplicate does not take the number of a closed one.
    try self.init { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  deinit { close(number) }

  /// Returns the descriptor, which the caller then owns.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// The file's type, owner and size.
  package var status: Stat {
    get throws(Errno) { try Stat(FileDescriptor(rawValue: number)) }
  }

  /// Reads once.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try systemCall { Glibc.read(number, memory.baseAddress, memory.count) }
  }

  /// Writes all bytes, of a descriptor that blocks.
  package func writeAll(_ bytes: [UInt8]) throws(Errno) {
    var done = 0
    while done < bytes.count {
      done += try systemCall { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress! + done, $0.count - done) } }
    }
  }

  /// Reads until the end of the file.
  ///
  /// - Parameters:
  ///   - limit: the number of bytes after which it stops.
  ///   - untilNs: when it stops, in ns of CLOCK_MONOTONIC; nil for never.
  package func readAll(limit: Int, untilNs: UInt64? = nil) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 14))
    while bytes.count < limit {
      if let untilNs {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard monotonicNs() < untilNs else { break }
        guard try systemCall({ poll(&entry, 1, milliseconds(until: untilNs)) }) > 0 else { continue }
      }
      let wanted = min(chunk.count, limit - bytes.count)
      let count = try systemCall { Glibc.read(number, &chunk, wanted) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}

extension FileDescriptor.OpenOptions {
  /// `O_NOCTTY`: a terminal does not become the controlling terminal when it is opened.
  package static var noControllingTerminal: Self { Self(rawValue: O_NOCTTY) }
}

/// Makes a system call, again if a signal interrupts it.
///
/// - Parameter call: the call, which returns −1 and sets `errno` on failure.
@discardableResult
package func systemCall<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
  while true {
    let result = call()
    if result != -1 { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}

extension Errno {
  /// The error of this thread's last system call.
  package static var last: Errno { Errno(rawValue: errno) }

  /// Whether the user lacks permission.
  package var isDenied: Bool { self == .permissionDenied || self == .notPermitted }
}
