import Glibc
import SystemPackage

extension Files {
  /// Why a file was not copied.
  package enum CopyError: Error, Equatable, CustomStringConvertible {
    case reading(Errno)
    case writing(Errno)

    package var description: String {
      switch self {
      case .reading(let error), .writing(let error): "\(error)"
      }
    }
  }

  /// Copies a file to a path that leads to none, with its modification time and its permissions where the file system has them.
  ///
  /// At any time, the path leads to nothing or to all of the copy, also after a power failure once the folder is on the disk.
  ///
  /// - Parameter file: a regular file, which is read from its current position on.
  /// - Throws: the error of either side; EEXIST of writing if the path leads to a file by now, which stays as it is.
  package static func copy(_ file: borrowing OwnedDescriptor, to path: FilePath) throws(CopyError) {
    let status = try reading { () throws(Errno) in try file.status.rawValue }
    var copy = try writing { () throws(Errno) in try TemporaryFile(in: path.removingLastComponent(), permissions: .ownerReadWrite) }
    while true {
      let bytes = try reading { () throws(Errno) in try file.readAll(limit: chunkSize) }
      guard !bytes.isEmpty else { break }
      try writing { () throws(Errno) in try copy.file.writeAll(bytes) }
    }
    // Some file systems have neither permissions nor times.
    fchmod(copy.file.number, status.st_mode & 0o777)
    futimens(copy.file.number, [status.st_atim, status.st_mtim])
    try writing { () throws(Errno) in
      try systemCall { fsync(copy.file.number) }
      try copy.take(path)
    }
  }

  /// Whether two regular files have the same content.
  ///
  /// - Throws: `Errno` if one cannot be read.
  package static func haveSameContent(_ file: borrowing OwnedDescriptor, _ other: borrowing OwnedDescriptor) throws(Errno) -> Bool {
    guard try file.status.size == other.status.size else { return false }
    for number in [file.number, other.number] { try systemCall { lseek(number, 0, SEEK_SET) } }
    while true {
      let bytes = try file.readAll(limit: chunkSize)
      guard try other.readAll(limit: chunkSize) == bytes else { return false }
      if bytes.isEmpty { return true }
    }
  }

  private static let chunkSize = 1 << 20

  private static func reading<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(CopyError) -> Value {
    do throws(Errno) { return try body() } catch { throw .reading(error) }
  }

  private static func writing<Value: ~Copyable>(_ body: () throws(Errno) -> Value) throws(CopyError) -> Value {
    do throws(Errno) { return try body() } catch { throw .writing(error) }
  }
}
