import Corpus
import Foundation
import Hands
import Imaging
import RenderedHand

/// Renders the hands of `Tests/Corpus` again: `rendered/*.jpg`, and `rendered.json` with the true places of their joints.
@main
enum PublicCorpus {
  private static let quality = 80

  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: public-corpus FOLDER\n".utf8))
      Foundation.exit(64)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    let pictures = folder.appendingPathComponent("rendered")
    try? FileManager.default.removeItem(at: pictures)
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    var generator = SeededGenerator(1)
    var encoder = try JPEGEncoder()
    let lines = try RenderedHand.all(&generator).map { hand in
      let file = try encoder.encode(hand.picture(&generator), quality: quality)
      try Data(file).write(to: pictures.appendingPathComponent(hand.name + ".jpg"))
      return try hand.line()
    }
    try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: folder.appendingPathComponent("rendered.json"))
  }
}

/// A line of `rendered.json`: a picture, and what it shows.
private struct Line: Encodable {
  let file: String, shape: String, tone: String, light: String
  let chirality: Chirality
  let width: Int, height: Int
  /// x and y of the 21 joints in pixels, in the order of ``JointName``.
  let points: [[Double]]
}

extension RenderedHand {
  fileprivate func line() throws -> String {
    func rounded(_ x: Float) -> Double { (Double(x) * 100).rounded() / 100 }
    let line = Line(
      file: "rendered/\(name).jpg", shape: shape.rawValue, tone: tone.name, light: light.rawValue, chirality: chirality, width: width,
      height: height, points: joints.map { [rounded($0.x), rounded($0.y)] })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }
}
