import CTurboJPEG
import Imaging
import Testing
import UserErrors

@Suite("A large JPEG picture of a camera")
struct JPEGPartsTests {
  private static let width = 1024, height = 160
  private static let picture = TestPicture.rgb(width, height) { x, y in
    ((x * 3 + y) % 256, (x ^ y) % 256, (x / 4 + y) % 256)
  }
  private static let regions = [
    RotatedRegion(centerX: 300, centerY: 40, width: 60, height: 60, rotation: 0.4),
    RotatedRegion(centerX: 900, centerY: 150, width: 90, height: 90, rotation: -2),
    RotatedRegion(centerX: 20, centerY: 5, width: 40, height: 40),
    RotatedRegion(centerX: 500, centerY: 400, width: 30, height: 30),
    RotatedRegion(centerX: -80, centerY: -90, width: 50, height: 50, rotation: 1),
  ]

  /// Calls `body` with the frame of a decoder that decodes parts, and with that of one that does not.
  private func withBoth(
    _ file: [UInt8], _ parts: inout JPEGDecoder, isNeeded: Bool = true, _ body: (borrowing Frame, borrowing Frame) throws -> Void
  ) throws {
    var whole = try JPEGDecoder()
    try file.withUnsafeBytes { bytes in
      try whole.withFrame(decoding: bytes) { expected in
        try parts.withFrame(decoding: bytes, isNeeded: isNeeded) { try body($0, expected) }
      }
    }
  }

  @Test(
    "has the pixels of the whole picture in a crop, alone or after others",
    arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY], FrameRotation.allCases)
  func crops(subsampling: TJSAMP, rotation: FrameRotation) throws {
    let file = Self.picture.jpeg(subsampling)
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    // The first frame is decoded whole; then each has a region that comes first, and the last all of them.
    for first in Self.regions.indices {
      for count in [1, 2, Self.regions.count] {
        try withBoth(file, &parts) { frame, expected in
          let frame = frame.rotated(by: rotation)
          let expected = expected.rotated(by: rotation)
          for index in 0..<count {
            let region = Self.regions[(first + index) % Self.regions.count]
            let crop = TestPicture.crop(frame, region, side: 24)
            #expect(crop == TestPicture.crop(expected, region, side: 24), "\(first), \(index) of \(count)")
          }
        }
      }
    }
  }

  @Test("has all pixels where all are read, after a crop was taken")
  func planes() throws {
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    let file = Self.picture.jpeg(TJSAMP_422)
    for _ in 0..<2 { try withBoth(file, &parts) { frame, _ in _ = TestPicture.crop(frame, Self.regions[0], side: 8) } }
    try withBoth(file, &parts) { frame, expected in
      _ = TestPicture.crop(frame, Self.regions[0], side: 8)
      let (found, whole) = (frame.planes.0, expected.planes.0)
      for row in 0..<Self.height {
        let pixels = UnsafeRawBufferPointer(start: found.base + row * found.bytesPerRow, count: Self.width)
        #expect(pixels.elementsEqual(UnsafeRawBufferPointer(start: whole.base + row * whole.bytesPerRow, count: Self.width)))
      }
    }
  }

  @Test(
    "seen as a whole, shows everything in the same place as at its own size",
    arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY], FrameRotation.allCases)
  func whole(subsampling: TJSAMP, rotation: FrameRotation) throws {
    // A soft light on black, whose center does not depend on how fine the picture is.
    let light = TestPicture.rgb(1024, 600) { x, y in
      let (across, down) = (Double(x) - 400.3, Double(y) - 210.6)
      let code = Int(250 * max(0, 1 - (across * across + down * down) / 10_000))
      return (code, code, code)
    }
    let file = light.jpeg(subsampling, quality: 100)
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    for places in [CropPlaces.direct, .openCV] {
      for _ in 0..<2 {
        try withBoth(file, &parts) { frame, expected in
          let frame = frame.rotated(by: rotation)
          let expected = expected.rotated(by: rotation)
          let region = RotatedRegion.letterbox(width: frame.uprightWidth, height: frame.uprightHeight)
          func center(_ frame: borrowing Frame) -> SIMD2<Double> {
            let crop = TestPicture.crop(frame, region, side: 192, border: .zero, places: places)
            var (sum, weight) = (SIMD2<Double>(), 0.0)
            for pixel in 0..<192 * 192 where crop[3 * pixel] > 12 {
              sum += SIMD2(Double(pixel % 192), Double(pixel / 192)) * Double(crop[3 * pixel])
              weight += Double(crop[3 * pixel])
            }
            return sum / weight * (1024 / 192)
          }
          let shift = center(frame) - center(expected)
          #expect(abs(shift.x) < 0.1 && abs(shift.y) < 0.1, "\(shift) pixels")
        }
      }
    }
  }

  @Test("has the same coarse luma, whichever of its parts is decoded")
  func coarse() throws {
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    let file = Self.picture.jpeg(TJSAMP_422)
    for isQuarter in [false, false, true, true, false] {
      try withBoth(file, &parts) { frame, expected in
        let (luma, expectedLuma) = (frame.coarseLuma, expected.coarseLuma)
        let found = try #require(luma)
        let whole = try #require(expectedLuma)
        for row in 0..<Self.height / 8 {
          for column in 0..<Self.width / 8 {
            func code(_ plane: Plane) -> Int { Int(plane.base.load(fromByteOffset: row * plane.bytesPerRow + column, as: UInt8.self)) }
            #expect(abs(code(found) - code(whole)) <= 2, "\(column), \(row)")
          }
        }
        if isQuarter { _ = TestPicture.crop(frame, .letterbox(width: Self.width, height: Self.height), side: 192) }
      }
    }
  }

  @Test("that is damaged is refused, whichever of its parts was needed before", arguments: [0, 1, 2])
  func damaged(part: Int) throws {
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    let file = Self.picture.jpeg(TJSAMP_422)
    for length in stride(from: 1000, to: file.count - 2, by: 4001) {
      try withBoth(file, &parts) { frame, _ in
        switch part {
        case 0:
          let luma = frame.coarseLuma
          #expect(luma != nil)
        case 1: _ = TestPicture.crop(frame, .letterbox(width: Self.width, height: Self.height), side: 192)
        default: _ = TestPicture.crop(frame, Self.regions[0], side: 24)
        }
      }
      file[..<length].withUnsafeBytes { bytes in
        _ = #expect(throws: UserError.self, "cut to \(length) of \(file.count) bytes") { try parts.withFrame(decoding: bytes) { _ in } }
      }
    }
  }

  @Test("that nobody needs is decoded as far as somebody looks")
  func unneeded() throws {
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    let file = Self.picture.jpeg(TJSAMP_420)
    for region in Self.regions {
      try withBoth(file, &parts, isNeeded: false) { frame, expected in
        #expect(TestPicture.crop(frame, region, side: 24) == TestPicture.crop(expected, region, side: 24))
      }
    }
  }

  @Test("of two fields is decoded whole")
  func interlaced() throws {
    func field(_ first: Int) -> [UInt8] {
      TestPicture.rgb(1024, 80) { x, y in (x / 4, 2 * y + first, 60) }.jpeg(TJSAMP_422, quality: 100)
    }
    let file = field(0) + field(1)
    var parts = try JPEGDecoder(promisedHeight: 160, leastPartsSide: 1000)
    var whole = try JPEGDecoder(promisedHeight: 160)
    for region in [RotatedRegion.letterbox(width: 1024, height: 160), Self.regions[0]] {
      try file.withUnsafeBytes { bytes in
        let expected = try whole.withFrame(decoding: bytes) { TestPicture.crop($0, region, side: 192) }
        let found = try parts.withFrame(decoding: bytes) { TestPicture.crop($0, region, side: 192) }
        #expect(found == expected)
      }
    }
  }

  @Test("of a usual size is decoded whole, and has the same pixels as before")
  func usualSize() throws {
    var parts = try JPEGDecoder(leastPartsSide: 1000)
    let file = TestPicture.rgb(640, 160) { x, y in (x % 256, y, (x ^ y) % 256) }.jpeg(TJSAMP_422)
    let region = RotatedRegion.letterbox(width: 640, height: 160)
    for _ in 0..<2 {
      try withBoth(file, &parts) { frame, expected in
        let crop = TestPicture.crop(frame, region, side: 160, border: .zero)
        #expect(crop == TestPicture.crop(expected, region, side: 160, border: .zero))
      }
    }
  }
}
