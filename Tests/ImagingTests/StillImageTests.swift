import CTurboJPEG
import Foundation
import Imaging
import Platform
import Testing
import UserErrors

@Suite("A still image")
struct StillImageTests {
  /// 2 × 1 pixels, red and half-transparent blue.
  private static let png = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGP4z8AAQg0AD3oDfnfpf5cAAAAASUVORK5CYII=")!

  private func withFile<R>(_ bytes: some Collection<UInt8>, _ body: (String) throws -> R) throws -> R {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("still-\(UUID()).bin").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private func firstPixels(_ image: borrowing StillImage) -> [UInt8] {
    image.withFrame { frame in (0..<6).map { frame.planes.0.base.load(fromByteOffset: $0, as: UInt8.self) } }
  }

  @Test("is read from a JPEG")
  func jpeg() throws {
    let picture = TestPicture.rgb(20, 10) { _, _ in (200, 100, 50) }
    try withFile(picture.jpeg(TJSAMP_444)) { path in
      let image = try StillImage(path: path)
      #expect(image.width == 20 && image.height == 10)
      let pixels = firstPixels(image)
      #expect(zip(pixels, [200, 100, 50]).allSatisfy { abs(Int($0) - $1) < 4 })
    }
  }

  @Test("is read from a PNG, with transparent pixels on white")
  func png() throws {
    try withFile(Self.png) { path in
      let image = try StillImage(path: path)
      #expect(image.width == 2 && image.height == 1)
      let pixels = firstPixels(image)
      #expect(pixels[..<3] == [255, 0, 0])
      #expect(pixels[3] > 100 && pixels[3] < 220 && pixels[4] == pixels[3] && pixels[5] == 255)
    }
  }

  @Test("that is a PNG may be gray, transparent, and have 16 bits per channel, which become 8 with the same brightness")
  func pngFormats() throws {
    let files: [(PNGFile, [UInt8])] = [
      (PNGFile(width: 2, height: 1, rows: [[100, 200]]), [100, 100, 100, 200, 200, 200]),
      (PNGFile(width: 2, height: 1, depth: 1, rows: [[0b0100_0000]]), [0, 0, 0, 255, 255, 255]),
      (PNGFile(width: 2, height: 1, depth: 16, rows: [[100, 100, 200, 200]]), [100, 100, 100, 200, 200, 200]),
      (PNGFile(width: 1, height: 2, color: .rgb, rows: [[1, 2, 3], [4, 5, 6]]), [1, 2, 3, 4, 5, 6]),
      (PNGFile(width: 1, height: 2, depth: 16, color: .rgb, rows: [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6]]), [1, 2, 3, 4, 5, 6]),
      (PNGFile(width: 2, height: 1, color: .grayAlpha, rows: [[9, 255, 9, 0]]), [9, 9, 9, 255, 255, 255]),
      (PNGFile(width: 2, height: 1, color: .rgba, rows: [[9, 8, 7, 255, 9, 8, 7, 0]]), [9, 8, 7, 255, 255, 255]),
    ]
    for (file, expected) in files {
      let found = firstPixels(try StillImage(data: file.bytes))
      #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(found) \(expected)")
    }
  }

  @Test("that is a PNG is turned upright as its Exif data says, wherever it is", arguments: [false, true])
  func pngOrientation(isLast: Bool) throws {
    // Behind the marker, the length and the signature.
    func rows(_ orientation: UInt16) throws -> (size: [Int], colors: [UInt8]) {
      let exif = Array(exifSegment(orientation, isLittleEndian: isLast)[10...])
      let file = PNGFile(width: 3, height: 2, rows: [[10, 20, 30], [40, 50, 60]], exif: exif, exifIsLast: isLast).bytes
      let image = try StillImage(data: file)
      return image.withFrame { frame in
        let bytes = UnsafeRawBufferPointer(start: frame.planes.0.base, count: 3 * image.width * image.height)
        return ([image.width, image.height], stride(from: 0, to: bytes.count, by: 3).map { bytes[$0] })
      }
    }
    for (orientation, size, colors) in [
      (1, [3, 2], [10, 20, 30, 40, 50, 60]), (3, [3, 2], [60, 50, 40, 30, 20, 10]), (6, [2, 3], [40, 10, 50, 20, 60, 30]),
      (8, [2, 3], [30, 60, 20, 50, 10, 40]), (9, [3, 2], [10, 20, 30, 40, 50, 60]),
    ] as [(UInt16, [Int], [UInt8])] {
      let found = try rows(orientation)
      #expect(found.size == size && found.colors == colors, "\(orientation)")
    }
  }

  @Test("that is a PNG with damaged Exif data is as it is", arguments: [0, 1, 7, 9, 19])
  func pngDamagedOrientation(count: Int) throws {
    let exif = Array(exifSegment(6)[10...].prefix(count))
    let image = try StillImage(data: PNGFile(width: 3, height: 2, rows: [[10, 20, 30], [40, 50, 60]], exif: exif).bytes)
    #expect(image.width == 3 && image.height == 2)
  }

  @Test("is of the format that its first bytes say, whatever its name is")
  func wrongName() throws {
    let png = FileManager.default.temporaryDirectory.appendingPathComponent("still-\(UUID()).jpg").path
    defer { try? FileManager.default.removeItem(atPath: png) }
    try Self.png.write(to: URL(fileURLWithPath: png))
    #expect(try StillImage(path: png).width == 2)
    let gif = Data(base64Encoded: "R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=")!
    try gif.write(to: URL(fileURLWithPath: png))
    let error = #expect(throws: UserError.self) { _ = try StillImage(path: png) }
    #expect(error?.summary == "\(png): neither a JPEG nor a PNG" && error?.fix != nil && error?.exitStatus == .noInput)
  }

  @Test("may be a single pixel or a strip", arguments: [(1, 1), (20_000, 10), (10, 20_000)])
  func sizes(width: Int, height: Int) throws {
    let rows = [[UInt8]](repeating: [UInt8](repeating: 70, count: width), count: height)
    for file in [
      PNGFile(width: width, height: height, rows: rows).bytes, TestPicture.rgb(width, height) { _, _ in (70, 70, 70) }.jpeg(TJSAMP_420),
    ] {
      let image = try StillImage(data: file)
      #expect(image.width == width && image.height == height)
      #expect(image.withFrame { frame in frame.planes.0.base.load(fromByteOffset: 3 * width * height - 1, as: UInt8.self) } == 70)
    }
  }

  @Test("with CMYK colors is refused with the fix, as they are and converted to YCCK")
  func cmyk() {
    let ycck = TestPicture(width: 16, height: 8, format: .rgb24, planes: [[UInt8](repeating: 90, count: 4 * 128)], strides: [64])
      .jpeg(TJSAMP_444, from: TJPF_CMYK)
    for file in [ycck, jpegHeader(width: 16, height: 8, channels: 4)] {
      let error = #expect(throws: UserError.self) { _ = try StillImage(data: file) }
      #expect(error?.summary == "is a JPEG with CMYK colors" && error?.fix == "convert it to RGB" && error?.exitStatus == .noInput)
    }
  }

  @Test("that ends too early is refused, wherever it ends")
  func truncated() throws {
    let jpeg = TestPicture.rgb(24, 16) { x, y in (9 * x, 9 * y, x ^ y) }.jpeg(TJSAMP_420)
    // The last two bytes say that the picture ends.
    for file in [jpeg.dropLast(2), Array(Self.png)[...]] {
      for count in 0..<file.count {
        let error = #expect(throws: UserError.self, "\(count) bytes") { _ = try StillImage(data: file.prefix(count)) }
        #expect(error?.exitStatus == .noInput && error?.fix != nil && error?.description.contains("\n") == false)
      }
    }
  }

  @Test("that is damaged is refused in one line that names the file")
  func damaged() throws {
    let jpeg = TestPicture.rgb(64, 64) { x, y in (3 * x, 3 * y, x ^ y) }.jpeg(TJSAMP_420)
    let files: [[UInt8]] = [
      [], Array("not a picture".utf8), PNGFile(width: 0, height: 5).bytes, PNGFile(width: 5, height: 0).bytes,
      jpegHeader(width: 0, height: 5), jpegHeader(width: 5, height: 0), [0xff, 0xd8], Array(jpeg[..<(jpeg.count / 2)]),
      Array(Self.png[..<50]), Array(Self.png[..<8]),
    ]
    for bytes in files {
      try withFile(bytes) { path in
        let error = #expect(throws: UserError.self) { _ = try StillImage(path: path) }
        #expect(error?.description.hasPrefix(path + ": ") == true && error?.description.contains("\n") == false)
      }
    }
  }

  @Test("that is a PNG with a chunk longer than the file is refused before memory is allocated for the chunk")
  func longChunk() throws {
    // Its first chunk, the header, has 25 bytes; the next one claims 1.2 GB.
    var file = Array(Self.png)
    file.insert(contentsOf: [0x4b, 0x47, 0x44, 0x1d] + Array("zTXt".utf8) + [0, 0, 0, 0], at: 8 + 25)
    let error = try withFile(file) { path in #expect(throws: UserError.self) { _ = try StillImage(path: path) } }
    #expect(error?.exitStatus == .noInput && error?.summary.contains("not a valid PNG") == true)
  }

  @Test("that does not exist or is a directory is refused with the reason")
  func unreadable() {
    let missing = #expect(throws: UserError.self) { _ = try StillImage(path: "/nowhere/hand.jpg") }
    #expect(missing?.summary.hasPrefix("/nowhere/hand.jpg: ") == true && missing?.summary.contains("No such file or directory") == true)
    let folder = #expect(throws: UserError.self) { _ = try StillImage(path: "/") }
    #expect(folder?.summary.hasPrefix("/: is a directory") == true)
  }

  @Test("that is a device, a FIFO or too large a file is refused and not read")
  func endless() throws {
    let device = #expect(throws: UserError.self) { _ = try StillImage(path: "/dev/zero") }
    #expect(device?.summary.hasPrefix("/dev/zero: is a device") == true)
    try withFile(Self.png) { path in
      #expect(truncate(path, 512 << 20) == 0)
      let large = #expect(throws: UserError.self) { _ = try StillImage(path: path) }
      for thing in ["\(path): ", "536870912 bytes", "268435456"] { #expect(large?.summary.contains(thing) == true) }
      #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
      let fifo = #expect(throws: UserError.self) { _ = try StillImage(path: path) }
      #expect(fifo?.summary.hasPrefix("\(path): is a FIFO") == true)
    }
  }
}
