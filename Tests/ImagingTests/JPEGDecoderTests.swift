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

  @Test("that is truncated anywhere is refused, and the next good one is decoded")
  func truncated() throws {
    var decoder = try JPEGDecoder()
    let file = Self.picture.jpeg(TJSAMP_422)
    for length in stride(from: 0, to: file.count - 2, by: 37) {
      file[..<length].withUnsafeBytes { bytes in
        _ = #expect(throws: JPEGError.self, "cut to \(length) of \(file.count) bytes") { try decoder.withFrame(decoding: bytes) { _ in } }
      }
      try file.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.width == 50) } }
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
