import Glibc
import People
import Platform
import Product
import SystemPackage

/// The output of an earlier run, which may have been ended at any byte.
struct EarlierOutput: ~Copyable {
  private static let pieceSize = 1 << 20

  private let path: FilePath
  private let file: RegularFile

  /// - Parameter file: as given on the command line.
  init(_ file: String) throws(UserError) {
    path = CommandLinePaths.path(for: file)
    self.file = try Self.opened(path)
  }

  private static func opened(_ path: FilePath) throws(UserError) -> RegularFile {
    do throws(RegularFileError) { return try RegularFile(opening: path) } catch { throw reading(path, error) }
  }

  private static func reading(_ path: FilePath, _ error: RegularFileError) -> UserError {
    UserError("\(path.string): cannot be read (\(error))", fix: error.fix(else: "name an earlier output"), exitStatus: .noInput)
  }

  /// Reads which pictures it has lines for. If standard output goes on with it, removes a line at its end that was cut.
  func finished() throws(UserError) -> FinishedPictures {
    let isGoingOn = try isGoingOn()
    var finished = FinishedPictures()
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = try read(&piece)
      guard count > 0 else { break }
      do { try finished.read(piece[..<count]) } catch {
        throw UserError("\(path.string):\(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
      }
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

  /// Whether standard output is this file.
  ///
  /// - Throws: ``UserError`` if it would overwrite it, as with `>` of a shell, which has emptied it already.
  private func isGoingOn() throws(UserError) -> Bool {
    guard let output = try? Stat(FileDescriptor.standardOutput), (try? Stat(path))?.isSameFile(as: output) == true else { return false }
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND != 0 else {
      throw UserError("\(path.string): standard output overwrites it", fix: "append to it with >>", exitStatus: .usage)
    }
    return true
  }
}
