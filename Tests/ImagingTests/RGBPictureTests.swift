import CTurboJPEG
import Imaging
import Testing

@Suite("A picture to draw on")
struct RGBPictureTests {
  @Test(
    "is the frame, scaled down by an integer so that it fits",
    arguments: [
      (640, 480, 320, 240), (1280, 720, 320, 180), (1920, 1080, 320, 180), (352, 288, 176, 144), (64, 48, 64, 48), (800, 3, 266, 1),
    ])
  func size(width: Int, height: Int, fitted: Int, rows: Int) {
    let picture = TestPicture.rgb(width, height) { _, _ in (1, 2, 3) }.withFrame { RGBPicture($0, fitting: (320, 240)) }
    #expect(picture.width == fitted && picture.height == rows)
    let expected: [UInt8] = (0..<fitted * rows).flatMap { _ in [1, 2, 3] }
    #expect(picture.bytes == expected)
  }

  @Test("has the frame's colors in every layout", arguments: PixelFormat.allCases.filter { $0.isYUV })
  func colors(format: PixelFormat) {
    for (width, height) in [(9, 7), (64, 50)] {
      let source = TestPicture.flat(format, (82, 90, 240), range: .limited, width: width, height: height)
      let picture = source.withFrame { RGBPicture($0, fitting: (32, 32)) }
      // Full red, as BT.601 has it; and its luma alone.
      let expected: [UInt8] = format == .grey ? [77, 77, 77] : [255, 0, 0]
      for (index, value) in picture.bytes.enumerated() {
        #expect(abs(Int(value) - Int(expected[index % 3])) <= 2)
      }
    }
  }

  @Test("keeps left, right, top and bottom")
  func orientation() {
    let picture = TestPicture.rgb(640, 480) { x, y in (x * 255 / 639, y * 255 / 479, 0) }.withFrame { RGBPicture($0, fitting: (320, 240)) }
    func at(_ x: Int, _ y: Int) -> ArraySlice<UInt8> { picture.bytes[(3 * (y * 320 + x))...].prefix(2) }
    #expect(at(0, 0).allSatisfy { $0 < 2 } && at(319, 239).allSatisfy { $0 > 253 })
    #expect(at(319, 0).first! > 253 && at(319, 0).last! < 2)
  }

  @Test("clips drawings to its edges")
  func edges() {
    var picture = TestPicture.rgb(8, 6) { _, _ in (0, 0, 0) }.withFrame { RGBPicture($0, fitting: (8, 6)) }
    for (x, y) in [(-100, 2), (100, 2), (2, -100), (2, 100)] { picture.dot(x: x, y: y, radius: 5, SIMD3(9, 9, 9)) }
    #expect(picture.bytes.allSatisfy { $0 == 0 })
    picture.line(from: SIMD2(-20, 3), to: SIMD2(20, 3), radius: 0, SIMD3(9, 8, 7))
    let row: [UInt8] = [0, 0, 0, 1, 0, 0]
    let expected = row.flatMap { drawn in (0..<8).flatMap { _ in [9 * drawn, 8 * drawn, 7 * drawn] } }
    #expect(picture.bytes == expected)
    picture.dot(x: 7, y: 5, radius: 1, SIMD3(1, 1, 1))
    let drawn = picture.bytes.filter { $0 == 1 }
    #expect(drawn.count == 12)
  }

  @Test("is encoded as a JPEG file of its size and colors")
  func jpeg() throws {
    let picture = TestPicture.rgb(50, 34) { x, y in (4 * x, 6 * y, 120) }.withFrame { RGBPicture($0, fitting: (50, 34)) }
    var encoder = try JPEGEncoder()
    let file = try encoder.encode(picture, quality: 95)
    var decoder = try JPEGDecoder()
    try file.withUnsafeBytes { bytes in
      try decoder.withRGBFrame(decoding: bytes) { frame in
        let back = RGBPicture(frame, fitting: (50, 34))
        #expect(back.width == 50 && back.height == 34)
        let error = zip(back.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }
        #expect(error.reduce(0, +) / error.count < 4)
      }
    }
  }

  @Test("is encoded with the best quality within the limit, even if it is noise")
  func limit() throws {
    let noise = TestPicture.rgb(320, 240) { _, _ in (.random(in: 0...255), .random(in: 0...255), .random(in: 0...255)) }
    let picture = noise.withFrame { RGBPicture($0, fitting: (320, 240)) }
    var encoder = try JPEGEncoder()
    #expect(try encoder.encode(picture, quality: 75).count > 20_000, "otherwise the limit is not met here")
    #expect(try #require(try encoder.encode(picture, limit: 20_000)).count <= 20_000)
    #expect(try encoder.encode(picture, limit: 100) == nil)
    let flat = TestPicture.rgb(320, 240) { _, _ in (9, 9, 9) }.withFrame { RGBPicture($0, fitting: (320, 240)) }
    #expect(try encoder.encode(flat, limit: 20_000) == encoder.encode(flat, quality: 75))
  }
}

@Suite("A copy of a frame")
struct FrameCopyTests {
  @Test("equals the frame, in every layout and with gaps between rows", arguments: PixelFormat.allCases.filter { $0.isYUV })
  func same(format: PixelFormat) {
    var source = TestPicture.flat(format, (82, 90, 240), range: .limited)
    for index in source.planes.indices {
      source.planes[index] = spread(source.planes[index], rows: source.strides[index], gap: 5)
      source.strides[index] += 5
    }
    var copy = FrameCopy()
    // A larger one before it leaves nothing behind.
    TestPicture.rgb(40, 40) { _, _ in (200, 200, 200) }.withFrame { copy.copy($0) }
    let direct = source.withFrame { frame in
      copy.copy(frame)
      return RGBPicture(frame, fitting: (64, 64)).bytes
    }
    copy.withFrame { frame in
      #expect(frame.width == 9 && frame.height == 7 && frame.format == format && frame.range == .limited)
      #expect(RGBPicture(frame, fitting: (64, 64)).bytes == direct)
    }
  }

  /// The plane with bytes between its rows that belong to no pixel.
  private func spread(_ plane: [UInt8], rows bytesPerRow: Int, gap: Int) -> [UInt8] {
    stride(from: 0, to: plane.count, by: bytesPerRow).flatMap { plane[$0..<$0 + bytesPerRow] + [UInt8](repeating: 255, count: gap) }
  }
}
