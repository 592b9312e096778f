import Foundation
import Imaging

/// Pictures for tests.
enum Photos {
  /// A JPEG whose top left quarter is red, its top right green, its bottom left blue and its bottom right white.
  static func jpeg(width: Int = 64, height: Int = 32, quality: Int = 95) throws -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color: [UInt8] =
          switch (y < height / 2, x < width / 2) {
          case (true, true): [255, 0, 0]
          case (true, false): [0, 255, 0]
          case (false, true): [0, 0, 255]
          case (false, false): [255, 255, 255]
          }
        pixels += color
      }
    }
    let picture = pixels.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 3 * width)
      return RGBPicture(
        Frame(width: width, height: height, format: .rgb24, range: .full, planes: (plane, nil, nil)), fitting: (width, height))
    }
    var encoder = try JPEGEncoder()
    return try encoder.encode(picture, quality: quality)
  }

  /// A PNG of one gray pixel.
  static let png = Array(
    Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")!)
}
