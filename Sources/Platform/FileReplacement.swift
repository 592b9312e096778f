import Glibc
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
    do throws(ReplacementError) { try replace([(path, bytes)][...]) } catch { throw error.cause }
  }

  /// Replaces or creates a file as above, unless another program has changed it, or has it open to write it. Where the file system can exchange
  /// two files, what that program writes is not lost: the old file is looked at after the new one has taken its place, and put back. Until then,
  /// it has a name such as `.swiped.77.1.old` in the same folder, which it keeps if it cannot be put back, or this process is killed.
  ///
  /// - Parameter old: the content that the file must still have; nil if there must be none.
  /// - Returns: false if that is not so; the file is as the other program has it then.
  /// - Throws: ``ReplacementError``; the file is as it was then, unless that says where the old one is.
  package static func replace(_ path: FilePath, having old: [UInt8]?, with bytes: [UInt8]) throws(ReplacementError) -> Bool {
    var content = try naming(path) { () throws(Errno) in try NewContent(of: path, bytes) }
    do throws(Errno) { return try content.replaceOld(having: old) } catch {
      throw ReplacementError(path: content.path, cause: error, kept: content.kept)
    }
  }

  /// Why a file was not replaced.
  package struct ReplacementError: Error, CustomStringConvertible {
    package let path: FilePath
    package let cause: Errno
    /// Where the file is that another program has saved at the same time, if it was replaced and could not be put back; nil otherwise.
    package let kept: FilePath?
    package var description: String { "\(path): \(cause)" }

    package init(path: FilePath, cause: Errno, kept: FilePath? = nil) { (self.path, self.cause, self.kept) = (path, cause, kept) }
  }

  /// Replaces several files, the first one first. None is replaced before the new content of all of them is on the disk.
  package static func replace(_ files: ArraySlice<(path: FilePath, bytes: [UInt8])>) throws(ReplacementError) {
    guard let (path, bytes) = files.last else { return }
    var content = try naming(path) { () throws(Errno) in try NewContent(of: path, bytes) }
    try replace(files.dropLast())
    try naming(path) { () throws(Errno) in try content.replaceOld() }
  }

  private static func naming<Value: ~Copyable>(_ path: FilePath, _ body: () throws(Errno) -> Value) throws(ReplacementError) -> Value {
    do throws(Errno) { return try body() } catch { throw ReplacementError(path: path, cause: error) }
  }

  /// The new content of a file, on the disk.
  private struct NewContent: ~Copyable {
    /// Without links.
    let path: FilePath
    private var file: TemporaryFile
    /// The old file, if it was replaced and could not be put back.
    var kept: FilePath? { file.kept }

    init(of path: FilePath, _ bytes: [UInt8]) throws(Errno) {
      let path = try followLinks(path)
      let folder = path.removingLastComponent()
      let old = try replaceable(path)
      if old == nil { try createFolders(folder) }
      let new = try TemporaryFile(in: folder, permissions: permissions(like: old))
      try write(bytes, to: new.file, like: old)
      self.path = path
      file = new
    }

    mutating func replaceOld() throws(Errno) {
      try file.become(path)
      syncFolder()
    }

    mutating func replaceOld(having old: [UInt8]?) throws(Errno) -> Bool {
      let isReplaced: Bool
      if let old {
        isReplaced = try file.become(path) { Files.isSettled($0, with: old) }
      } else {
        do throws(Errno) {
          try file.take(path)
          isReplaced = true
        } catch {
          guard error == .fileExists else { throw error }
          isReplaced = false
        }
      }
      syncFolder()
      return isReplaced
    }

    private func syncFolder() {
      let folder = path.removingLastComponent()
      // Without this, a power failure can undo the renaming. Some file systems refuse it.
      if let folder = try? OwnedDescriptor(opening: folder.isEmpty ? "." : folder, .readOnly) { fsync(folder.number) }
    }
  }

  /// Whether a path is that of a regular file with a content, which no program has open to write it.
  private static func isSettled(_ path: FilePath, with content: [UInt8]) -> Bool {
    guard let file = try? OwnedDescriptor(opening: path, .readOnly, options: [.noFollow, .nonBlocking, .noControllingTerminal]),
      let status = try? file.status, status.type == .regular, !FileLocks.hasWriter(file),
      let present = try? file.readAll(limit: content.count + 1)
    else { return false }
    return present == content
  }

  /// Checks whether ``replace(_:with:)`` can replace or create a file, as far as that can be known without its content. Removes what killed
  /// processes have left in its folder.
  ///
  /// - Throws: `Errno`, as that does; ENOENT also for a symbolic link to a missing file, which is not what anybody wanted.
  package static func checkReplaceable(_ path: FilePath) throws(Errno) {
    let target = try followLinks(path)
    let old = try replaceable(target)
    if old == nil, target != path { throw .noSuchFileOrDirectory }
    removeLeftovers(in: target.removingLastComponent())
    _ = try TemporaryFile(in: target.removingLastComponent(), permissions: permissions(like: old))
  }

  /// Removes the temporary files that killed processes of this user have left in a folder.
  package static func removeLeftovers(in folder: FilePath) { TemporaryFile.removeLeftovers(in: folder) }

  /// The file that is to be replaced; nil if there is none.
  private static func replaceable(_ path: FilePath) throws(Errno) -> Stat? {
    let old: Stat
    do throws(Errno) { old = try Stat(path) } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    }
    guard old.type == .regular else { throw .fileExists }
    // Renaming needs no permission of the file, which may be read-only on purpose.
    try systemCall { path.withPlatformString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } }
    return old
  }

  /// Those of a new file. One that replaces another gets that one's when its owner is right.
  private static func permissions(like old: Stat?) -> FilePermissions {
    old == nil ? [.ownerReadWrite, .groupRead, .otherRead] : .ownerReadWrite
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
  package static func followLinks(_ path: FilePath) throws(Errno) -> FilePath {
    var path = path
    for _ in 0..<Files.linkLimit {
      guard let target = target(of: path) else { return path }
      path = path.removingLastComponent().pushing(target)
    }
    throw .tooManySymbolicLinkLevels
  }

  /// Creates a folder, and the folders that it is in. Those that exist stay as they are.
  ///
  /// - Parameter permissions: of new folders, less those of the umask: for their owner alone, unless others are given.
  package static func createFolders(_ folder: FilePath, permissions: mode_t = 0o700) throws(Errno) {
    guard !folder.isEmpty, (try? Stat(folder)) == nil else { return }
    try createFolders(folder.removingLastComponent(), permissions: permissions)
    do throws(Errno) { try systemCall { folder.withPlatformString { mkdir($0, permissions) } } } catch {
      // Another program may have created it since.
      if error != .fileExists { throw error }
    }
  }
}
