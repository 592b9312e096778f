import Glibc
import Platform
import SystemPackage
import UserErrors

/// Copies the files of one choice to another folder. It moves, removes and replaces nothing.
package struct DeckCopy: ~Copyable {
  /// How many files are copied, were there already, and are not copied.
  package struct Outcome: Sendable, Equatable {
    package var copied = 0, present = 0, failed = 0
    /// That of the errors that were reported.
    package var exitStatus = ExitStatus.success

    fileprivate mutating func fail(_ error: UserError) {
      failed += 1
      // A file that is in the way can be overlooked more easily than one that is gone.
      if exitStatus != .cannotCreate { exitStatus = error.exitStatus }
    }
  }

  /// Why a file is not copied.
  package enum Failure: UserFacingError, Equatable {
    /// The copy would replace another file.
    case taken(FilePath)
    case unreadable(FilePath, Errno)
    /// The copy cannot be written, and others can.
    case uncopied(FilePath, Errno)

    package var userError: UserError {
      switch self {
      case .taken(let file): .taken(file)
      case .unreadable(let file, let error): .unreadable(file, error)
      case .uncopied(let file, let error): .uncopied(file, error)
      }
    }
  }

  private let path: FilePath
  private let folder: OwnedDescriptor
  private let files: [FileName]

  /// - Parameters:
  ///   - path: the path of the folder.
  ///   - choice: what was decided about the files to copy.
  /// - Throws: ``UserError`` if the folder or its results cannot be read.
  package init(of path: FilePath, _ choice: Choice) throws(UserError) {
    let folder = try DeckFolder.open(path)
    var results = DeckResults(beside: DeckFolder.absolute(path))
    guard let entries = try results.readNew() else {
      let command: ShellCommand = "swipectl demo --deck \(path)"
      throw UserError("\(results.json.string): there are no results of this folder", fix: "sort it first: \(command)", exitStatus: .noInput)
    }
    if let wrong = entries.first(where: { !$0.file.isPossible }) {
      throw UserError(
        "\(results.json.string): \"\(wrong.file.shown)\" is no name of a file in the folder", fix: "remove it there",
        exitStatus: .damagedInput)
    }
    var choices = DeckResults.choices(entries)
    self.path = path
    self.folder = folder
    files = entries.compactMap { choices.removeValue(forKey: $0.file) == choice ? $0.file : nil }
  }

  /// The command that copies the kept files of a folder to one beside it.
  ///
  /// - Parameter folder: the path of the folder, whose last component is a name.
  static func command(of folder: FilePath) -> ShellCommand {
    "swipectl deck copy \(folder) \(output(of: folder)) --kept"
  }

  /// The folder beside another one for its kept files.
  static func output(of folder: FilePath) -> FilePath { FilePath(bytes: folder.bytes + ".kept".utf8) }

  /// Copies the files.
  ///
  /// - Parameters:
  ///   - output: the path of a folder, which is created if it is missing.
  ///   - report: called for each file that is not copied.
  /// - Throws: ``UserError`` if the folder cannot take any file, or no further one.
  package func copy(to output: FilePath, report: (Failure) -> Void) throws(UserError) -> Outcome {
    let target = try Self.open(output)
    guard let identity = try? target.status.identity, identity != (try? folder.status.identity) else {
      throw UserError("\(output.string): is the sorted folder itself", fix: "name another folder", exitStatus: .cannotCreate)
    }
    Files.removeLeftovers(in: output)
    var outcome = Outcome()
    for file in files {
      switch try step(FilePath(bytes: file.bytes), to: output, target, done: outcome.copied + outcome.present) {
      case .copied: outcome.copied += 1
      case .present: outcome.present += 1
      case .failed(let failure):
        outcome.fail(failure.userError)
        report(failure)
      }
    }
    // So that a power failure does not undo what is reported. Some file systems refuse it.
    fsync(target.number)
    return outcome
  }

  private enum Step {
    case copied, present
    case failed(Failure)
  }

  /// Copies a file.
  ///
  /// - Throws: ``UserError`` if the folder can take no further file.
  private func step(
    _ name: FilePath, to output: FilePath, _ target: borrowing OwnedDescriptor, done: Int
  ) throws(UserError) -> Step {
    do throws(Files.CopyError) {
      let source = try open(name)
      let copy = output.pushing(name)
      if let isSame = Self.compare(source, name, in: target) { return isSame ? .present : .failed(.taken(copy)) }
      do throws(Files.CopyError) { try Files.copy(source, to: copy) } catch {
        // Another program has made it since.
        guard error == .writing(.fileExists) else { throw error }
        return Self.compare(source, name, in: target) == true ? .present : .failed(.taken(copy))
      }
      return .copied
    } catch {
      switch error {
      case .reading(let error): return .failed(.unreadable(path.pushing(name), error))
      case .writing(let error):
        // What only this file is too large for, or has no possible name for.
        let isOfFile = [.fileTooLarge, .fileNameTooLong, .invalidArgument, .illegalByteSequence].contains(error)
        if isOfFile { return .failed(.uncopied(output.pushing(name), error)) }
        throw .unwritable(output, error, after: "\(done) of \(files.count) files")
      }
    }
  }

  /// Opens a file of the folder, which is none of its own if it is a symbolic link or a special file.
  private func open(_ name: FilePath) throws(Files.CopyError) -> OwnedDescriptor {
    do throws(Errno) {
      let file = try DeckFolder.open(name, in: folder)
      guard try file.status.type == .regular else { throw .notSupported }
      return file
    } catch {
      throw .reading(error)
    }
  }

  /// Whether the file of that name in a folder has the same content; nil if there is none.
  private static func compare(
    _ source: borrowing OwnedDescriptor, _ name: FilePath, in target: borrowing OwnedDescriptor
  ) -> Bool? {
    do throws(Errno) {
      let file = try DeckFolder.open(name, in: target)
      guard try file.status.type == .regular else { return false }
      return try Files.haveSameContent(source, file)
    } catch {
      // A name that the folder cannot have is an error of writing.
      return [.noSuchFileOrDirectory, .fileNameTooLong, .invalidArgument, .illegalByteSequence].contains(error) ? nil : false
    }
  }

  /// Opens the folder that the copies go to.
  private static func open(_ output: FilePath) throws(UserError) -> OwnedDescriptor {
    do throws(Errno) {
      do throws(Errno) { try systemCall { output.withPlatformString { mkdir($0, 0o777) } } } catch {
        if error != .fileExists { throw error }
      }
      return try OwnedDescriptor(opening: output, .readOnly, options: .directory)
    } catch {
      throw .unwritable(output, error, after: nil)
    }
  }
}

extension UserError {
  fileprivate static func taken(_ path: FilePath) -> UserError {
    UserError(
      "\(path.string): is there already, with other content", fix: "rename that file, or name another folder",
      exitStatus: .cannotCreate)
  }

  fileprivate static func unreadable(_ path: FilePath, _ error: Errno) -> UserError {
    let (cause, fix): (String, Fix) =
      switch error {
      case .noSuchFileOrDirectory: ("has vanished", "put it back into the folder, or leave it out")
      case .tooManySymbolicLinkLevels, .notSupported: ("is not a regular file", "put the file itself into the folder, or leave it out")
      default: ("cannot be read (\(error))", Fix(errno: error.rawValue) ?? "make it readable, or leave it out")
      }
    return UserError("\(path.string): \(cause)", fix: fix, exitStatus: .noInput)
  }

  fileprivate static func uncopied(_ path: FilePath, _ error: Errno) -> UserError {
    UserError("\(path.string): cannot be written (\(error))", fix: "name a folder on another disk", exitStatus: .cannotCreate)
  }

  /// The error of the folder that the copies go to.
  ///
  /// - Parameter done: the number of files that are copied; nil before the first one.
  fileprivate static func unwritable(_ output: FilePath, _ error: Errno, after done: String?) -> UserError {
    let parent = output.removingLastComponent()
    let (cause, fix): (String, Fix) =
      switch error {
      case .noSuchFileOrDirectory where done == nil && Files.status(ofLink: output.string) != nil:
        ("is a link that leads to no folder", "name another folder")
      case .noSuchFileOrDirectory where done == nil:
        ("the folder that it would be in is missing", .command("mkdir -p \(parent)"))
      case .notDirectory: ("is not a folder, or not in one", "name another folder")
      default:
        (
          "cannot be written\(done.map { " after \($0)" } ?? "") (\(error))",
          Fix(errno: error.rawValue) ?? "make it writable, or name another folder"
        )
      }
    return UserError("\(output.string): \(cause)", fix: fix, exitStatus: .cannotCreate)
  }
}
