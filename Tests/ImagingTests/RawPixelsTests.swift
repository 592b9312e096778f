import Imaging
import Platform
import Testing
import UserErrors

@Suite("An image made of pixels in memory")
struct RawPixelsTests {
  private func pixels(_ image: borrowing StillImage) -> [UInt8] {
    image.withFrame { frame in (0..<3 * frame.width * frame.height).map { frame.planes.0.base.load(fromByteOffset: $0, as: UInt8.self) } }
  }

  @Test("has the colors of RGB, of BGRA without its alpha, and the brightness of gray")
  func formats() throws {
    let rgb: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(pixels(try StillImage(pixels: rgb, format: .rgb, width: 2, height: 1)) == rgb)
    #expect(pixels(try StillImage(pixels: [3, 2, 1, 0, 6, 5, 4, 255] as [UInt8], format: .bgra, width: 2, height: 1)) == rgb)
    #expect(pixels(try StillImage(pixels: [7, 9] as [UInt8], format: .gray, width: 1, height: 2)) == [7, 7, 7, 9, 9, 9])
  }

  @Test("skips what is between rows, and needs nothing behind the last pixel", arguments: RawPixelFormat.allCases)
  func rows(format: RawPixelFormat) throws {
    let bytesPerPixel = [.rgb: 3, .bgra: 4, .gray: 1][format]!
    let row = [UInt8](repeating: 50, count: 2 * bytesPerPixel)
    let bytes = row + [200, 201, 202, 203, 204] + row
    let image = try StillImage(pixels: bytes, format: format, width: 2, height: 2, bytesPerRow: row.count + 5)
    #expect(pixels(image) == [UInt8](repeating: 50, count: 12))
  }

  @Test("is copied from any collection of bytes")
  func collections() throws {
    let bytes: [UInt8] = [9, 1, 2, 3]
    #expect(pixels(try StillImage(pixels: bytes.dropFirst(), format: .rgb, width: 1, height: 1)) == [1, 2, 3])
    #expect(pixels(try StillImage(pixels: bytes.reversed(), format: .rgb, width: 1, height: 1)) == [3, 2, 1])
    let (a, b) = try bytes.withUnsafeBytes { bytes in
      (pixels(try StillImage(pixels: bytes, format: .gray, width: 1, height: 1)), pixels(try StillImage(data: Self.png)))
    }
    #expect(a == [9, 9, 9] && b == [255, 255, 255])
  }

  /// One white pixel.
  private static let png = PNGFile(width: 1, height: 1, rows: [[255]]).bytes

  @Test(
    "is refused in one line with a fix if sizes do not fit the memory or each other",
    arguments: [
      (0, 1, nil, 3), (1, 0, nil, 3), (-1, 1, nil, 3), (1, -1, nil, 3), (.min, .min, nil, 3), (.max, .max, nil, 3),
      (2, 1, nil, 5), (1, 2, nil, 5), (1, 1, nil, 0), (2, 2, 5, 12), (2, 2, 0, 12), (2, 2, -6, 12), (2, 2, .min, 12),
      (2, 2, 7, 12), (2, 2, .max, 12), (2, 3, .max, 12), (2, 3, .max / 2, 12), (65_501, 1, nil, 3), (1, 65_501, nil, 3),
      (65_500, 65_500, nil, 3),
    ] as [(Int, Int, Int?, Int)])
  func refused(width: Int, height: Int, bytesPerRow: Int?, count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    let error = #expect(throws: UserError.self) {
      _ = try StillImage(pixels: bytes, format: .rgb, width: width, height: height, bytesPerRow: bytesPerRow)
    }
    #expect(error?.fix != nil && error?.description.contains("\n") == false)
    let isTooLarge = max(width, height) > 65_500 || width > 0 && height > 1 << 27 / width
    #expect(error?.exitStatus == (isTooLarge && min(width, height) > 0 ? .noInput : .damagedInput))
  }
}
