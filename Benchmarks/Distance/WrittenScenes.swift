import Corpus
import Foundation
import Imaging

extension FarScene {
  /// Lets the person of a video talk beside a hand with a palm of so many pixels.
  mutating func show(_ video: String?, beside palm: Float) throws {
    // Head and shoulders are about as high as six palms.
    if let video { talker = try Talker.pictures(of: video, height: Int(6 * palm)) }
  }

  /// Writes the pictures of all thumbs to standard output, for another program that looks for hands: for each thumb a line of JSON, and
  /// then its pictures, each with three bytes for each pixel.
  mutating func write(_ thumbs: [StillHand], _ options: Options) throws {
    for palm in options.palms {
      try show(options.talker, beside: palm)
      for (index, thumb) in thumbs.enumerated() {
        place(thumb, palm: palm, seed: UInt64(index))
        let line = SceneLine(
          palm: palm, width: options.size.width, height: options.size.height, fps: options.fps, empty: options.emptyCount,
          frames: options.frameCount, wrist: [wrist.x, wrist.y])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try FileHandle.standardOutput.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
        for index in 0..<options.frameCount {
          try withFrame(showing: index >= options.emptyCount, at: options.ns(index)) { frame, _ in
            try FileHandle.standardOutput.write(contentsOf: RGBPicture(frame, fitting: (frame.width, frame.height)).bytes)
          }
        }
      }
    }
  }
}

/// What the pictures of a thumb show.
private struct SceneLine: Encodable {
  /// Length of the palm, and sides of the picture, in pixels.
  let palm: Float
  let width: Int, height: Int
  /// Pictures a second.
  let fps: Int
  /// How many pictures show an empty room, and how many there are with those that show the thumb.
  let empty: Int, frames: Int
  /// Place of the wrist, which trembles by a pixel.
  let wrist: [Float]
}
