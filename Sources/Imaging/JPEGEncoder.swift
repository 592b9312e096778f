import CTurboJPEG
import Platform
import Product

/// Encodes pictures as JPEG files.
public struct JPEGEncoder: ~Copyable {
  private let handle: tjhandle

  /// - Throws: ``UserError`` if there is no memory for an encoder.
  public init() throws(UserError) {
    guard let handle = tjInitCompress() else { throw UserError.damaged("JPEG", String(cString: tjGetErrorStr2(nil))) }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Encodes a picture with 4:2:0 chroma subsampling.
  ///
  /// - Parameter quality: 1 to 100.
  /// - Throws: ``UserError`` (out of memory).
  public mutating func encode(_ picture: RGBPicture, quality: Int) throws(UserError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(file) }
    let result = tjCompress2(
      handle, picture.bytes, CInt(picture.width), 0, CInt(picture.height), CInt(TJPF_RGB.rawValue), &file, &size,
      CInt(TJSAMP_420.rawValue), CInt(quality), 0)
    guard result == 0 else { throw UserError.damaged("JPEG", String(cString: tjGetErrorStr2(handle))) }
    return Array(UnsafeBufferPointer(start: file, count: Int(clamping: size)))
  }

  /// Encodes a picture with the best of a few qualities whose file fits into a limit.
  ///
  /// - Parameter limit: longest file in bytes.
  /// - Returns: the file, or nil if even the lowest quality does not fit.
  /// - Throws: ``UserError`` (out of memory).
  public mutating func encode(_ picture: RGBPicture, limit: Int) throws(UserError) -> [UInt8]? {
    for quality in [75, 50, 25, 10, 1] {
      let file = try encode(picture, quality: quality)
      if file.count <= limit { return file }
    }
    return nil
  }
}
