import CTurboJPEG
import Imaging
import Platform
import Testing
import UserErrors

/// A JPEG file that has its headers and nothing of the picture.
///
/// - Parameter channels: 1 for gray, 4 for the colors of a printer.
func jpegHeader(width: UInt16, height: UInt16, channels: UInt8 = 1) -> [UInt8] {
  func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
  let quantization: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
  let frame =
    [0xff, 0xc0, 0, 8 + 3 * channels, 8] + bytes(height) + bytes(width) + [channels] + (1...channels).flatMap { [$0, 0x11, 0] }
  return [0xff, 0xd8] + quantization + frame + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]
}

@Suite("The limit of a picture's size")
struct PictureLimitTests {
  private let limit = PictureLimit(pixels: 1000, side: 200)

  @Test(
    "counts pixels and sides",
    arguments: [
      (1, 1, true), (200, 5, true), (5, 200, true), (201, 1, false), (1, 201, false), (50, 21, false), (0, 5, false), (5, -1, false),
    ])
  func sizes(width: Int, height: Int, isAllowed: Bool) {
    #expect(limit.allows(width: width, height: height) == isAllowed)
  }

  @Test("does not overflow")
  func overflow() {
    #expect(!PictureLimit(pixels: .max, side: 1 << 40).allows(width: .max, height: .max))
    #expect(!PictureLimit.standard.allows(width: 1_000_000, height: 1_000_000))
  }

  private func error(_ file: [UInt8], _ limit: PictureLimit = .standard) -> String? {
    do {
      try file.withUnsafeBytes { bytes in _ = try StillImage(decoding: bytes, limit: limit) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("is checked in a still's header, before memory is allocated")
  func stills() {
    let standard = "over the limit of 134217728 in all and 65500 on a side; scale it down"
    #expect(error(PNGFile(width: 1_000_000, height: 1_000_000).bytes) == "has 1000000×1000000 pixels, \(standard)")
    #expect(error(PNGFile(width: 1, height: 1_000_000).bytes) == "has 1×1000000 pixels, \(standard)")
    #expect(error(jpegHeader(width: 65_500, height: 65_500)) == "has 65500×65500 pixels, \(standard)")
    #expect(error(jpegHeader(width: 65_535, height: 1))?.contains("65500") == true)
  }

  @Test("is checked in a camera's JPEG, and the next one within the limit is decoded")
  func frames() throws {
    var decoder = try JPEGDecoder(limit: limit)
    for subsampling in [TJSAMP_422, TJSAMP_440] {
      let large = TestPicture.rgb(40, 30) { _, _ in (1, 2, 3) }.jpeg(subsampling)
      let small = TestPicture.rgb(40, 20) { _, _ in (1, 2, 3) }.jpeg(subsampling)
      let error = large.withUnsafeBytes { bytes in #expect(throws: UserError.self) { try decoder.withFrame(decoding: bytes) { _ in } } }
      #expect(error?.summary == "has 40×30 pixels, over the limit of 1000 in all and 200 on a side" && error?.fix == "scale it down")
      try small.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.height == 20) } }
    }
  }

  @Test("allows a single row and a single column, which are cropped and scaled like others", arguments: [(65_500, 1), (1, 65_500), (1, 1)])
  func thin(width: Int, height: Int) throws {
    let file = TestPicture.rgb(width, height) { _, _ in (255, 255, 255) }.jpeg(TJSAMP_420)
    try file.withUnsafeBytes { bytes in
      try StillImage(decoding: bytes).withFrame { frame in
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 64 * 64 * 3)
        defer { tensor.deallocate() }
        CropSampler.sample(frame, .letterbox(width: width, height: height), side: 64, border: .zero, into: tensor)
        #expect(tensor.allSatisfy { (0...1).contains($0) } && tensor.contains { $0 > 0 })
        #expect(RGBPicture(frame, fitting: (320, 240)).bytes.allSatisfy { $0 > 250 })
      }
    }
  }
}
