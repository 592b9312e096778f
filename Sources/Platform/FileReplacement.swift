import Glibc
import Synchronization
import SystemPackage

extension Files {
  /// Replaces the content of a file in one step: a reader sees the old content or the new one, also after a power failure.
  ///
  /// The file keeps its mode and, where that is allowed, its owner. Where the path is a symbolic link, what it leads to is replaced.
  /// Missing folders are created for their owner alone.
  ///
  /// - Parameter path: of a file that may be missing.
  /// - Throws: `Errno`; the file is as it was then. EEXIST for what is no regular file, such as a device, which cannot be replaced by one.
  package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
    let path = try followLinks(path)
    let folder = path.removingLastComponent()
    let old = try? Stat(path)
    if old == nil {
      try createFolders(folder)
    } else {
      guard old?.type == .regular else { throw .fileExists }
      // Renaming needs no permission of the file, which may be read-only on purpose.
      try systemCall { path.withPlatformString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } }
    }
    let temporary = try create(in: folder, bytes, like: old)
    do throws(Errno) {
      try systemCall { temporary.withPlatformString { from in path.withPlatformString { rename(from, $0) } } }
    } catch {
      temporary.withPlatformString { _ = unlink($0) }
      throw error
    }
    // Without this, a power failure can undo the renaming. Some file systems refuse it.
    if let folder = try? OwnedDescriptor(opening: folder.isEmpty ? "." : folder, .readOnly) { fsync(folder.number) }
  }

  /// The name that the next temporary file of this process has: `.swiped.PROCESS.NUMBER.new`. Short, since the name of the file that it
  /// becomes may be as long as a name can be.
  static func temporaryName() -> FilePath.Component {
    FilePath.Component(".swiped.\(getpid()).\(temporaryNames.wrappingAdd(1, ordering: .relaxed).newValue).new")!
  }

  private static let temporaryNames = Atomic(0)

  /// Creates a temporary file with some content.
  private static func create(in folder: FilePath, _ bytes: [UInt8], like old: Stat?) throws(Errno) -> FilePath {
    while true {
      let path = folder.appending(temporaryName())
      let file: OwnedDescriptor
      do throws(Errno) {
        file = try OwnedDescriptor(
          opening: path, .writeOnly, options: [.create, .exclusiveCreate],
          permissions: old == nil ? [.ownerReadWrite, .groupRead, .otherRead] : .ownerReadWrite)
      } catch {
        // Another process of the same number has left it, or writes it in another PID namespace.
        if error == .fileExists { continue }
        throw error
      }
      do throws(Errno) { try write(bytes, to: file, like: old) } catch {
        path.withPlatformString { _ = unlink($0) }
        throw error
      }
      return path
    }
  }

  private static func write(_ bytes: [UInt8], to file: borrowing OwnedDescriptor, like old: Stat?) throws(Errno) {
    if let old {
      _ = fchown(file.number, old.userID.rawValue, old.groupID.rawValue)
      try systemCall { fchmod(file.number, old.permissions.rawValue) }
    }
    try file.writeAll(bytes)
    try systemCall { fsync(file.number) }
  }

  /// The path that a symbolic link leads to in the end, which may be missing; any other path as it is.
  private static func followLinks(_ path: FilePath) throws(Errno) -> FilePath {
    var path = path
    for _ in 0..<40 {
      guard let target = target(of: path) else { return path }
      path = path.removingLastComponent().pushing(target)
    }
    throw .tooManySymbolicLinkLevels
  }

  private static func createFolders(_ folder: FilePath) throws(Errno) {
    guard !folder.isEmpty, (try? Stat(folder)) == nil else { return }
    try createFolders(folder.removingLastComponent())
    do throws(Errno) { try systemCall { folder.withPlatformString { mkdir($0, 0o700) } } } catch {
      // Another program may have created it meanwhile.
      if error != .fileExists { throw error }
    }
  }
}
