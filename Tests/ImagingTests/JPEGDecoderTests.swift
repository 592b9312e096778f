import CTurboJPEG
import Imaging
import Testing

@Suite("A JPEG picture")
struct JPEGDecoderTests {
  private static let picture = TestPicture.rgb(50, 34) { x, y in (4 * x, 6 * y, 120) }

  @Test(
    "is decoded into its own planes, colours kept",
    arguments: [(TJSAMP_420, PixelFormat.yuv420), (TJSAMP_422, .yuv422), (TJSAMP_444, .yuv444), (TJSAMP_440, .rgb24)])
  func planes(subsampling: TJSAMP, format: PixelFormat) throws {
    var decoder = try JPEGDecoder()
    let file = Self.picture.jpeg(subsampling)
    let region = RotatedRegion(centerX: 25, centerY: 17, width: 30, height: 30)
    let expected = Self.picture.crop(region, side: 10)
    let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 300)
    defer { tensor.deallocate() }
    try file.withUnsafeBytes { bytes in
      try decoder.withFrame(decoding: bytes, sequence: 7, capturedNs: 8, dequeuedNs: 9) { frame in
        #expect(frame.format == format && frame.width == 50 && frame.height == 34 && frame.range == .full)
        #expect(frame.sequence == 7 && frame.capturedNs == 8 && frame.dequeuedNs == 9)
        CropSampler.sample(frame, region, side: 10, border: .replicate, into: tensor)
      }
    }
    #expect(zip(tensor, expected).allSatisfy { abs($0 * 255 - $1) < 8 })
  }

  @Test("without colour is decoded as grey")
  func grey() throws {
    var decoder = try JPEGDecoder()
    try Self.picture.jpeg(TJSAMP_GRAY).withUnsafeBytes { bytes in
      try decoder.withFrame(decoding: bytes) { #expect($0.format == .grey) }
    }
  }

  @Test(
    "has a coarse luma, the mean of every block, be it decoded alone or with the planes",
    arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY])
  func coarse(subsampling: TJSAMP) throws {
    var decoder = try JPEGDecoder()
    // The means of its blocks differ by 24 and 48; those at its edges, which are not whole, do not count.
    let file = TestPicture.rgb(50, 34) { x, y in (x / 8 * 24, x / 8 * 24 + y / 8 * 24, y / 8 * 24) }.jpeg(subsampling)
    try file.withUnsafeBytes { bytes in
      // Decoded whole at once, as nothing is known of who looks; coarsely, after one that was only glanced at; and then whole.
      for isWhole in [true, false, true] {
        try decoder.withFrame(decoding: bytes) { frame in
          let luma = frame.coarseLuma
          let coarse = try #require(luma)
          for row in 0..<4 {
            for column in 0..<6 {
              let expected = 0.299 * Double(column * 24) + 0.587 * Double((column + row) * 24) + 0.114 * Double(row * 24)
              let code = coarse.base.load(fromByteOffset: row * coarse.bytesPerRow + column, as: UInt8.self)
              #expect(abs(Double(code) - expected) <= 2, "\(column), \(row); whole: \(isWhole)")
            }
          }
          let planes = isWhole ? nil : frame.planes
          #expect(planes.map { $0.0.base.load(as: UInt8.self) <= 2 } ?? true)
        }
      }
    }
  }

  @Test("that is glanced at first is then decoded as it would have been at once")
  func afterGlance() throws {
    var once = try JPEGDecoder()
    var later = try JPEGDecoder()
    func luma(_ frame: borrowing Frame) -> [UInt8] {
      let plane = frame.planes.0
      return (0..<34).flatMap { [UInt8](UnsafeRawBufferPointer(start: plane.base + $0 * plane.bytesPerRow, count: 50)) }
    }
    try Self.picture.jpeg(TJSAMP_422).withUnsafeBytes { bytes in
      try later.withFrame(decoding: bytes) { _ in }
      let expected = try once.withFrame(decoding: bytes) { luma($0) }
      let found = try later.withFrame(decoding: bytes) { frame in
        let isGlanced = frame.coarseLuma != nil
        #expect(isGlanced)
        return luma(frame)
      }
      #expect(found == expected)
    }
  }

  @Test("that is truncated anywhere is refused, be it glanced at or not, and the next good one is decoded", arguments: [true, false])
  func truncated(isWhole: Bool) throws {
    var decoder = try JPEGDecoder()
    let file = Self.picture.jpeg(TJSAMP_422)
    for length in stride(from: 0, to: file.count - 2, by: 37) {
      file[..<length].withUnsafeBytes { bytes in
        _ = #expect(throws: JPEGError.self, "cut to \(length) of \(file.count) bytes") { try decoder.withFrame(decoding: bytes) { _ in } }
      }
      // As this one is looked at, the next will be.
      try file.withUnsafeBytes { bytes in
        try decoder.withFrame(decoding: bytes) { frame in
          let plane = isWhole ? frame.planes.0 : frame.coarseLuma
          #expect(plane != nil)
        }
      }
    }
  }

  @Test("that is no JPEG at all is refused")
  func garbage() throws {
    var decoder = try JPEGDecoder()
    [UInt8](repeating: 0x5a, count: 4000).withUnsafeBytes { bytes in
      _ = #expect(throws: JPEGError.self) { try decoder.withFrame(decoding: bytes) { _ in } }
    }
  }

  @Test("with stray bytes before its end, as many webcams send it, is decoded")
  func strayBytes() throws {
    var decoder = try JPEGDecoder()
    var file = Self.picture.jpeg(TJSAMP_422)
    file.insert(contentsOf: [0, 0, 0, 0], at: file.count - 2)
    try file.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.width == 50) } }
  }
}
