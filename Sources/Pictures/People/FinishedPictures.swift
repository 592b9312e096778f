import EventProtocol
import UserErrors

/// The pictures that an earlier output of `landmarks --json` has lines for, failures among them. A picture that was named twice has two.
package struct FinishedPictures: Sendable {
  /// Most bytes of a line: several times that of a picture with the most people.
  private static let lineLimit = 64 << 20

  private var counts: [FileName: Int] = [:]
  private var lines = PieceSplitter(at: UInt8(ascii: "\n"), limit: lineLimit)
  private var lineCount = 0
  /// The number of bytes of all whole lines. What follows was cut when the earlier run ended, which ``end()`` checks.
  package private(set) var wholeSize = 0

  package init() {}

  /// Reads more of the earlier output.
  ///
  /// - Throws: ``UserError`` for a line that is none of a picture's file; its summary is the line's number and the cause.
  package mutating func read(_ bytes: some Collection<UInt8>) throws(UserError) {
    lines.append(bytes)
    while let line = try nextLine() {
      lineCount += 1
      let size = line.count + 1
      guard let line = try? JSONCoding.decode(Line.self, from: line) else { throw notALine(lineCount) }
      counts[line.name, default: 0] += 1
      wholeSize += size
    }
  }

  /// Says that nothing follows.
  ///
  /// - Throws: ``UserError``, as ``read(_:)`` does, for a rest that no line begins with.
  package mutating func end() throws(UserError) {
    if let rest = lines.rest(), !LineStart.matches(rest) { throw notALine(lineCount + 1) }
  }

  private mutating func nextLine() throws(UserError) -> [UInt8]? {
    do throws(PieceSplitter.TooLong) { return try lines.next() } catch { throw notALine(lineCount + 1) }
  }

  private func notALine(_ number: Int) -> UserError {
    UserError(
      "\(number): is no line of landmarks --json with a file", fix: "name an earlier output", exitStatus: .damagedInput)
  }

  /// Whether a picture is left out, which it is as often as it has a line.
  package mutating func take(_ name: FileName) -> Bool {
    guard let count = counts[name] else { return false }
    counts[name] = count > 1 ? count - 1 : nil
    return true
  }
}

/// What a line has for certain. Other lists of JSON may name files, too.
private struct Line: Decodable {
  let name: FileName

  private enum CodingKeys: CodingKey {
    case error, file, fileBytes, height, width
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try FileName(from: members, .file, bytes: .fileBytes)
    guard try members.decodeIfPresent(String.self, forKey: .error) == nil else { return }
    for size in [CodingKeys.height, .width] { _ = try members.decode(Int.self, forKey: size) }
  }
}
