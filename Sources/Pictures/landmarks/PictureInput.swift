import Glibc
import People
import Platform
import Programs
import SystemPackage
import UserErrors

/// The pictures of a run, as they come: those of the arguments, of a list, or of a stream of records. Those that an earlier run has done are
/// left out.
struct PictureInput: ~Copyable {
  enum Next {
    case picture(Picture)
    /// More must be read first.
    case later
    case ended
  }

  private static let pieceSize = 1 << 18

  private var paths: [FilePath] = []
  /// The number of the paths that are used.
  private var pathCount = 0
  /// Splits what is read from the descriptor, which is nil at the end.
  private var splitter: PictureSplitter?
  private var descriptor: OwnedDescriptor?
  /// The name of what is read, for errors.
  private var origin = ""
  private var finished = FinishedPictures()
  /// The size of the input, in bytes or paths; nil for a pipe.
  private let total: Int?
  /// Why the rest cannot be read.
  private(set) var failure: UserError?

  /// - Parameter paths: of the pictures.
  init(_ paths: [FilePath], without finished: FinishedPictures) {
    (self.paths, self.finished, total) = (paths, finished, paths.count)
  }

  /// - Parameters:
  ///   - file: as given on the command line; `-` is standard input.
  ///   - splitter: for its format.
  init(_ file: String, _ splitter: PictureSplitter, without finished: FinishedPictures = FinishedPictures()) throws(UserError) {
    let origin = file == "-" ? "standard input" : file
    // The lines that are written into it would be read as names.
    if Self.isOutput(file) { throw UserError("\(origin): is standard output, too", fix: "write to another file", exitStatus: .usage) }
    (self.splitter, self.finished, self.origin) = (splitter, finished, origin)
    do throws(Errno) {
      let opened = try OwnedDescriptor(input: file)
      let status = try opened.status
      guard status.type != .directory else { throw .isDirectory }
      total = status.type == .regular ? Int(status.size) - Int(lseek(opened.number, 0, SEEK_CUR)) : nil
      descriptor = consume opened
    } catch {
      throw UserError(
        "\(origin): cannot be read (\(error))", fix: Fix(errno: error.rawValue) ?? "check the path and its permissions",
        exitStatus: .noInput)
    }
  }

  private static func isOutput(_ file: String) -> Bool {
    func status(_ number: Int32) -> Stat? { try? Stat(FileDescriptor(rawValue: number)) }
    let input = file == "-" ? status(STDIN_FILENO) : try? Stat(CommandLinePaths.path(for: file))
    return input?.type == .regular && input?.identity == status(STDOUT_FILENO)?.identity
  }

  /// How much of the input is used, 0…1; nil if that is not known.
  var fraction: Double? { total.map { min(1, Double(splitter?.used ?? pathCount) / Double(max(1, $0))) } }

  /// What ``read()`` waits for; negative if nothing more is read.
  var number: Int32 {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case nil: -1
    }
  }

  /// Returns the next picture.
  mutating func next() -> Next {
    while failure == nil {
      do throws(UserError) {
        guard let picture = try nextOfAll() else { return number < 0 ? .ended : .later }
        if let name = picture.name, finished.take(name) { continue }
        return .picture(picture)
      } catch {
        end(with: error)
      }
    }
    return .ended
  }

  private mutating func nextOfAll() throws(UserError) -> Picture? {
    guard pathCount == paths.count else {
      pathCount += 1
      return .file(FileName(paths[pathCount - 1].bytes))
    }
    let isAtEnd = number < 0
    return try splitter?.next(isAtEnd: isAtEnd)
  }

  /// Reads once, and waits for it.
  ///
  /// - Throws: ``UserError`` if the reader of standard output has gone, and nothing needs to be found any more.
  mutating func read() throws(UserError) {
    var entries = [pollfd(fd: number, events: Int16(POLLIN), revents: 0), StandardOutput.reader]
    poll(&entries, 2, -1)
    try StandardOutput.checkReader(entries[1])
    guard entries[0].revents != 0 else { return }
    do throws(Errno) {
      var bytes = [UInt8](repeating: 0, count: Self.pieceSize)
      let number = number
      let count = try systemCall { Glibc.read(number, &bytes, bytes.count) }
      if count == 0 { descriptor = nil }
      splitter?.append(bytes[..<count])
    } catch {
      if error != .wouldBlock {
        end(with: UserError("cannot be read (\(error))", fix: Fix(errno: error.rawValue), exitStatus: .inputOutput))
      }
    }
  }

  private mutating func end(with error: UserError) {
    descriptor = nil
    failure = UserError("\(origin): \(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
  }
}

extension StandardOutput {
  /// An entry for poll(2) that ends the wait when nothing reads standard output any more.
  static var reader: pollfd { pollfd(fd: STDOUT_FILENO, events: 0, revents: 0) }

  /// - Throws: ``UserError`` if nothing reads it any more.
  static func checkReader(_ entry: pollfd) throws(UserError) {
    if entry.revents & Int16(POLLERR) != 0 { throw .writingOutput(errno: EPIPE) }
  }
}
