import Foundation
import Gestures
import Hands

/// Labeled hands and traces of people beside the corpus. They are not part of this repository.
package struct People: Sendable {
  private let folder: URL

  /// The message where they are missing.
  package static var missing: String {
    "THE LABELED HANDS AND PEOPLE ARE MISSING: no gestures/hands.jsonl.gz and people/people.csv beside the corpus. They were NOT measured."
  }

  /// The folders, if they exist.
  package static let found: People? = Corpus.found.flatMap { corpus in
    let folder = corpus.folder.deletingLastPathComponent()
    let files = ["gestures/hands.jsonl.gz", "people/people.csv"]
    return files.allSatisfy { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
      ? People(folder: folder) : nil
  }

  package static func required() throws -> People {
    guard let found else { throw CorpusError(missing) }
    return found
  }

  /// Labels of this source are mixed; it is shown apart.
  package static let mixedSource = "Saksham8540/AI-Sign-Interpreter"
  /// It holds real thumbs, which are not labeled one by one.
  package static let signLanguage = "sign language"

  package func hands() throws -> [LabeledHand] { try LabeledHand.read(folder.appendingPathComponent("gestures/hands.jsonl.gz").path) }

  /// Those whose label is reliable and whose fingertips are all in the picture.
  package func reliableWholeHands() throws -> [LabeledHand] {
    try hands().filter { labeled in
      labeled.source != Self.mixedSource && JointName.fingertips.allSatisfy { labeled.hand.recognizedPoint($0).confidence > 0 }
    }
  }

  package func traces() throws -> [GestureTrace] {
    let table = try String(contentsOf: folder.appendingPathComponent("people/people.csv"), encoding: .utf8)
    return try table.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = commaSeparated(line)
      let name = (fields[0] as NSString).deletingPathExtension
      let path = folder.appendingPathComponent("people/traces/\(name).jsonl.gz").path
      return try GestureTrace(path, kind: fields.last!, segments: Self.segments(fields[fields.count - 2]))
    }
  }

  /// The gestures in a remark such as `both (up 0-2.2 s, down 2.3-3.3 s)`.
  static func segments(_ remark: String) -> [GestureTrace.Segment] {
    remark.matches(of: /(up|down)[^0-9,]*([0-9.]+)-([0-9.]+) s/).compactMap { match in
      guard let start = Double(match.2), let end = Double(match.3) else { return nil }
      return GestureTrace.Segment(start: start, end: end, direction: match.1 == "up" ? .right : .left)
    }
  }
}

/// The fields of a line of comma-separated values; one in quotation marks may have commas.
private func commaSeparated(_ line: Substring) -> [String] {
  var fields = [""]
  var isQuoted = false
  for character in line {
    switch character {
    case "\"": isQuoted.toggle()
    case "," where !isQuoted: fields.append("")
    case "\r": break
    default: fields[fields.count - 1].append(character)
    }
  }
  return fields
}
