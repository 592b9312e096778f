import Glibc

/// Why a file is no usable picture.
public struct ImageError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A picture read from a JPEG or PNG file, as RGB.
public struct StillImage: ~Copyable {
  /// Size in pixels.
  public let width: Int, height: Int
  private let rgb: UnsafeMutableRawBufferPointer

  /// - Throws: ``ImageError``: one line that names the file, the cause and the mend.
  public init(path: String) throws {
    do {
      let file = try Self.read(path)
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: file)
      self = try Self(decoding: UnsafeRawBufferPointer(bytes))
    } catch let error as JPEGError {
      throw ImageError("\(path): not a sound JPEG (\(error)); make the picture anew")
    } catch {
      throw ImageError("\(path): \(error)")
    }
  }

  private init(decoding bytes: UnsafeRawBufferPointer) throws {
    if bytes.starts(with: [0xff, 0xd8]) {
      var decoder = try JPEGDecoder()
      self = try decoder.withRGBFrame(decoding: bytes) { frame in
        let size = frame.width * frame.height * 3
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        copy.copyMemory(from: UnsafeRawBufferPointer(start: frame.planes.0.base, count: size))
        return StillImage(width: frame.width, height: frame.height, takingOver: copy)
      }
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      self = try PNG.decode(bytes)
    } else {
      throw ImageError("neither a JPEG nor a PNG; convert it to one of them")
    }
  }

  init(width: Int, height: Int, takingOver rgb: UnsafeMutableRawBufferPointer) {
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  deinit { rgb.deallocate() }

  /// Lends the picture as a frame of layout `rgb24`.
  public borrowing func withFrame<R: ~Copyable>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    try body(
      Frame(
        width: width, height: height, format: .rgb24, range: .full,
        planes: (Plane(base: UnsafeRawPointer(rgb.baseAddress!), bytesPerRow: width * 3), nil, nil)))
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw unreadable() }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private static func unreadable() -> ImageError {
    ImageError("cannot be read (\(String(cString: strerror(errno)))); check the path and its permissions")
  }
}
