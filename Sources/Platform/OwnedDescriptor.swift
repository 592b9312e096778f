import Glibc
import SystemPackage

/// The owner of an open file descriptor, which closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// For calls that take a plain descriptor; open as long as its owner lives.
  package let number: Int32

  /// Takes over a descriptor that is open.
  package init(owning number: Int32) { self.number = number }

  /// Takes over the descriptor that a system call returns.
  ///
  /// - Parameter call: returns −1 with `errno` set where it fails; the descriptor that it creates must be close-on-exec.
  package init(_ call: () -> Int32) throws(Errno) { number = try systemCall(call) }

  /// Opens a file; a program that this one starts does not inherit it.
  ///
  /// - Parameter permissions: of a file that the call creates.
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

  /// Opens a stream to read: `-` is standard input. It waits neither here nor for the writer of a named pipe.
  ///
  /// - Parameter path: as given on the command line.
  package init(input path: String) throws(Errno) {
    if path == "-" {
      try self.init(duplicating: STDIN_FILENO)
    } else {
      // Without this, a named pipe would be opened only once a program writes to it.
      try self.init(opening: CommandLinePaths.path(for: path), .readOnly, options: .nonBlocking)
    }
  }

  /// Opens another descriptor of the same file, for the owner of one that belongs to somebody else, as standard input does.
  package init(duplicating number: Int32) throws(Errno) {
    // Above the standard streams, so that none of them is taken for one that is closed.
    try self.init { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  deinit { close(number) }

  /// Hands the descriptor over to another owner.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// The file's kind, owner and size.
  package var status: Stat {
    get throws(Errno) { try Stat(FileDescriptor(rawValue: number)) }
  }

  /// Reads once.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try systemCall { Glibc.read(number, memory.baseAddress, memory.count) }
  }

  /// Reads until the end of the file.
  ///
  /// - Parameter limit: bytes after which it stops.
  package func readAll(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 14))
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = try systemCall { Glibc.read(number, &chunk, wanted) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}

extension FileDescriptor.OpenOptions {
  /// A terminal that is opened does not become the process's own: `O_NOCTTY`.
  package static var noControllingTerminal: Self { Self(rawValue: O_NOCTTY) }
}

/// Calls the system again until no signal interrupts it.
///
/// - Parameter call: returns −1 with `errno` set where it fails.
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

  /// Whether the user may not do it.
  package var isDenied: Bool { self == .permissionDenied || self == .notPermitted }
}
