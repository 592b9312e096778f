import CTurboJPEG
import Imaging
import Platform
import Product
import Testing

@Suite("A JPEG picture")
struct JPEGDecoderTests {
  private static let picture = TestPicture.rgb(50, 34) { x, y in (4 * x, 6 * y, 120) }

  @Test(
    "is decoded to planes, with its colors",
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

  @Test("without color is decoded as gray")
  func grey() throws {
    var decoder = try JPEGDecoder()
    try Self.picture.jpeg(TJSAMP_GRAY).withUnsafeBytes { bytes in
      try decoder.withFrame(decoding: bytes) { #expect($0.format == .grey) }
    }
  }

  @Test(
    "has a coarse luma, the mean of every block, whether or not the planes are decoded",
    arguments: [TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY])
  func coarse(subsampling: TJSAMP) throws {
    var decoder = try JPEGDecoder()
    // The means of its blocks differ by 24 and 48; those at its edges, which are not whole, do not count.
    let file = TestPicture.rgb(50, 34) { x, y in (x / 8 * 24, x / 8 * 24 + y / 8 * 24, y / 8 * 24) }.jpeg(subsampling)
    try file.withUnsafeBytes { bytes in
      // Decoded fully at once, since nothing is known about the use; coarsely, after a picture of which only the coarse luma was read; then fully.
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

  @Test("is decoded alike before and after its coarse luma was read")
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

  @Test("that nobody needs is decoded when somebody reads it, coarsely or fully", arguments: [true, false])
  func unneeded(isWhole: Bool) throws {
    var eager = try JPEGDecoder()
    var lazy = try JPEGDecoder()
    func first(_ frame: borrowing Frame) -> UInt8? { (isWhole ? frame.planes.0 : frame.coarseLuma)?.base.load(as: UInt8.self) }
    try Self.picture.jpeg(TJSAMP_422).withUnsafeBytes { bytes in
      let expected = try eager.withFrame(decoding: bytes) { first($0) }
      #expect(try lazy.withFrame(decoding: bytes, isNeeded: false) { first($0) } == expected)
      // Its damage is not noticed, unless it is in the header.
      let part = UnsafeRawBufferPointer(rebasing: bytes.dropLast(100))
      try lazy.withFrame(decoding: part, isNeeded: false) { #expect($0.width == 50) }
      #expect(throws: UserError.self) { try lazy.withFrame(decoding: part) { _ in } }
    }
  }

  @Test("in memory that another program overwrites is decoded as it was")
  func overwritten() throws {
    var decoder = try JPEGDecoder()
    let original = Self.picture.jpeg(TJSAMP_420)
    func firstRow(_ frame: borrowing Frame) -> [UInt8] { Array(UnsafeRawBufferPointer(start: frame.planes.0.base, count: 50)) }
    let expected = try original.withUnsafeBytes { try decoder.withFrame(decoding: $0) { firstRow($0) } }
    // One that is only glanced at, so that the next is decoded as far as its layout and its coarse luma.
    try original.withUnsafeBytes { try decoder.withFrame(decoding: $0) { _ in } }
    var shared = original
    let other = Self.picture.jpeg(TJSAMP_444)
    let found = try shared.withUnsafeMutableBytes { bytes in
      try decoder.withFrame(decoding: UnsafeRawBufferPointer(bytes)) { frame in
        bytes.copyBytes(from: other.prefix(bytes.count))
        return firstRow(frame)
      }
    }
    #expect(found == expected)
  }

  @Test("that is progressive is decoded, and refused with too many scans")
  func scans() throws {
    var decoder = try JPEGDecoder()
    let file = Self.picture.jpeg(TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
    try file.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.format == .yuv420) } }
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xff && file[$0 + 1] == 0xda })
    let scan = file[last...].dropLast(2)
    let many = file.dropLast(2) + repeatElement(scan, count: 600).joined() + file.suffix(2)
    let error = many.withUnsafeBytes { bytes in #expect(throws: UserError.self) { try decoder.withFrame(decoding: bytes) { _ in } } }
    #expect(error?.description.contains("500 scans") == true, "\(String(describing: error))")
  }

  @Test("that is truncated anywhere is refused, decoded coarsely or fully, and the next intact one is decoded", arguments: [true, false])
  func truncated(isWhole: Bool) throws {
    var decoder = try JPEGDecoder()
    let file = Self.picture.jpeg(TJSAMP_422)
    for length in stride(from: 0, to: file.count - 2, by: 37) {
      file[..<length].withUnsafeBytes { bytes in
        _ = #expect(throws: UserError.self, "cut to \(length) of \(file.count) bytes") { try decoder.withFrame(decoding: bytes) { _ in } }
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

  @Test("that is not a JPEG is refused")
  func garbage() throws {
    var decoder = try JPEGDecoder()
    [UInt8](repeating: 0x5a, count: 4000).withUnsafeBytes { bytes in
      _ = #expect(throws: UserError.self) { try decoder.withFrame(decoding: bytes) { _ in } }
    }
  }

  @Test("with extra bytes before its end, as from many webcams, is decoded")
  func strayBytes() throws {
    var decoder = try JPEGDecoder()
    var file = Self.picture.jpeg(TJSAMP_422)
    file.insert(contentsOf: [0, 0, 0, 0], at: file.count - 2)
    try file.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.width == 50) } }
  }
}
