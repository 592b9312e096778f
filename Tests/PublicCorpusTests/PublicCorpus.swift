import Foundation
import Hands
import Imaging
import Testing

/// `Tests/Corpus`: pictures and clips of hands that anyone may have, with what they show.
enum PublicCorpus {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  static func rendered() throws -> [RenderedPicture] { try read("rendered.json") }

  static func real() throws -> [RealPicture] { try read("real.json") }

  static func clips() throws -> [CorpusClip] { try read("clips.json") }

  private static func read<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// A rendered hand, and where it was drawn.
struct RenderedPicture: Decodable {
  let file: String, shape: String
  let chirality: Chirality
  let width: Int, height: Int
  /// x and y of the 21 joints in pixels, in the order of `JointName`.
  let points: [[Double]]
}

/// A picture of people or of none, with MediaPipe's hands.
struct RealPicture: Decodable {
  struct Hand: Decodable {
    let chirality: Chirality
    let points: [[Double]]
  }

  /// `up`, `down`, `other`, or `none` without a hand.
  let file: String, shows: String
  let width: Int, height: Int
  let hands: [Hand]
  /// The swipe of each profile when the picture is shown for a second.
  let plain: String?, daily: String?
}

/// A clip as JPEG pictures, one after the other in one file.
struct CorpusClip: Decodable {
  struct Swipe: Decodable {
    let seconds: Double
    let direction: String
  }

  let file: String
  let fps: Double
  let frames: Int
  /// Until when there is no hand, in seconds.
  let emptyUntil: Double
  /// The swipes of each profile.
  let swipes: [String: [Swipe]]

  /// The pictures. The end mark of a JPEG is nowhere else in it.
  func pictures() throws -> [ArraySlice<UInt8>] {
    let bytes = [UInt8](try Data(contentsOf: PublicCorpus.folder.appendingPathComponent(file)))
    var pictures: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 1..<bytes.count where bytes[index - 1] == 0xff && bytes[index] == 0xd9 {
      pictures.append(bytes[start...index])
      start = index + 1
    }
    return pictures
  }
}
