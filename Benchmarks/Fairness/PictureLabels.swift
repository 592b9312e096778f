import Corpus
import Foundation

/// What a person sees in a picture or recording: `Benchmarks/fairness.csv`. Empty where it cannot be seen.
struct PictureLabels {
  /// A still's path relative to the corpus, or a recording's set and name as in `footage.csv`.
  let file: String
  let person: String
  /// `light`, `medium` or `dark`.
  let skin: String
  /// The person's hand: `left` or `right`.
  let side: String
  /// What is turned to the camera: the `palm`, the `back` of the hand, or the `front`, to which the closed fingers point.
  let facing: String
  /// `bright` or `dim`.
  let room: String

  var groups: [String] { [skin, side, facing, room, "all"] }

  static let skins = ["light", "medium", "dark"], sides = ["left", "right"], facings = ["palm", "back", "front"], rooms = ["bright", "dim"]

  static func all() throws -> [PictureLabels] {
    let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = benchmarks.appendingPathComponent("fairness.csv")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 6 else { throw CorpusError("fairness.csv: six columns are expected: \(line)") }
      return PictureLabels(file: fields[0], person: fields[1], skin: fields[2], side: fields[3], facing: fields[4], room: fields[5])
    }
  }
}
