import EventProtocol
import Glibc
import Platform
import SystemPackage

/// The files beside a folder that have what was decided about its pictures: `FOLDER.swiped.json` and `FOLDER.swiped.txt`.
struct DeckResults: Sendable {
  struct Entry: Codable, Sendable, Equatable {
    let file: String
    let choice: Choice
  }

  private struct Content: Codable {
    let folder: String
    let cards: [Entry]
  }

  /// Larger than that of any folder, in bytes.
  private static let sizeLimit = 64 << 20

  private let folder: String
  let json: FilePath
  private let text: FilePath

  /// - Parameter folder: the path of the folder, whose last component is a name.
  init(beside folder: FilePath) {
    self.folder = folder.string
    let name = folder.lastComponent?.string ?? ""
    let beside = folder.removingLastComponent()
    json = beside.appending("\(name).swiped.json")
    text = beside.appending("\(name).swiped.txt")
  }

  /// Reads what was decided before.
  ///
  /// - Returns: nothing if there is no file.
  /// - Throws: ``UserError`` if a file is there that this program did not write, or the files could not be written.
  func read() throws(UserError) -> [Entry] {
    for path in [json, text] { try checkWritable(path) }
    guard Files.exists(json.string) else {
      guard !Files.exists(text.string) else { throw .foreign(text) }
      return []
    }
    let bytes: [UInt8]
    do throws(RegularFileError) { bytes = try RegularFile(opening: json, limit: Self.sizeLimit).readAll() } catch {
      throw UserError("\(json.string): \(error)", fix: error.fix(else: "remove it, or make it readable"), exitStatus: .noInput)
    }
    guard let content = try? JSONCoding.decode(Content.self, from: bytes) else { throw .foreign(json) }
    return content.cards
  }

  /// Replaces both files; each has its old content or the new one at any time.
  ///
  /// - Throws: `Errno`.
  func write(_ entries: [Entry]) throws(Errno) {
    try Files.replace(json, with: JSONCoding.line(Content(folder: folder, cards: entries)))
    // A name may have any characters but a slash; one with a line break would be two lines.
    try Files.replace(text, with: Array(entries.map { "\($0.choice.rawValue)\t\($0.file.printable)\n" }.joined().utf8))
  }

  private func checkWritable(_ path: FilePath) throws(UserError) {
    let place = Files.exists(path.string) ? path : path.removingLastComponent()
    let result = Result { () throws(Errno) in
      try systemCall { (place.isEmpty ? "." : place).withPlatformString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } }
    }
    guard case .failure(let error) = result else { return }
    throw UserError(
      "\(path.string): cannot be written (\(error))", fix: "make \(place) writable, or copy the folder to a place that is",
      exitStatus: .cannotCreate)
  }
}

extension UserError {
  fileprivate static func foreign(_ path: FilePath) -> UserError {
    UserError(
      "\(path.string): is there already, and not a result of this program",
      fix: .command(.movingAway(path)),
      exitStatus: .damagedInput)
  }
}
