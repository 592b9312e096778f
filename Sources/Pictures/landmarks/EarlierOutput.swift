import Glibc
import People
import Platform
import Programs
import SystemPackage
import UserErrors

/// The output of an earlier run, which may have been ended at any byte.
struct EarlierOutput: ~Copyable {
  private static let pieceSize = 1 << 20

  private let path: FilePath
  private let file: RegularFile
  /// Whether standard output goes on with it.
  private let isGoingOn: Bool
  /// Keeps other runs from going on with it; nil if none does, or the file system has no locks.
  private let lock: OwnedDescriptor?

  /// - Parameter file: as given on the command line.
  /// - Throws: ``UserError`` if it cannot be read, if standard output overwrites it, or if another run goes on with it.
  init(_ file: String) throws(UserError) {
    let path = CommandLinePaths.path(for: file)
    let isGoingOn = try Self.isGoingOn(path)
    let lock = isGoingOn ? try Self.locked(path) : nil
    self.file = try Self.opened(path)
    self.lock = lock
    (self.path, self.isGoingOn) = (path, isGoingOn)
  }

  private static func opened(_ path: FilePath) throws(UserError) -> RegularFile {
    do throws(RegularFileError) { return try RegularFile(opening: path) } catch { throw reading(path, error) }
  }

  private static func reading(_ path: FilePath, _ error: RegularFileError) -> UserError {
    UserError("\(path.string): cannot be read (\(error))", fix: error.fix(of: path, else: "name an earlier output"), exitStatus: .noInput)
  }

  /// Reads which pictures it has lines for. If standard output goes on with it, removes a line at its end that was cut.
  func finished() throws(UserError) -> FinishedPictures {
    var finished = FinishedPictures()
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = try read(&piece)
      do { try count > 0 ? finished.read(piece[..<count]) : finished.end() } catch {
        throw UserError("\(path.string):\(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
      }
      guard count > 0 else { break }
    }
    if isGoingOn, finished.wholeSize < file.size, ftruncate(STDOUT_FILENO, finished.wholeSize) != 0 {
      throw .writingOutput(errno: errno)
    }
    return finished
  }

  private func read(_ piece: inout [UInt8]) throws(UserError) -> Int {
    let result = piece.withUnsafeMutableBytes { memory in
      Result { () throws(RegularFileError) in try file.read(into: memory) }
    }
    do throws(RegularFileError) { return try result.get() } catch { throw Self.reading(path, error) }
  }

  /// Whether standard output is a file.
  ///
  /// - Throws: ``UserError`` if it would overwrite it, as with `>` of a shell, which has emptied it already.
  private static func isGoingOn(_ path: FilePath) throws(UserError) -> Bool {
    guard let output = try? Stat(FileDescriptor.standardOutput), (try? Stat(path))?.isSameFile(as: output) == true else { return false }
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND != 0 else {
      throw UserError("\(path.string): standard output overwrites it", fix: "append to it with >>", exitStatus: .usage)
    }
    return true
  }

  /// Not by standard output itself, which other runs may have inherited.
  private static func locked(_ path: FilePath) throws(UserError) -> OwnedDescriptor? {
    // NFS locks only what may be written.
    guard let file = try? OwnedDescriptor(opening: path, .readWrite, options: [.nonBlocking, .noControllingTerminal]) else { return nil }
    guard flock(file.number, LOCK_EX | LOCK_NB) != 0 else { return file }
    guard Errno.last == .wouldBlock else { return nil }
    let cause = "\(path.string): another run goes on with it"
    guard let process = FileLocks.holder(of: file) else { throw UserError(cause, fix: "wait for its end", exitStatus: .unavailable) }
    let end: ShellCommand = "kill \(process)"
    throw UserError("\(cause) (process \(process))", fix: "wait for its end, or end it with \(end)", exitStatus: .unavailable)
  }
}
