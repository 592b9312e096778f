import Platform
import SystemPackage
import UserErrors

/// A picture as RGB: that of a JPEG or PNG file, or a copy of pixels in memory.
///
/// It is always upright: a file's picture is turned and mirrored as its Exif data says, pixels as the orientation that is passed with them says.
public struct StillImage: ~Copyable {
  /// Largest file that is read: 256 MiB, several times the file of the largest picture that is decoded.
  private static let largestFile = 256 << 20

  /// Size of the upright picture in pixels.
  public let width: Int, height: Int
  private let rgb: PixelMemory

  /// Reads a JPEG or PNG file.
  ///
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

  /// Decodes a JPEG or PNG file in memory.
  ///
  /// - Throws: ``UserError``: the cause and the fix.
  public init(data: some Collection<UInt8>) throws(UserError) {
    let memory = try PixelMemory(copying: data)
    try self.init(decoding: UnsafeRawBufferPointer(start: memory.start, count: data.count))
  }

  /// Copies pixels from memory.
  ///
  /// - Parameters:
  ///   - pixels: the bytes of all rows, which may end after the last pixel of the last row.
  ///   - format: the bytes of a pixel.
  ///   - width: number of pixels in a row of `pixels`.
  ///   - height: number of rows of `pixels`.
  ///   - bytesPerRow: distance between the starts of two rows, in bytes; nil for rows without gaps.
  ///   - orientation: where the first row and the first column are in the upright picture.
  /// - Throws: ``UserError`` if the sizes do not fit the memory or each other, or are too large.
  public init(
    pixels: some Collection<UInt8>, format: RawPixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil,
    orientation: ImageOrientation = .up
  ) throws(UserError) {
    let raw = try RawPixels(format, width: width, height: height, bytesPerRow: bytesPerRow, orientation, count: pixels.count)
    let memory = try PixelMemory(copying: pixels)
    try self.init(raw, in: UnsafeRawBufferPointer(memory.bytes))
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
    case nil: throw .noPicture
    }
  }

  /// Copies the upright picture.
  ///
  /// - Throws: ``UserError`` if there is not enough memory.
  init(_ raw: RawPixels, in memory: UnsafeRawBufferPointer) throws(UserError) {
    self.init(width: raw.width, height: raw.height, takingOver: try raw.rgb(memory))
  }

  /// - Parameter rgb: the pixels of the upright picture, row by row.
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
    do throws(RegularFileError) { return try RegularFile(opening: path, limit: largestFile) } catch {
      // What is no picture does not become one when it is smaller.
      if case .tooLarge = error, (try? isPicture(path)) != true { throw .noPicture }
      throw .reading(error, of: path)
    }
  }

  /// Whether a file begins as a JPEG or PNG file does.
  ///
  /// - Throws: `RegularFileError` if it cannot be read.
  package static func isPicture(_ path: FilePath) throws -> Bool {
    let file = try RegularFile(opening: path)
    var start = [UInt8](repeating: 0, count: 4)
    let count = try start.withUnsafeMutableBytes { try file.read(into: $0) }
    return PictureFormat(startingWith: start[..<count]) != nil
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
  fileprivate static let noPicture = UserError("neither a JPEG nor a PNG", fix: "convert it to one of them", exitStatus: .noInput)

  fileprivate static func reading(_ error: RegularFileError, of path: FilePath? = nil) -> UserError {
    switch error {
    case .system:
      UserError(
        "cannot be read (\(error))", fix: error.fix(of: path, else: "check the path and its permissions"), exitStatus: .noInput)
    case .notRegular: UserError("\(error)", fix: "name a JPEG or PNG file", exitStatus: .noInput)
    case .tooLarge: UserError("\(error)", fix: "scale the picture down", exitStatus: .noInput)
    }
  }
}
