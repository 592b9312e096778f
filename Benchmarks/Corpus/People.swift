import Foundation
import Gestures
import Hands

/// Labeled hands and traces of people beside the corpus. They are not part of this repository.
package struct People: Sendable {
  private static let peopleSets = ["people", "people-2", "people-3", "people-4"]
  private static let thumbSets = ["thumbs-in-time", "thumbs-in-time-2"]

  private let folder: URL

  /// The message where they are missing.
  package static var missing: String {
    "THE LABELED HANDS AND PEOPLE ARE MISSING: no gestures/hands.jsonl.gz, people/people.csv and others beside the corpus. They were NOT measured."
  }

  /// The folders, if they exist.
  package static let found: People? = Corpus.found.flatMap { corpus in
    let folder = corpus.folder.deletingLastPathComponent()
    let files = ["gestures/hands.jsonl.gz"] + peopleSets.map { "\($0)/people.csv" } + thumbSets.map { "\($0)/clips.csv" }
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

  /// The people of the first set, who mostly do not talk with their hands.
  package func traces() throws -> [GestureTrace] { try traces(of: "people") }

  /// The people of all sets.
  package func everyone() throws -> [GestureTrace] { try Self.peopleSets.flatMap(traces) }

  private func traces(of set: String) throws -> [GestureTrace] {
    try table("\(set)/people.csv").map { row in
      let name = (row["file"]! as NSString).deletingPathExtension
      let source = row["source_repo"]!
      return try GestureTrace(
        folder.appendingPathComponent("\(set)/traces/\(name).jsonl.gz").path, source: source,
        tracker: source == Self.game ? .holistic : .own, kind: row["kind"]!,
        segments: Self.segments(row["has_thumb_gesture"]!))
    }
  }

  /// Two people who play a game of words; their joints are not those of this project's tracker.
  private static let game = "WimPouw/TilburgMultiscaleSummerschool2026"

  /// People who each show a thumb once, for most of a short recording.
  package func thumbs() throws -> [GestureTrace] { try Self.thumbSets.flatMap(thumbs) }

  private func thumbs(of set: String) throws -> [GestureTrace] {
    try table("\(set)/clips.csv").map { row in
      let direction: SwipeDirection = row["gesture"] == "up" ? .right : .left
      return try GestureTrace(
        folder.appendingPathComponent("\(set)/traces/\(row["file"]!)").path, source: row["person"]!, tracker: .holistic,
        kind: row["arrival"] == "yes" ? Self.arrives : "thumb",
        segments: [GestureTrace.Segment(start: 0, end: .infinity, direction: direction)])
    }
  }

  /// The kind of a recording in which the thumb comes after the first frame.
  package static let arrives = "thumb that arrives"

  /// The rows of a table, each by the names of its columns.
  private func table(_ path: String) throws -> [[String: String]] {
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map(commaSeparated)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
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
