import Glibc
import SystemPackage

extension Files {
  /// Replaces the content of a file in one step: a reader sees the old content or the new one, also after a power failure.
  ///
  /// The file keeps its mode and, where that is allowed, its owner. Where the path is a symbolic link, what it leads to is replaced.
  /// Missing folders are created for their owner alone.
  ///
  /// - Parameter path: of a file that may be missing.
  /// - Throws: `Errno`; the file is as it was then.
  package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
    let path = try followLinks(path)
    let folder = path.removingLastComponent()
    let old = try? Stat(path)
    if old == nil {
      try createFolders(folder)
    } else {
      // Renaming needs no permission of the file, which may be read-only on purpose.
      try systemCall { path.withPlatformString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } }
    }
    let name = path.lastComponent?.string ?? ""
    let temporary = folder.appending(".\(name).\(getpid()).new")
    temporary.withPlatformString { _ = unlink($0) }
    do throws(Errno) {
      try create(temporary, bytes, like: old)
      try systemCall { temporary.withPlatformString { from in path.withPlatformString { rename(from, $0) } } }
    } catch {
      temporary.withPlatformString { _ = unlink($0) }
      throw error
    }
    // Without this, a power failure can undo the renaming. Some file systems refuse it.
    if let folder = try? OwnedDescriptor(opening: folder.isEmpty ? "." : folder, .readOnly) { fsync(folder.number) }
  }

  private static func create(_ path: FilePath, _ bytes: [UInt8], like old: Stat?) throws(Errno) {
    let file = try OwnedDescriptor(
      opening: path, .writeOnly, options: [.create, .exclusiveCreate],
      permissions: old == nil ? [.ownerReadWrite, .groupRead, .otherRead] : .ownerReadWrite)
    if let old {
      _ = fchown(file.number, old.userID.rawValue, old.groupID.rawValue)
      try systemCall { fchmod(file.number, old.permissions.rawValue) }
    }
    var done = 0
    while done < bytes.count {
      done += try systemCall { bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress! + done, $0.count - done) } }
    }
    try systemCall { fsync(file.number) }
  }

  /// The path that a symbolic link leads to in the end, which may be missing; any other path as it is.
  private static func followLinks(_ path: FilePath) throws(Errno) -> FilePath {
    var path = path
    for _ in 0..<40 {
      guard let target = target(of: path.string) else { return path }
      path = path.removingLastComponent().pushing(FilePath(target))
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
