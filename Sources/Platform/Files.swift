import Glibc
import SystemPackage

/// Queries of the file system, in one call each.
package enum Files {
  /// The names in a folder without hidden ones, in the order of their bytes, which need not be UTF-8.
  package static func names(in folder: FilePath) throws(Errno) -> [FilePath] {
    try names(in: OwnedDescriptor(opening: folder.isEmpty ? "." : folder, .readOnly, options: .directory))
  }

  /// The names in a folder without hidden ones, in the order of their bytes, which need not be UTF-8.
  package static func names(in folder: borrowing OwnedDescriptor) throws(Errno) -> [FilePath] {
    let names = try allNames(in: folder).filter { $0.first != UInt8(ascii: ".") }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { FilePath(bytes: $0) }
  }

  /// The names in a folder, hidden ones too, in no order.
  static func allNames(in folder: borrowing OwnedDescriptor) throws(Errno) -> [[UInt8]] {
    // The stream owns its descriptor.
    guard let stream = fdopendir(try OwnedDescriptor(duplicating: folder.number).release()) else { throw .last }
    defer { closedir(stream) }
    // A duplicate continues where the other has stopped.
    rewinddir(stream)
    var names: [[UInt8]] = []
    // Only this tells the end from an error, as of a disk that fails.
    errno = 0
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
      errno = 0
    }
    guard errno == 0 else { throw .last }
    return names
  }

  /// The names in a folder as texts, for folders in which all names are ASCII.
  package static func names(in folder: String) throws(Errno) -> [String] { try names(in: FilePath(folder)).map(\.string) }

  /// The names in a folder, in order and without hidden ones; empty if it cannot be read.
  package static func entries(of folder: String) -> [String] { (try? names(in: folder)) ?? [] }

  /// The status of the file at a path, without following a symbolic link; nil if there is none.
  package static func status(ofLink path: String) -> Stat? { try? Stat(FilePath(path), followTargetSymlink: false) }

  /// The status of the file that a path leads to; nil if there is none.
  package static func status(of path: String) -> Stat? { try? Stat(FilePath(path)) }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether another program has locked a file, as by flock(2) or by fcntl(2), so that it must not be changed now.
  package static func isLocked(_ path: String) -> Bool {
    guard let file = try? OwnedDescriptor(opening: FilePath(path), .readOnly) else { return false }
    if flock(file.number, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK { return true }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    return fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// The absolute path without symbolic links; nil if it does not lead to a file.
  package static func resolve(_ path: String) -> String? {
    resolved(FilePath(path))?.string
  }

  /// The same for a path that need not be UTF-8.
  package static func resolved(_ path: FilePath) -> FilePath? {
    guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  /// Another program of this project, beside the one that runs. Where one file is all programs, only its name makes it that one.
  package static func program(_ name: String) -> FilePath {
    FilePath(resolve("/proc/self/exe") ?? CommandLine.arguments[0]).removingLastComponent().appending(name)
  }

  /// The path from the root on, without the names of the working folder's links.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = resolve(".") else { return path }
    return FilePath(working).appending(path).string
  }

  /// The folder that contains a path; "." for a mere name.
  package static func folder(of path: String) -> String {
    let folder = FilePath(path).removingLastComponent()
    return folder.isEmpty ? "." : folder.string
  }

  /// The target of a symbolic link; nil if it is not a symbolic link, or may not be read.
  package static func target(of link: FilePath) -> FilePath? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { bytes in
      let count = link.withPlatformString { readlink($0, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count) }
      return count < 0 ? nil : FilePath(bytes: bytes.prefix(count))
    }
  }

  /// The most links that are followed, as the kernel has it.
  package static let linkLimit = 40

  /// The first symbolic link on a path that leads to nothing; nil if there is none.
  package static func deadLink(on path: FilePath) -> FilePath? {
    var place: FilePath = path.isAbsolute ? "/" : ""
    for component in path.components {
      place.append(component)
      do throws(Errno) { _ = try Stat(place) } catch {
        return (error == .noSuchFileOrDirectory || error == .notDirectory) && target(of: place) != nil ? place : nil
      }
    }
    return nil
  }

  /// The first MiB of a text file, such as one in /proc or /sys; nil if it cannot be read.
  package static func text(of path: String) -> String? {
    guard let file = try? OwnedDescriptor(opening: FilePath(path), .readOnly) else { return nil }
    return try? String(decoding: file.readAll(limit: 1 << 20), as: UTF8.self)
  }

  /// The first line of a text file; nil if it cannot be read or is empty.
  package static func line(of path: String) -> String? {
    text(of: path).flatMap { $0.prefix { $0 != "\n" } }.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// A field of proc_pid_stat(5), which numbers them from 1; nil if there is no such process.
  ///
  /// - Parameters:
  ///   - number: at least 3.
  ///   - proc: where procfs is mounted.
  package static func processField(_ number: Int, of process: pid_t, in proc: String = "/proc") -> Substring? {
    // The second one is the name in parentheses, which may hold anything.
    guard let text = text(of: "\(proc)/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    return text[end...].dropFirst().split(separator: " ").dropFirst(number - 3).first
  }
}

extension Stat {
  /// Whether two paths or descriptors lead to the same file.
  package func isSameFile(as other: Stat) -> Bool { identity == other.identity }

  /// What two paths have in common if they lead to the same file.
  package var identity: FileIdentity { FileIdentity(device: UInt64(deviceID.rawValue), inode: UInt64(inode.rawValue)) }
}

/// The device and the inode of a file, which all its names have in common.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64, inode: UInt64
}

/// A file with its content, as far as that can be known without reading it: another program that writes it makes another version.
package struct FileVersion: Equatable, Sendable {
  private let file: FileIdentity, size: Int, seconds: Int, nanoseconds: Int

  /// Nil if there is no such file.
  package init?(_ path: FilePath) {
    guard let status = try? Stat(path) else { return nil }
    let time = status.rawValue.st_mtim
    (file, size, seconds, nanoseconds) = (status.identity, Int(status.size), time.tv_sec, time.tv_nsec)
  }
}
