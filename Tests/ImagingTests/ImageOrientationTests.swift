import CTurboJPEG
import Imaging
import Testing

struct ImageOrientationTests {
  private static func orientation(_ file: [UInt8]) -> UInt32 { file.withUnsafeBytes { ImageOrientation(jpeg: $0).rawValue } }

  /// The start of a JPEG file with a segment before others.
  private static func file(_ segment: [UInt8]) -> [UInt8] { [0xff, 0xd8] + segment + [0xff, 0xdb, 0, 3, 0, 0xff, 0xda, 0, 2] }

  @Test("Every orientation is read, in both byte orders", arguments: 1...8 as ClosedRange<UInt16>, [true, false])
  func values(_ value: UInt16, isLittleEndian: Bool) {
    #expect(Self.orientation(Self.file(exifSegment(value, isLittleEndian: isLittleEndian))) == UInt32(value))
  }

  @Test("An unknown orientation is upright", arguments: [0, 9, 255, 256, 0xffff] as [UInt16])
  func unknown(_ value: UInt16) {
    #expect(Self.orientation(Self.file(exifSegment(value))) == 1)
  }

  @Test("A picture without the tag is upright, and so is one with the tag in another form")
  func absent() {
    let others = [
      [], exifSegment(6, tag: 0x0111), exifSegment(6, type: 4), exifSegment(6, count: 2), exifSegment(6, count: 0),
      [0xff, 0xe1, 0, 10] + Array("http://x".utf8), [0xff, 0xe0, 0, 4, 1, 2],
    ]
    for segment in others { #expect(Self.orientation(Self.file(segment)) == 1) }
    #expect(Self.orientation(Array("\u{89}PNG".utf8)) == 1)
    #expect(Self.orientation([]) == 1)
  }

  @Test("The tag is found behind other segments and fill bytes, and not behind the start of the pixels")
  func place() {
    let other: [UInt8] = [0xff, 0xe0, 0, 4, 1, 2]
    #expect(Self.orientation(Self.file(other + [0xff, 0xff] + exifSegment(3))) == 3)
    #expect(Self.orientation([0xff, 0xd8, 0xff, 0xda, 0, 2] + exifSegment(3)) == 1)
  }

  @Test("A file that ends anywhere is upright, or has the orientation that it names")
  func truncated() {
    let whole = Self.file(exifSegment(6))
    for count in 0..<whole.count { #expect([1, 6].contains(Self.orientation(Array(whole[..<count])))) }
  }

  @Test("No number in the data leads the reader out of it")
  func hostile() {
    let segment = exifSegment(6, entries: 0xffff)
    for place in segment.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var changed = segment
        changed[place] = value
        #expect((1...8).contains(Self.orientation([0xff, 0xd8] + changed)))
      }
    }
  }

  /// Red, green, blue and white in the quarters of a picture of 64×32 pixels, row by row.
  private static let photo = TestPicture.rgb(64, 32) { x, y in
    [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)][(y < 16 ? 0 : 2) + (x < 32 ? 0 : 1)]
  }

  /// The colors of the quarters of a picture, row by row: r, g, b or w.
  private static func quarters(_ picture: RGBPicture) -> String {
    let places = [(1, 1), (3, 1), (1, 3), (3, 3)].map { (picture.width * $0.0 / 4, picture.height * $0.1 / 4) }
    return String(
      places.map { x, y in
        let color = picture.bytes[(3 * (y * picture.width + x))...].prefix(3).map { $0 > 128 }
        return color == [true, true, true] ? "w" : color[0] ? "r" : color[1] ? "g" : "b"
      })
  }

  /// What each orientation makes of red, green, blue and white.
  private static let upright: [ImageOrientation: String] = [
    .up: "rgbw", .upMirrored: "grwb", .down: "wbgr", .downMirrored: "bwrg", .leftMirrored: "rbgw", .right: "brwg",
    .rightMirrored: "wgbr", .left: "gwrb",
  ]

  @Test("A JPEG is upright as its orientation says, at its own size and scaled down", arguments: ImageOrientation.allCases)
  func jpeg(_ orientation: ImageOrientation) throws {
    let photo = Self.photo.jpeg(TJSAMP_420)
    let file = Array(photo.prefix(2) + exifSegment(UInt16(orientation.rawValue)) + photo.dropFirst(2))
    for side in [nil, 16] {
      let picture = try file.withUnsafeBytes { try RGBPicture(decoding: $0, fitting: side) }
      let (long, short) = side == nil ? (64, 32) : (16, 8)
      #expect([picture.width, picture.height] == (orientation.rawValue < 5 ? [long, short] : [short, long]))
      #expect(Self.quarters(picture) == Self.upright[orientation])
    }
    let image = try StillImage(data: file)
    #expect([image.width, image.height] == (orientation.rawValue < 5 ? [64, 32] : [32, 64]))
  }

  @Test("Pixels in memory are upright as the orientation that is passed with them says", arguments: ImageOrientation.allCases)
  func pixels(_ orientation: ImageOrientation) throws {
    let image = try StillImage(pixels: Self.photo.planes[0], format: .rgb, width: 64, height: 32, orientation: orientation)
    #expect([image.width, image.height] == (orientation.rawValue < 5 ? [64, 32] : [32, 64]))
    #expect(Self.quarters(image.withFrame { RGBPicture($0, fitting: (64, 64)) }) == Self.upright[orientation])
  }

  @Test("Orientations have the numbers of Exif and the names of ImageIO")
  func numbers() {
    #expect(
      ImageOrientation.allCases == [.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left])
    #expect(ImageOrientation.allCases.map(\.rawValue) == Array(1...8))
  }

  @Test("A JPEG with an unknown orientation is read as it is", arguments: [0, 9] as [UInt16])
  func unknownInFile(_ value: UInt16) throws {
    let photo = Self.photo.jpeg(TJSAMP_420)
    let picture = try Array(photo.prefix(2) + exifSegment(value) + photo.dropFirst(2)).withUnsafeBytes { try RGBPicture(decoding: $0) }
    #expect(Self.quarters(picture) == "rgbw")
  }
}
