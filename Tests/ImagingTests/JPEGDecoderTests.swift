import CTurboJPEG
import Imaging
import Platform
import Testing
import UserErrors

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

  @Test("that nobody needs has no other layout when it is read, even if another program has overwritten it with one")
  func overwrittenUnneeded() throws {
    var decoder = try JPEGDecoder()
    var shared = Self.picture.jpeg(TJSAMP_420)
    let other = TestPicture.rgb(400, 300) { x, y in (x % 256, y % 256, 9) }.jpeg(TJSAMP_444, quality: 10)
    for isWhole in [true, false] {
      try shared.withUnsafeMutableBytes { bytes in
        try decoder.withFrame(decoding: UnsafeRawBufferPointer(bytes), isNeeded: false) { frame in
          bytes.copyBytes(from: other.prefix(bytes.count))
          #expect(frame.width == 50 && frame.height == 34 && frame.format == .yuv420)
          let plane = isWhole ? frame.planes.0 : frame.coarseLuma
          #expect(plane != nil)
        }
      }
      shared = Self.picture.jpeg(TJSAMP_420)
    }
    try shared.withUnsafeBytes { try decoder.withFrame(decoding: $0) { #expect($0.width == 50) } }
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

@Suite("A JPEG picture that devices make")
struct DeviceJPEGTests {
  private static let picture = TestPicture.rgb(96, 64) { x, y in (2 * x, 3 * y, x ^ y) }
  private static let file = picture.jpeg(TJSAMP_422)

  /// The luma of a whole picture.
  private func luma(of file: [UInt8], height: Int? = nil) throws -> [UInt8] {
    var decoder = try JPEGDecoder(promisedHeight: height)
    return try file.withUnsafeBytes { bytes in
      try decoder.withFrame(decoding: bytes) { frame in
        let (plane, width) = (frame.planes.0, frame.width)
        return (0..<frame.height).flatMap { [UInt8](UnsafeRawBufferPointer(start: plane.base + $0 * plane.bytesPerRow, count: width)) }
      }
    }
  }

  private func error(of file: [UInt8]) throws -> UserError? {
    var decoder = try JPEGDecoder()
    return file.withUnsafeBytes { bytes in #expect(throws: UserError.self) { try decoder.withFrame(decoding: bytes) { _ in } } }
  }

  /// Where the first segment with a marker starts.
  private static func segment(_ marker: UInt8) -> Int { file.indices.first { file[$0] == 0xff && file[$0 + 1] == marker }! }

  /// The data of the pixels.
  private static var data: Range<Int> { segment(0xda) + 2 + Int(file[segment(0xda) + 3])..<file.count - 2 }

  /// A picture of a device, by what is odd about it.
  struct Case: Sendable, CustomStringConvertible {
    var description: String, file: [UInt8]

    init(_ description: String, _ file: [UInt8]) { (self.description, self.file) = (description, file) }

    init(_ description: String, _ change: (inout [UInt8]) -> Void) {
      var file = DeviceJPEGTests.file
      change(&file)
      self.init(description, file)
    }
  }

  private static let middle = data.lowerBound + data.count / 2
  private static let oddPictures: [Case] = [
    Case("a byte between two segments") { $0.insert(0x11, at: segment(0xdb)) },
    Case("the spectral selection 0 to 0") { $0[data.lowerBound - 2] = 0 },
    Case("version 0.00 of JFIF") { $0.replaceSubrange(segment(0xe0) + 9..<segment(0xe0) + 11, with: [0, 0]) },
    Case("an unknown transform of Adobe's") {
      $0.insert(contentsOf: [0xff, 0xee, 0, 14] + "Adobe".utf8 + [0, 100, 0, 0, 0, 0, 2], at: segment(0xdb))
    },
    Case("no end marker") { $0.removeLast(2) },
    Case("fill before the end marker") { $0.insert(contentsOf: [UInt8](repeating: 0, count: 2000), at: $0.count - 2) },
    Case("old bytes before the end marker") { $0.insert(contentsOf: 1...200, at: $0.count - 2) },
    Case("no end marker, and the next picture") { $0 = $0.dropLast(2) + $0 },
    Case("no end marker, and other bytes") { $0 = $0.dropLast(2) + [0xff, 0xc4, 0, 1, 2, 3] },
    Case("no end marker, and zeros") { $0 = $0.dropLast(2) + [UInt8](repeating: 0, count: 3000) },
    Case("old bytes after the end marker") { $0 += [UInt8](repeating: 0x5a, count: 3000) },
    Case("another picture after it") { $0 += $0 },
  ]

  @Test("that is odd has the same pixels", arguments: oddPictures)
  func odd(_ odd: Case) throws { #expect(try luma(of: odd.file) == luma(of: Self.file)) }

  private static let damagedPictures: [Case] = [
    Case("cut") { $0.removeSubrange(middle...) },
    Case("cut before the end marker") { $0.removeSubrange(middle..<$0.count - 2) },
    Case("cut, after a byte between two segments") {
      $0.removeSubrange(middle...)
      $0.insert(0x11, at: segment(0xdb))
    },
    Case("ending with zeros") { $0.replaceSubrange(middle..., with: [UInt8](repeating: 0, count: data.count / 2)) },
    Case("ending with many zeros") { $0.replaceSubrange(middle..., with: [UInt8](repeating: 0, count: 20_000)) },
    Case("ending with many zeros and a byte") {
      $0.replaceSubrange(middle..., with: [UInt8](repeating: 0, count: 20_000) + [1])
    },
    Case("ending with many zeros and the end marker") {
      $0.replaceSubrange(middle..., with: [UInt8](repeating: 0, count: 20_000) + [0xff, 0xd9])
    },
    Case("with a few zeros in its data") {
      $0.replaceSubrange(middle..<middle + 64, with: [UInt8](repeating: 0, count: 64))
    },
    Case("without a part of its data") { $0.removeSubrange(data.lowerBound + 100..<data.lowerBound + 400) },
    Case("with zeros in its data") {
      $0.replaceSubrange(data.lowerBound + 100..<middle, with: [UInt8](repeating: 0, count: middle - data.lowerBound - 100))
    },
  ]

  @Test("that is damaged is refused, whatever is odd before the damage", arguments: damagedPictures)
  func damaged(_ damaged: Case) throws {
    let summary = try error(of: damaged.file)?.summary
    #expect(summary?.hasPrefix("not a valid JPEG") == true)
  }

  private static let unsupportedPictures: [Case] = [
    Case("12 bits") { $0[segment(0xc0) + 4] = 12 },
    Case("lossless") { $0[segment(0xc0) + 1] = 0xc3 },
    Case("its height after the pixels") { $0.replaceSubrange(segment(0xc0) + 5..<segment(0xc0) + 7, with: [0, 0]) },
  ]

  @Test("of a kind that the library does not decode is said to be not supported, and not to be damaged", arguments: unsupportedPictures)
  func unsupported(_ unsupported: Case) throws {
    let summary = try error(of: unsupported.file)?.summary
    #expect(summary?.contains("not supported") == true)
  }

  @Test("of two fields, one after the other, becomes one picture with the height that the camera promised")
  func interlaced() throws {
    func field(_ first: Int) -> [UInt8] {
      TestPicture.rgb(96, 32) { x, y in (2 * x, 3 * (2 * y + first), 60) }.jpeg(TJSAMP_422, quality: 100)
    }
    let whole = try luma(of: TestPicture.rgb(96, 64) { x, y in (2 * x, 3 * y, 60) }.jpeg(TJSAMP_422, quality: 100))
    let fields = field(0) + [0, 0] + field(1)
    let woven = try luma(of: fields, height: 64)
    #expect(woven.count == whole.count && zip(woven, whole).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    // Other pictures of a camera with that height, and the file of no camera, are the first one.
    #expect(try luma(of: fields).count == 96 * 32)
    #expect(try luma(of: fields, height: 32).count == 96 * 32)
    // Half of a picture is no picture.
    #expect(throws: UserError.self) { try luma(of: Array(fields.dropLast(100)), height: 64) }
    // One that nobody needs is not the one before it.
    var decoder = try JPEGDecoder(promisedHeight: 64)
    func coarse(_ file: [UInt8], isNeeded: Bool) throws -> UInt8? {
      try file.withUnsafeBytes { bytes in
        try decoder.withFrame(decoding: bytes, isNeeded: isNeeded) { $0.coarseLuma?.base.load(as: UInt8.self) }
      }
    }
    let white = TestPicture.rgb(96, 32) { _, _ in (250, 250, 250) }.jpeg(TJSAMP_422)
    let expected = try coarse(fields, isNeeded: true)
    #expect(try coarse(white + white, isNeeded: true) != expected)
    #expect(try coarse(fields, isNeeded: false) == expected)
  }
}
