import Glibc
import Imaging
import Platform
import SystemPackage
import UserErrors
import Web

/// A folder of pictures, open for reading. Its files are known by their index; symbolic links and special files are none of them.
struct DeckFolder: ~Copyable, Sendable {
  /// The largest picture that is read, in bytes.
  static let fileLimit = 128 << 20

  private let folder: OwnedDescriptor
  /// The pictures in their order.
  private let files: [FilePath]

  /// - Throws: ``UserError`` if it cannot be read, or has no pictures.
  init(_ path: FilePath) throws(UserError) {
    let folder = try Self.open(path)
    let names = try Self.reading(path) { () throws(Errno) in try Files.names(in: folder) }
    let files = names.filter { Self.isPicture($0, in: folder) }.map { ($0, $0.string) }.sorted { isInNaturalOrder($0.1, $1.1) }.map(\.0)
    guard !files.isEmpty else {
      throw UserError("\(path.string): there is no JPEG or PNG file in it", fix: "name a folder of pictures", exitStatus: .noInput)
    }
    self.folder = folder
    self.files = files
  }

  /// Opens a folder for reading.
  static func open(_ path: FilePath) throws(UserError) -> OwnedDescriptor {
    try reading(path) { () throws(Errno) in try OwnedDescriptor(opening: path, .readOnly, options: .directory) }
  }

  /// The path with a name as its last component, beside which there can be files.
  static func absolute(_ path: FilePath) -> FilePath {
    if path.isAbsolute, path.lastComponent?.kind == .regular { return path }
    if path.lastComponent?.kind == .regular, let working = Files.resolved(".") { return working.pushing(path) }
    return Files.resolved(path) ?? path
  }

  /// Makes system calls, and throws their error as one of the folder.
  private static func reading<Value: ~Copyable>(_ path: FilePath, _ calls: () throws(Errno) -> Value) throws(UserError) -> Value {
    do throws(Errno) { return try calls() } catch {
      let fix: Fix = error == .notDirectory ? "name the folder that it is in" : "check the path and its permissions"
      throw UserError("\(path.string): cannot be read as a folder (\(error))", fix: Fix(errno: error.rawValue) ?? fix, exitStatus: .noInput)
    }
  }

  var names: [FileName] { files.map { FileName($0.bytes) } }

  /// Keeps other processes from sorting the pictures, until this ends or its process does.
  ///
  /// - Parameter page: returns the file that leads to the page of a process, if there is one.
  /// - Throws: ``UserError`` that says where they are being sorted.
  func lock(_ path: FilePath, page: (pid_t) -> FilePath?) throws(UserError) {
    guard flock(folder.number, LOCK_EX | LOCK_NB) != 0 else { return }
    // Some file systems have no locks.
    guard Errno.last == .wouldBlock else { return }
    let cause = "\(path.string): is being sorted by another swipectl demo"
    guard let process = FileLocks.holder(of: folder) else { throw UserError(cause, fix: "end that one", exitStatus: .unavailable) }
    let end: ShellCommand = "kill \(process)"
    throw UserError(
      "\(cause) (process \(process))",
      fix: page(process).map { "go on in its page, \($0), or end it with \(end)" } ?? "end it with \(end)", exitStatus: .unavailable)
  }

  /// Reads a picture.
  ///
  /// - Throws: the response to a page: the file has vanished, or is no file of its own any more.
  func read(_ index: Int) throws(Refusal) -> [UInt8] {
    let name = files[index]
    do throws(Errno) {
      let file = try Self.open(name, in: folder)
      let status = try file.status
      guard status.type == .regular else { throw .notSupported }
      guard status.size <= Self.fileLimit else { throw .fileTooLarge }
      return try file.readAll(limit: Self.fileLimit)
    } catch {
      let shown = FileName(name.bytes).shown
      throw Refusal(
        error == .noSuchFileOrDirectory ? .notFound : .unsupportedMediaType, .cardUnreadable, ["file": shown, "error": "\(error)"],
        "\(shown): cannot be read (\(error)); put it back into the folder, or leave it out")
    }
  }

  /// Opens a file without following a symbolic link, or waiting for the writer of a FIFO.
  static func open(_ name: FilePath, in folder: borrowing OwnedDescriptor) throws(Errno) -> OwnedDescriptor {
    let number = folder.number
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = name.withPlatformString { name in
      Result { () throws(Errno) in try systemCall { openat(number, name, flags) } }
    }
    return OwnedDescriptor(owning: try opened.get())
  }

  /// Whether a file is a picture, by its name or else by its content.
  private static func isPicture(_ name: FilePath, in folder: borrowing OwnedDescriptor) -> Bool {
    var status = stat()
    let number = folder.number
    let isFile = name.withPlatformString { fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile else { return false }
    if let suffix = name.extension?.lowercased(), ["jpg", "jpeg", "png"].contains(suffix) { return true }
    guard let file = try? open(name, in: folder), let start = try? file.readAll(limit: 4) else { return false }
    return PictureFormat(startingWith: start) != nil
  }
}
