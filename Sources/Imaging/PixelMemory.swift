import Glibc
import Platform
import UserErrors

/// The size limit of decoded pictures. It is checked against a picture's header, before memory is allocated for its pixels.
public struct PictureLimit: Sendable, Equatable {
  /// Most pixels in all, and most in a row or a column.
  public var pixels: Int, side: Int

  /// 128 Mi pixels: enough for the 108 megapixels of a phone, and at most 384 MiB of RGB. The side is the limit of libjpeg.
  public static let standard = PictureLimit(pixels: 1 << 27, side: 65_500)

  /// The limit for frames of a camera with this negotiated size. Drivers pad rows and columns, but not to four times the pixels.
  public static func frames(width: Int, height: Int) -> PictureLimit {
    PictureLimit(pixels: min(4 * width * height, standard.pixels), side: standard.side)
  }

  /// Creates a limit. For units see the members.
  public init(pixels: Int, side: Int) {
    self.pixels = pixels
    self.side = side
  }

  /// Whether a picture of this size is within the limit.
  public func allows(width: Int, height: Int) -> Bool {
    (1...side).contains(width) && (1...side).contains(height) && width <= pixels / height
  }

  /// The error message for a picture that exceeds the limit.
  func excess(width: Int, height: Int) -> String {
    "has \(width)×\(height) pixels, over the limit of \(pixels) in all and \(side) on a side"
  }
}

/// Owned memory for the bytes of a picture.
struct PixelMemory: ~Copyable {
  private(set) var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  init() {}

  /// - Throws: ``UserError`` where there is not enough memory.
  init(count: Int) throws(UserError) { try reserve(count) }

  /// - Throws: ``UserError`` where there is not enough memory.
  init(copying content: some Collection<UInt8>) throws(UserError) {
    try self.init(count: content.count)
    UnsafeMutableRawBufferPointer(bytes).copyBytes(from: content)
  }

  deinit { free(bytes.baseAddress) }

  var start: UnsafeMutablePointer<UInt8> { bytes.baseAddress! }

  /// Makes room for at least `count` bytes, and at least one. The previous content may be lost.
  ///
  /// - Throws: ``UserError`` without enough memory. A file determines the size, so a failure must not end the process.
  mutating func reserve(_ count: Int) throws(UserError) {
    guard bytes.baseAddress == nil || bytes.count < count else { return }
    free(bytes.baseAddress)
    bytes = UnsafeMutableBufferPointer(start: nil, count: 0)
    guard let memory = malloc(max(count, 1)) else { throw .tooLarge("needs \(count) bytes of memory, which the system does not have") }
    bytes = UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: max(count, 1))
  }
}

/// The errors of decoding a picture.
extension UserError {
  /// The error of a picture that is too large, and may be valid.
  static func tooLarge(_ cause: String) -> UserError { UserError(cause, fix: "scale it down", exitStatus: .noInput) }

  /// - Parameter cause: the decoder's own message.
  static func damaged(_ format: String, _ cause: String) -> UserError {
    UserError("not a valid \(format) (\(cause))", fix: "save the picture again", exitStatus: .noInput)
  }
}
