import CJPEG
import Glibc
import UserErrors

/// Encodes pictures as JPEG files.
public struct JPEGEncoder: ~Copyable {
  private let library: JPEGLibrary

  /// - Throws: ``UserError`` if there is no memory for an encoder.
  public init() throws(UserError) { library = try JPEGLibrary() }

  /// Encodes a picture with 4:2:0 chroma subsampling.
  ///
  /// - Parameter quality: 1 to 100.
  /// - Throws: ``UserError`` (out of memory).
  public mutating func encode(_ picture: RGBPicture, quality: Int) throws(UserError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { free(file) }
    try library.check(
      swiped_jpeg_encode(library.handle, picture.bytes, CInt(picture.width), CInt(picture.height), CInt(quality), &file, &size))
    return Array(UnsafeBufferPointer(start: file, count: Int(clamping: size)))
  }

  /// Encodes a picture with the best of a few qualities whose file fits into a limit.
  ///
  /// - Parameters:
  ///   - limit: longest file in bytes.
  ///   - leastQuality: the lowest quality that is good enough.
  /// - Returns: the file, or nil if even the lowest quality does not fit.
  /// - Throws: ``UserError`` (out of memory).
  public mutating func encode(_ picture: RGBPicture, limit: Int, leastQuality: Int = 1) throws(UserError) -> [UInt8]? {
    for quality in [75, 50, 25, 10, 1] where quality >= leastQuality {
      let file = try encode(picture, quality: quality)
      if file.count <= limit { return file }
    }
    return nil
  }
}
