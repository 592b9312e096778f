import Imaging
import Platform
import Testing

struct PictureOrientationTests {
  /// The segment of Exif data with one entry in its directory, little-endian or big-endian.
  private static func segment(
    _ value: UInt16, tag: UInt16 = 0x0112, type: UInt16 = 3, count: UInt32 = 1, isLittleEndian: Bool = true, entries: UInt16 = 1
  ) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
    let tiff = Array((isLittleEndian ? "II*\0" : "MM\0*").utf8) + bytes(UInt32(8)) + bytes(entries)
    let content = Array("Exif\0\0".utf8) + tiff + bytes(tag) + bytes(type) + bytes(count) + bytes(value) + [0, 0] + bytes(UInt32(0))
    return [0xff, 0xe1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xff)] + content
  }

  private static func orientation(_ file: [UInt8]) -> UInt16 { file.withUnsafeBytes { PictureOrientation(jpeg: $0).rawValue } }

  /// The start of a JPEG file with a segment before others.
  private static func file(_ segment: [UInt8]) -> [UInt8] { [0xff, 0xd8] + segment + [0xff, 0xdb, 0, 3, 0, 0xff, 0xda, 0, 2] }

  @Test("Every orientation is read, in both byte orders", arguments: 1...8 as ClosedRange<UInt16>, [true, false])
  func values(_ value: UInt16, isLittleEndian: Bool) {
    #expect(Self.orientation(Self.file(Self.segment(value, isLittleEndian: isLittleEndian))) == value)
  }

  @Test("An unknown orientation is upright", arguments: [0, 9, 255, 256, 0xffff] as [UInt16])
  func unknown(_ value: UInt16) {
    #expect(Self.orientation(Self.file(Self.segment(value))) == 1)
  }

  @Test("A picture without the tag is upright, and so is one with the tag in another form")
  func absent() {
    let others = [
      [], Self.segment(6, tag: 0x0111), Self.segment(6, type: 4), Self.segment(6, count: 2), Self.segment(6, count: 0),
      [0xff, 0xe1, 0, 10] + Array("http://x".utf8), [0xff, 0xe0, 0, 4, 1, 2],
    ]
    for segment in others { #expect(Self.orientation(Self.file(segment)) == 1) }
    #expect(Self.orientation(Array("\u{89}PNG".utf8)) == 1)
    #expect(Self.orientation([]) == 1)
  }

  @Test("The tag is found behind other segments and fill bytes, and not behind the start of the pixels")
  func place() {
    let other: [UInt8] = [0xff, 0xe0, 0, 4, 1, 2]
    #expect(Self.orientation(Self.file(other + [0xff, 0xff] + Self.segment(3))) == 3)
    #expect(Self.orientation([0xff, 0xd8, 0xff, 0xda, 0, 2] + Self.segment(3)) == 1)
  }

  @Test("A file that ends anywhere is upright, or has the orientation that it names")
  func truncated() {
    let whole = Self.file(Self.segment(6))
    for count in 0..<whole.count { #expect([1, 6].contains(Self.orientation(Array(whole[..<count])))) }
  }

  @Test("No number in the data leads the reader out of it")
  func hostile() {
    let segment = Self.segment(6, entries: 0xffff)
    for place in segment.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var changed = segment
        changed[place] = value
        #expect((1...8).contains(Self.orientation([0xff, 0xd8] + changed)))
      }
    }
  }

  /// A picture whose top left quarter is red, its top right green, its bottom left blue and its bottom right white, as a JPEG.
  private static func photo() throws(UserError) -> [UInt8] {
    let (width, height) = (64, 32)
    let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] }
    }
    let picture = pixels.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 3 * width)
      return RGBPicture(
        Frame(width: width, height: height, format: .rgb24, range: .full, planes: (plane, nil, nil)), fitting: (width, height))
    }
    var encoder = try JPEGEncoder()
    return try encoder.encode(picture, quality: 95)
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
  private static let upright: [UInt16: String] = [
    1: "rgbw", 2: "grwb", 3: "wbgr", 4: "bwrg", 5: "rbgw", 6: "brwg", 7: "wgbr", 8: "gwrb",
  ]

  @Test(
    "A picture is turned and mirrored as its orientation says, at its own size and scaled down", arguments: 1...8 as ClosedRange<UInt16>)
  func pixels(_ value: UInt16) throws {
    let photo = try Self.photo()
    let file = photo.prefix(2) + Self.segment(value) + photo.dropFirst(2)
    for side in [nil, 16] {
      let picture = try Array(file).withUnsafeBytes { try RGBPicture(decoding: $0, fitting: side) }
      let (long, short) = side == nil ? (64, 32) : (16, 8)
      #expect([picture.width, picture.height] == (value < 5 ? [long, short] : [short, long]))
      #expect(Self.quarters(picture) == Self.upright[value])
    }
  }
}
