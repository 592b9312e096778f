import Corpus
import Foundation
import Imaging
import Landmarks

/// A photo of a person, and the same photo as it may lie in memory or in a file with each orientation.
struct TurnedPhoto {
  let path: String
  let width: Int, height: Int
  /// Red, green and blue of the upright photo.
  let rgb: [UInt8]

  /// The smallest still of the corpus with hands, a body and a face.
  init() throws {
    let corpus = try Corpus.required()
    let (bodies, faces) = (try corpus.bodies().stills, try corpus.faces().stills)
    let stills = try corpus.stills().filter { !$0.expected.hands.isEmpty && bodies[$0.file] != nil && faces[$0.file] != nil }
    let smallest = stills.min { $0.expected.width * $0.expected.height < $1.expected.width * $1.expected.height }
    guard let smallest else { throw CorpusError("no still with hands, a body and a face") }
    path = corpus.folder.appendingPathComponent(smallest.file).path
    let image = try StillImage(path: path)
    (width, height) = (image.width, image.height)
    rgb = image.withFrame { RGBPicture($0, fitting: ($0.width, $0.height)).bytes }
  }

  /// The photo in memory.
  func stored(_ orientation: ImageOrientation) -> (rgb: [UInt8], width: Int, height: Int) {
    let (width, height) = orientation.rawValue < 5 ? (width, height) : (height, width)
    let pixels = (0..<width * height).flatMap { index in
      let (row, column) = (index / width, index % width)
      let (x, y) =
        switch orientation {
        case .up: (column, row)
        case .upMirrored: (width - 1 - column, row)
        case .down: (width - 1 - column, height - 1 - row)
        case .downMirrored: (column, height - 1 - row)
        case .leftMirrored: (row, column)
        case .right: (height - 1 - row, column)
        case .rightMirrored: (height - 1 - row, width - 1 - column)
        case .left: (row, width - 1 - column)
        }
      return rgb[3 * (y * self.width + x)..<3 * (y * self.width + x) + 3]
    }
    return (pixels, width, height)
  }

  /// The photo as a JPEG whose Exif data names the orientation.
  func jpeg(_ orientation: ImageOrientation) throws -> [UInt8] {
    let (rgb, width, height) = stored(orientation)
    let picture = try StillImage(pixels: rgb, format: .rgb, width: width, height: height).withFrame {
      RGBPicture($0, fitting: (width, height))
    }
    var encoder = try JPEGEncoder()
    let file = try encoder.encode(picture, quality: 95)
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
    let tiff: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    let segment: [UInt8] = [0xff, 0xe1, 0, 34] + Array("Exif\0\0".utf8) + tiff
    return Array(file[..<2]) + segment + file[2...]
  }
}
