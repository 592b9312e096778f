import CTurboJPEG

/// Makes JPEG files of pictures.
public struct JPEGEncoder: ~Copyable {
  private let handle: tjhandle

  /// - Throws: ``JPEGError`` when the library gives no encoder (out of memory).
  public init() throws(JPEGError) {
    guard let handle = tjInitCompress() else { throw JPEGError(String(cString: tjGetErrorStr2(nil))) }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// - Parameter quality: 1 to 100.
  /// - Throws: ``JPEGError`` (out of memory).
  public mutating func encode(_ picture: RGBPicture, quality: Int) throws(JPEGError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(file) }
    let result = tjCompress2(
      handle, picture.bytes, CInt(picture.width), 0, CInt(picture.height), CInt(TJPF_RGB.rawValue), &file, &size,
      CInt(TJSAMP_420.rawValue), CInt(quality), 0)
    guard result == 0 else { throw JPEGError(String(cString: tjGetErrorStr2(handle))) }
    return Array(UnsafeBufferPointer(start: file, count: Int(size)))
  }

  /// The best that is no longer than a limit, down to what can hardly be made out; nil if that is too long as well.
  ///
  /// - Parameter limit: bytes.
  public mutating func encode(_ picture: RGBPicture, limit: Int) throws(JPEGError) -> [UInt8]? {
    for quality in [75, 50, 25, 10, 1] {
      let file = try encode(picture, quality: quality)
      if file.count <= limit { return file }
    }
    return nil
  }
}
