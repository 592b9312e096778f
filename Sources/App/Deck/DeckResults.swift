import EventProtocol
import Glibc
import Platform
import SystemPackage
import UserErrors

/// The files beside a folder that have what was decided about its pictures: `FOLDER.swiped.json` and `FOLDER.swiped.txt`.
struct DeckResults: Sendable {
  struct Entry: Codable, Sendable, Equatable {
    let file: FileName
    let choice: Choice
  }

  fileprivate struct Content: Codable {
    let folder: FileName
    let cards: [Entry]
  }

  /// Larger than that of any folder, in bytes.
  private static let sizeLimit = 64 << 20

  private let folder: FilePath
  let json: FilePath
  private let text: FilePath
  /// The JSON file as it was when it was last read or written here; nil if there was none.
  private var seen: FileVersion?

  /// - Parameter folder: the path of the folder, whose last component is a name.
  init(beside folder: FilePath) {
    self.folder = folder
    json = FilePath(bytes: folder.bytes + ".swiped.json".utf8)
    text = FilePath(bytes: folder.bytes + ".swiped.txt".utf8)
  }

  /// Reads what was decided before, and makes the list of it complete if the program was killed between the two files.
  ///
  /// - Returns: nothing if there is no file.
  /// - Throws: ``UserError`` if a file is there that this program did not write, or the files could not be written.
  mutating func open() throws(UserError) -> [Entry] {
    let entries = try readNew()
    guard entries != nil || (try? Stat(text)) == nil else { throw .foreign(text) }
    for path in [json, text] {
      do throws(Errno) { try Files.checkReplaceable(path) } catch { throw .unwritable(path, error, in: folder) }
    }
    guard let entries else { return [] }
    let list = Self.list(entries)
    guard (try? RegularFile(opening: text, limit: Self.sizeLimit).readAll()) != list else { return entries }
    do throws(Errno) { try Files.replace(text, with: list) } catch { throw .unwritable(text, error, in: folder) }
    return entries
  }

  /// Reads what another program has written, such as the editor of a person.
  ///
  /// - Returns: nil if there is no file, or none that is new.
  /// - Throws: ``UserError`` if it is not a result of this program.
  mutating func readNew() throws(UserError) -> [Entry]? {
    guard let now = FileVersion(json), now != seen else { return nil }
    let bytes: [UInt8]
    do throws(RegularFileError) { bytes = try RegularFile(opening: json, limit: Self.sizeLimit).readAll() } catch {
      throw UserError("\(json.string): \(error)", fix: error.fix(of: json, else: "remove it, or make it readable"), exitStatus: .noInput)
    }
    guard let content = try? JSONCoding.decode(Content.self, from: bytes) else { throw .foreign(json) }
    seen = now
    return content.cards
  }

  /// What is decided about each file: the last choice, where a file has several.
  static func choices(_ entries: [Entry]) -> [FileName: Choice] { Dictionary(entries.map { ($0.file, $0.choice) }) { _, last in last } }

  /// Replaces both files, each in one step, once the new content of both is on the disk. If only the list cannot be replaced then, or the
  /// program is killed in between, the JSON file, which counts, has what the list lacks: the next write or ``open()`` completes the list.
  ///
  /// - Throws: ``UserError`` if they cannot be written.
  mutating func write(_ entries: [Entry]) throws(UserError) {
    let content = JSONCoding.line(Content(folder: FileName(folder.bytes), cards: entries))
    do throws(Files.ReplacementError) {
      try Files.replace([(json, content), (text, Self.list(entries))])
    } catch {
      // What an editor has written, and was to be written with this, is read again.
      seen = nil
      throw .unwritable(error.path, error.cause, in: folder)
    }
    // Of what was written alone: an editor may have replaced it since.
    let version = FileVersion(json)
    let present = try? RegularFile(opening: json, limit: content.count).readAll()
    seen = present == content ? version : nil
  }

  /// A line for each entry, for scripts without a reader of JSON.
  private static func list(_ entries: [Entry]) -> [UInt8] {
    Array(entries.map { "\($0.choice.rawValue)\t\($0.file.escaped)\n" }.joined().utf8)
  }
}

// Earlier results have bytes under the keys that end in `base64`, and then no text.

extension DeckResults.Entry {
  private enum CodingKeys: CodingKey { case file, fileBytes, fileBase64, choice }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    file = try FileName(from: object, .file, bytes: .fileBytes, .fileBase64)
    choice = try object.decode(Choice.self, forKey: .choice)
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try file.encode(to: &object, .file, bytes: .fileBytes)
    try object.encode(choice, forKey: .choice)
  }
}

extension DeckResults.Content {
  private enum CodingKeys: CodingKey { case folder, folderBytes, folderBase64, cards }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    folder = try FileName(from: object, .folder, bytes: .folderBytes, .folderBase64)
    cards = try object.decode([DeckResults.Entry].self, forKey: .cards)
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try folder.encode(to: &object, .folder, bytes: .folderBytes)
    try object.encode(cards, forKey: .cards)
  }
}

extension UserError {
  fileprivate static func foreign(_ path: FilePath) -> UserError {
    UserError(
      "\(path.string): is there already, and not a result of this program",
      fix: .command(.movingAway(path)),
      exitStatus: .damagedInput)
  }

  /// The error of replacing a file, of which some need another fix than room or a permission.
  fileprivate static func unwritable(_ path: FilePath, _ error: Errno, in folder: FilePath) -> UserError {
    let (cause, fix): (String, Fix) =
      switch error {
      case .fileExists: ("not a regular file, so it cannot be replaced", .command(.movingAway(path)))
      case .noSuchFileOrDirectory, .tooManySymbolicLinkLevels:
        ("a link that leads to no file, so it cannot be written", .command(.movingAway(path)))
      case .fileNameTooLong: ("cannot be written (\(error))", "give the folder a name of at most \(NAME_MAX - 12) bytes")
      default:
        (
          "cannot be written (\(error))",
          Fix(errno: error.rawValue) ?? "make \(folder.removingLastComponent()) writable, or copy the folder to a place that is"
        )
      }
    return UserError("\(path.string): \(cause)", fix: fix, exitStatus: .cannotCreate)
  }
}
