import Glibc
import SystemPackage

/// The owner of a regular file that is open for reading. Reading it never waits for a writer.
package struct RegularFile: ~Copyable {
  private let file: OwnedDescriptor
  /// The number of bytes when it was opened.
  package let size: Int

  /// - Parameters:
  ///   - path: the path of the file; symbolic links are followed.
  ///   - limit: the largest permitted number of bytes.
  package init(opening path: FilePath, limit: Int = .max) throws(RegularFileError) {
    // Before opening: opening some devices has side effects, and a socket cannot be opened at all.
    try Self.check(throwing { () throws(Errno) in try Stat(path) }, limit)
    // The file may have been replaced since: a FIFO would block, and a terminal would become the controlling terminal.
    let file = try throwing { () throws(Errno) in
      try OwnedDescriptor(opening: path, .readOnly, options: [.nonBlocking, .noControllingTerminal])
    }
    let status = try throwing { () throws(Errno) in try file.status }
    try Self.check(status, limit)
    self.file = file
    size = Int(status.size)
  }

  /// The descriptor, for calls such as `lseek`. It is valid while the owner exists.
  package var descriptor: Int32 { file.number }

  private static func check(_ status: Stat, _ limit: Int) throws(RegularFileError) {
    if let kind = RegularFileError.Kind(status.type) { throw .notRegular(kind) }
    guard status.size <= limit else { throw .tooLarge(size: Int(status.size), limit: limit) }
  }

  /// Reads from the current position until `memory` is full or the file ends.
  ///
  /// - Returns: the number of bytes read: fewer than ``size`` if the file has shrunk.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(RegularFileError) -> Int {
    var done = 0
    while done < memory.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: memory[done...])
      let count = try throwing { () throws(Errno) in try file.read(into: rest) }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// Reads as many bytes as the file had when it was opened, or fewer if it has shrunk.
  package func readAll() throws(RegularFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var result: Result<Int, RegularFileError> = .success(0)
    bytes.withUnsafeMutableBytes { memory in
      result = Result { () throws(RegularFileError) in try read(into: memory) }
    }
    bytes.removeLast(size - (try result.get()))
    return bytes
  }
}

/// Makes a system call, and throws its error as one of the file.
private func throwing<Value: ~Copyable>(_ call: () throws(Errno) -> Value) throws(RegularFileError) -> Value {
  do throws(Errno) { return try call() } catch { throw .system(error) }
}

/// Why a file cannot be read.
package enum RegularFileError: Error, Equatable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    case directory, socket, device
    case fifo = "FIFO"

    /// Nil for a regular file.
    package init?(_ type: FileType) {
      switch type {
      case .regular: return nil
      case .directory: self = .directory
      case .fifo: self = .fifo
      case .socket: self = .socket
      default: self = .device
      }
    }
  }

  case system(Errno)
  case notRegular(Kind)
  /// It has more bytes than the limit.
  case tooLarge(size: Int, limit: Int)

  /// The cause, to follow the file's name.
  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .notRegular(let kind): "is a \(kind.rawValue), not a regular file"
    case .tooLarge(let size, let limit): "has \(size) bytes, over the limit of \(limit)"
    }
  }
}
