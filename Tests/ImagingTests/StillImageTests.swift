import CTurboJPEG
import Foundation
import Imaging
import Platform
import Testing

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

  @Test("that is damaged is refused in one line that names the file")
  func damaged() throws {
    let jpeg = TestPicture.rgb(64, 64) { x, y in (3 * x, 3 * y, x ^ y) }.jpeg(TJSAMP_420)
    let files: [[UInt8]] = [
      [], Array("not a picture".utf8), [0xff, 0xd8], Array(jpeg[..<(jpeg.count / 2)]), Array(Self.png[..<50]), Array(Self.png[..<8]),
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
