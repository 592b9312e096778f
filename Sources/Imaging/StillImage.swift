import Platform
import SystemPackage

/// A picture read from a JPEG or PNG file, as RGB.
public struct StillImage: ~Copyable {
  /// Largest file that is read: 256 MiB, several times the file of the largest picture that is decoded.
  private static let largestFile = 256 << 20

  /// Size in pixels.
  public let width: Int, height: Int
  private let rgb: PixelMemory

  /// - Throws: ``UserError``: one line that names the file, the cause and the fix.
  public init(path: String) throws(UserError) { try self.init(path: FilePath(path)) }

  /// - Throws: ``UserError``: one line that names the file, the cause and the fix.
  package init(path: FilePath) throws(UserError) {
    do throws(UserError) {
      let file = try Self.open(path)
      let memory = try PixelMemory(count: file.size)
      let count = try Self.read(file, into: memory)
      self = try Self(decoding: UnsafeRawBufferPointer(start: memory.start, count: count))
    } catch {
      throw UserError("\(path.string): \(error.summary)", fix: error.fix, exitStatus: error.exitStatus)
    }
  }

  /// - Parameters:
  ///   - bytes: a whole JPEG or PNG file.
  ///   - limit: size above which a picture is refused.
  ///   - side: a number of pixels to which a JPEG is scaled on decoding as far as that is faster: to some eighths of its size.
  /// - Throws: ``UserError``: the cause and the fix.
  package init(decoding bytes: UnsafeRawBufferPointer, limit: PictureLimit = .standard, fitting side: Int? = nil) throws(UserError) {
    switch PictureFormat(startingWith: bytes) {
    case .jpeg: self = try Self.decodeJPEG(bytes, limit, fitting: side)
    case .png: self = try PNG.decode(bytes, limit: limit)
    case nil: throw UserError("neither a JPEG nor a PNG", fix: "convert it to one of them", exitStatus: .noInput)
    }
  }

  init(width: Int, height: Int, takingOver rgb: consuming PixelMemory) {
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  /// Calls `body` with the picture as a frame of format `rgb24`.
  public borrowing func withFrame<R: ~Copyable>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    try body(
      Frame(
        width: width, height: height, format: .rgb24, range: .full,
        planes: (Plane(base: UnsafeRawPointer(rgb.start), bytesPerRow: width * 3), nil, nil)))
  }

  private static func decodeJPEG(_ bytes: UnsafeRawBufferPointer, _ limit: PictureLimit, fitting side: Int?) throws(UserError) -> StillImage
  {
    var decoder = try JPEGDecoder(limit: limit)
    return try decoder.still(decoding: bytes, fitting: side)
  }

  private static func open(_ path: FilePath) throws(UserError) -> RegularFile {
    do throws(RegularFileError) { return try RegularFile(opening: path, limit: largestFile) } catch { throw .reading(error) }
  }

  private static func read(_ file: borrowing RegularFile, into memory: borrowing PixelMemory) throws(UserError) -> Int {
    do throws(RegularFileError) {
      return try file.read(into: UnsafeMutableRawBufferPointer(start: memory.start, count: file.size))
    } catch {
      throw .reading(error)
    }
  }
}

extension UserError {
  fileprivate static func reading(_ error: RegularFileError) -> UserError {
    switch error {
    case .system:
      UserError("cannot be read (\(error))", fix: error.fix(else: "check the path and its permissions"), exitStatus: .noInput)
    case .notRegular: UserError("\(error)", fix: "name a JPEG or PNG file", exitStatus: .noInput)
    case .tooLarge: UserError("\(error)", fix: "scale the picture down", exitStatus: .noInput)
    }
  }
}
