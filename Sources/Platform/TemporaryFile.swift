import CLinux
import Glibc
import Synchronization
import SystemPackage

/// The owner of a new file that is written in full before it gets its name, or takes the place of another one.
///
/// Until then it has no name, where the file system allows that, so that nothing is left of it if the process is killed. Its owner removes
/// it otherwise.
package struct TemporaryFile: ~Copyable {
  package let file: OwnedDescriptor
  private let folder: FilePath
  /// Nil while it has no name.
  private var name: FilePath.Component?
  /// The file of another program in whose place this one is, and which could not be put back; nil if there is none.
  package private(set) var kept: FilePath?

  /// - Parameters:
  ///   - folder: where the other file is.
  ///   - permissions: those that the umask may reduce.
  package init(in folder: FilePath, permissions: FilePermissions) throws(Errno) {
    self.folder = folder
    do throws(Errno) {
      file = try OwnedDescriptor(
        opening: folder.isEmpty ? "." : folder, .writeOnly, options: Self.unnamed, permissions: permissions)
      Self.lock(file)
      return
    } catch {
      // What file systems and kernels answer that cannot do this.
      guard [.notSupportedOnSocket, .notSupported, .isDirectory, .invalidArgument].contains(error) else { throw error }
    }
    while true {
      let name = Self.nextName(Self.newSuffix)
      do throws(Errno) {
        let file = try OwnedDescriptor(
          opening: folder.appending(name), .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
        Self.lock(file)
        // Unless another process took it for a leftover before it was locked.
        if try file.status.linkCount > 0 {
          self.file = file
          self.name = name
          return
        }
      } catch {
        if error != .fileExists { throw error }
      }
    }
  }

  deinit { if let name { folder.appending(name).withPlatformString { _ = unlink($0) } } }

  /// Gives the file the name of another one in the folder, which is gone then.
  mutating func become(_ path: FilePath) throws(Errno) {
    if name == nil { name = try link(Self.newSuffix) }
    let current = folder.appending(name!)
    try systemCall { current.withPlatformString { from in path.withPlatformString { rename(from, $0) } } }
    name = nil
  }

  /// Gives the file the name of another one in the folder, which is gone then, if that one is as expected; else leaves both as they are.
  ///
  /// - Parameter isExpected: looks at the other file, at the path that it has by then. Nobody can replace it there, or takes it for a leftover;
  ///   who opened it before can write it.
  /// - Returns: whether it has the name.
  /// - Throws: `Errno`; both are as they were then, unless ``kept`` says where the other one is.
  package mutating func become(_ path: FilePath, if isExpected: (FilePath) -> Bool) throws(Errno) -> Bool {
    let old: FilePath
    do throws(Errno) {
      old = try nameForOld()
      try Self.exchange(old, path)
    } catch {
      if error == .noSuchFileOrDirectory { return false }
      guard Self.isUnsupported(error) else { throw error }
      // Another program may write between this look and the renaming, but for microseconds only.
      guard isExpected(path) else { return false }
      try become(path)
      return true
    }
    if isExpected(old) { return true }
    try giveBack(old, path)
    return false
  }

  /// Gives the file a name that is no leftover's, since an exchange gives that name to a file of another program. If this process is killed
  /// before it has looked at that file, nobody removes it.
  private mutating func nameForOld() throws(Errno) -> FilePath {
    guard let current = name.map({ folder.appending($0) }) else {
      name = try link(Self.oldSuffix)
      return folder.appending(name!)
    }
    while true {
      let new = Self.nextName(Self.oldSuffix)
      do throws(Errno) {
        try Self.renaming(current, folder.appending(new), Self.withoutReplacing)
        name = new
        return folder.appending(new)
      } catch {
        if error != .fileExists { throw error }
      }
    }
  }

  /// Puts the file that has this one's name back where it was. If another program has replaced this one there meanwhile, what that program
  /// wrote is newer, and stays.
  private mutating func giveBack(_ old: FilePath, _ path: FilePath) throws(Errno) {
    do throws(Errno) {
      var placed = try file.status.identity
      while true {
        let held = try Stat(old, followTargetSymlink: false).identity
        try Self.exchange(old, path)
        if try Stat(old, followTargetSymlink: false).identity == placed { return }
        placed = held
      }
    } catch {
      // What another program wrote is not removed with its owner. It gets its name back if that has become free.
      name = nil
      if (try? Self.renaming(old, path, Self.withoutReplacing)) != nil { return }
      kept = old
      throw error
    }
  }

  private static func exchange(_ path: FilePath, _ other: FilePath) throws(Errno) { try renaming(path, other, exchanging) }

  private static func renaming(_ path: FilePath, _ new: FilePath, _ flags: UInt32) throws(Errno) {
    try systemCall { path.withPlatformString { from in new.withPlatformString { renameat2(AT_FDCWD, from, AT_FDCWD, $0, flags) } } }
  }

  /// Whether it is what file systems and kernels answer that know no flags of renaming.
  private static func isUnsupported(_ error: Errno) -> Bool {
    [.invalidArgument, .noFunction, .notSupported, .notSupportedOnSocket].contains(error)
  }

  /// Gives the file its own name in the folder, for good.
  ///
  /// - Parameter path: of no file.
  /// - Throws: `Errno`; EEXIST if there is a file by now, which stays as it is.
  mutating func take(_ path: FilePath) throws(Errno) {
    guard let name else { return try link(to: path) }
    let current = folder.appending(name)
    do throws(Errno) {
      try Self.renaming(current, path, Self.withoutReplacing)
      self.name = nil
    } catch {
      guard Self.isUnsupported(error) else { throw error }
      // The temporary name is removed with its owner.
      try systemCall { current.withPlatformString { from in path.withPlatformString { Glibc.link(from, $0) } } }
    }
  }

  /// `RENAME_NOREPLACE` and `RENAME_EXCHANGE`, which the headers declare to GNU programs only.
  private static let withoutReplacing: UInt32 = 1, exchanging: UInt32 = 2

  /// Gives the file a temporary name.
  private func link(_ suffix: String) throws(Errno) -> FilePath.Component {
    while true {
      let name = Self.nextName(suffix)
      do throws(Errno) {
        try link(to: folder.appending(name))
        return name
      } catch {
        if error != .fileExists { throw error }
      }
    }
  }

  /// Gives a file without a name one that is free.
  private func link(to path: FilePath) throws(Errno) {
    try systemCall { path.withPlatformString { linkat(AT_FDCWD, "/proc/self/fd/\(file.number)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW) } }
  }

  // MARK: Leftovers

  /// A file that is exchanged for another one has the last of these names: it is no leftover, since the other one may be what a person wrote.
  private static let prefix = ".swiped.", newSuffix = ".new", oldSuffix = ".old"
  private static let names = Atomic(0)

  /// Short, since the name of the file that it becomes may be as long as a name can be.
  private static func nextName(_ suffix: String) -> FilePath.Component {
    FilePath.Component("\(prefix)\(getpid()).\(names.wrappingAdd(1, ordering: .relaxed).newValue)\(suffix)")!
  }

  private static func isTemporary(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    let middle = text.dropFirst(prefix.count).dropLast(newSuffix.count)
    return text.hasPrefix(prefix) && text.hasSuffix(newSuffix) && !middle.isEmpty && middle.allSatisfy { ("0"..."9") ~= $0 || $0 == "." }
  }

  /// The file is locked for as long as it is written: one that is not is left of a process that was killed.
  private static func lock(_ file: borrowing OwnedDescriptor) { flock(file.number, LOCK_EX | LOCK_NB) }

  /// `O_TMPFILE`, which the headers declare to GNU programs only.
  private static let unnamed = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)

  /// Removes the temporary files of this user that killed processes have left in a folder.
  static func removeLeftovers(in folder: FilePath) {
    guard let opened = try? OwnedDescriptor(opening: folder.isEmpty ? "." : folder, .readOnly, options: .directory),
      let names = try? Files.allNames(in: opened)
    else { return }
    for name in names where isTemporary(name) {
      let path = folder.pushing(FilePath(bytes: name))
      guard let file = try? OwnedDescriptor(opening: path, .readOnly, options: [.noFollow, .nonBlocking]),
        flock(file.number, LOCK_EX | LOCK_NB) == 0, let status = try? file.status, status.type == .regular,
        // It may be another file by now, which must not be removed.
        let named = try? Stat(path, followTargetSymlink: false), named.isSameFile(as: status)
      else { continue }
      path.withPlatformString { _ = unlink($0) }
    }
  }
}
