import Platform
import UserErrors

/// The bytes of a pixel in memory that no file format describes.
public enum RawPixelFormat: Sendable, CaseIterable {
  /// Red, green and blue.
  case rgb
  /// Blue, green, red and alpha, which is ignored.
  case bgra
  /// Brightness.
  case gray

  var bytesPerPixel: Int {
    switch self {
    case .rgb: 3
    case .bgra: 4
    case .gray: 1
    }
  }
}

/// Where the pixels of a picture are in memory. All of them are inside it.
struct RawPixels {
  /// Size of the upright picture.
  let width: Int, height: Int
  private let format: RawPixelFormat
  /// Where the upright picture's first pixel is, and the steps from its columns and rows to the next, in bytes.
  private let origin: Int, across: Int, down: Int

  /// - Parameters:
  ///   - width: pixels in a row in memory.
  ///   - height: rows in memory.
  ///   - bytesPerRow: distance between the starts of two rows; nil for rows without gaps.
  ///   - count: number of bytes from the first pixel to the end of the memory.
  /// - Throws: ``UserError`` if there is no pixel, one is outside the memory, or there are too many.
  init(
    _ format: RawPixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, _ orientation: ImageOrientation, count: Int
  ) throws(UserError) {
    guard width > 0, height > 0 else {
      throw .rawPixels("\(width)×\(height) is not a size", fix: "pass a width and a height of at least 1")
    }
    guard PictureLimit.standard.allows(width: width, height: height) else {
      throw .tooLarge(PictureLimit.standard.excess(width: width, height: height))
    }
    let rowBytes = width * format.bytesPerPixel
    let bytesPerRow = bytesPerRow ?? rowBytes
    guard bytesPerRow >= rowBytes else {
      throw .rawPixels(
        "rows that are \(bytesPerRow) bytes apart cannot have \(rowBytes) bytes each",
        fix: "pass the distance between the starts of two rows")
    }
    let (toLastRow, isTooFar) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    guard !isTooFar, count >= rowBytes, toLastRow <= count - rowBytes else {
      throw .rawPixels("\(count) bytes end before the last of \(height) rows that are \(bytesPerRow) bytes apart", fix: "pass all rows")
    }
    (self.width, self.height) = orientation.isSideways ? (height, width) : (width, height)
    self.format = format
    (origin, across, down) = orientation.steps(column: format.bytesPerPixel, row: bytesPerRow, width: width, height: height)
  }

  /// Copies the upright picture as red, green and blue, row by row.
  ///
  /// - Throws: ``UserError`` if there is not enough memory.
  func rgb(_ memory: UnsafeRawBufferPointer) throws(UserError) -> PixelMemory {
    let rgb = try PixelMemory(count: 3 * width * height)
    switch format {
    case .rgb: copy(memory, (0, 1, 2), into: rgb.start)
    case .bgra: copy(memory, (2, 1, 0), into: rgb.start)
    case .gray: copy(memory, (0, 0, 0), into: rgb.start)
    }
    return rgb
  }

  /// - Parameter channels: the places of red, green and blue in a pixel.
  @inline(__always)
  private func copy(_ memory: UnsafeRawBufferPointer, _ channels: (Int, Int, Int), into rgb: UnsafeMutablePointer<UInt8>) {
    var out = rgb
    for row in 0..<height {
      var pixel = memory.baseAddress! + origin + row * down
      for _ in 0..<width {
        out[0] = pixel.load(fromByteOffset: channels.0, as: UInt8.self)
        out[1] = pixel.load(fromByteOffset: channels.1, as: UInt8.self)
        out[2] = pixel.load(fromByteOffset: channels.2, as: UInt8.self)
        out += 3
        pixel += across
      }
    }
  }
}

extension UserError {
  fileprivate static func rawPixels(_ cause: String, fix: Fix) -> UserError {
    UserError("raw pixels: \(cause)", fix: fix, exitStatus: .damagedInput)
  }
}
