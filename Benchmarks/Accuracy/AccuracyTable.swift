import Corpus
import Foundation
import Inference

/// Prints the distances of the landmarks from MediaPipe's, of hands in every still and clip of the corpus, and of bodies and
/// faces in stills.
@main
enum AccuracyTable {
  static func main() throws {
    let corpus = try Corpus.required()
    let prefix = try RuntimePrefix.find()
    print("stills            found    false  chirality  median px  95 % px  worst px")
    for precision in Precision.allCases {
      let table = try StillAccuracy(corpus, prefix: prefix, precision: precision)
      print(
        pad("  \(precision.rawValue)", 16), pad("\(table.stillsFound)/\(table.stillsWithHand)", 10), pad("\(table.falseStills.count)", 6),
        pad("\(table.chiralityAgrees)/\(table.handsMatched)", 10), row(table.distances, \.p95))
    }
    for precision in Precision.allCases {
      print("clips, frame by frame from the expected landmarks of the frame before, \(precision.rawValue)")
      for clip in try corpus.clips() {
        print(pad("  \(clip.name)", 44), row(try trackingAccuracy(clip, prefix: prefix, precision: precision), \.p95))
      }
    }
    try printBodies(corpus, prefix)
    try printFaces(corpus, prefix)
    try printFollowing(corpus, prefix)
  }

  private static func printFollowing(_ corpus: Corpus, _ prefix: RuntimePrefix) throws {
    let changed = try corpus.followingChanged()
    for (clip, expected) in try corpus.following() {
      let table = try BodyFollowing(clip, expected, prefix: prefix)
      print("body followed and smoothed, \(clip.name)")
      print(pad("  given each frame's region", 44), row(table.givenRegion, \.p99))
      print(pad("  free running", 44), row(table.free, \.p99), String(format: "    95 %% %9.3f", table.free.p95))
      if let own = changed[clip.name] {
        print(
          pad("  MediaPipe from itself, one code changed", 44), row([own.median, own.p99, own.worst]),
          String(format: "    95 %% %9.3f", own.p95))
      }
    }
    print("face followed, compared with a request for each frame")
    for refined in [false, true] {
      print(pad("  \(refined ? 478 : 468) points", 44), row(try faceFollowing(corpus, prefix: prefix, refined: refined), \.p99))
    }
  }

  private static func printBodies(_ corpus: Corpus, _ prefix: RuntimePrefix) throws {
    let table = try BodyAccuracy(corpus, prefix: prefix)
    print("bodies, f32       found    false             median px  99 % px  worst px")
    print(pad("  all landmarks, given the region", 44), row(table.givenRegion, \.p99))
    print(
      pad("  seen landmarks", 16), pad("\(table.stillsFound)/\(table.stillsWithBody)", 10), pad("\(table.falseStills.count)", 6),
      pad("", 10), row(table.seen, \.p99))
  }

  private static func printFaces(_ corpus: Corpus, _ prefix: RuntimePrefix) throws {
    print("faces, f32        found    false             median px  99 % px  worst px")
    for refined in [false, true] {
      let table = try FaceAccuracy(corpus, prefix: prefix, refined: refined)
      let points = "\(refined ? 478 : 468) points"
      print(pad("  \(points), given the region", 44), row(table.givenRegion, \.p99))
      print(
        pad("  \(points)", 16), pad("\(table.facesFound)/\(table.facesExpected)", 10), pad("\(table.falseStills.count)", 6), pad("", 10),
        row(table.found, \.p99))
    }
  }

  private static func row(_ distances: Distances, _ percentile: KeyPath<Distances, Double>) -> String {
    row([distances.median, distances[keyPath: percentile], distances.worst])
  }

  private static func row(_ numbers: [Double]) -> String { numbers.map { String(format: "%9.3f", $0) }.joined() }

  private static func pad(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
}
