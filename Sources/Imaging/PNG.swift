import CPNG
import Platform
import UserErrors

/// Decodes and encodes PNG.
enum PNG {
  /// - Returns: the picture; what is transparent becomes white.
  /// - Throws: ``UserError`` with libpng's message, or for a picture over the limit.
  static func decode(_ bytes: UnsafeRawBufferPointer, limit: PictureLimit) throws(UserError) -> StillImage {
    // Before memory is reserved for pixels that are missing.
    guard chunk("IEND", in: bytes) != nil else { throw .damaged("PNG", "it is cut short") }
    var error = swiped_png_error()
    var size: (width: UInt32, height: UInt32) = (0, 0)
    guard swiped_png_read_size(bytes.bytes, bytes.count, &size.width, &size.height, &error) != 0 else { throw unsound(error) }
    let (width, height) = (Int(size.width), Int(size.height))
    guard limit.allows(width: width, height: height) else { throw .tooLarge(limit.excess(width: width, height: height)) }
    let rgb = try PixelMemory(count: width * height * 3)
    guard swiped_png_decode(bytes.bytes, bytes.count, rgb.start, &error) != 0 else { throw unsound(error) }
    let orientation = chunk("eXIf", in: bytes).map(ImageOrientation.init(exif:)) ?? .up
    guard orientation == .up else {
      let raw = try RawPixels(.rgb, width: width, height: height, orientation, count: rgb.bytes.count)
      return try StillImage(raw, in: UnsafeRawBufferPointer(rgb.bytes))
    }
    return StillImage(width: width, height: height, takingOver: rgb)
  }

  /// - Returns: a whole file.
  /// - Throws: ``UserError`` with libpng's message, if there is no memory.
  static func encode(_ picture: RGBPicture) throws(UserError) -> [UInt8] {
    var error = swiped_png_error()
    // More than libpng's own bound for pixels that cannot be compressed.
    var size = picture.bytes.count + picture.bytes.count / 4 + 4096
    var file = [UInt8](repeating: 0, count: size)
    guard swiped_png_encode(picture.bytes, UInt32(picture.width), UInt32(picture.height), &file, &size, &error) != 0 else {
      throw unsound(error)
    }
    return Array(file.prefix(size))
  }

  private static func unsound(_ error: swiped_png_error) -> UserError {
    let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return message.isEmpty ? .tooLarge("there is not enough memory for it") : .damaged("PNG", message)
  }

  /// The data of the first chunk of a type. Each chunk is its length, its type, its data and a checksum.
  ///
  /// - Returns: nil if there is none up to the last chunk, IEND, or if a chunk before it is cut short.
  private static func chunk(_ type: String, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var place = 8
    while bytes.count - place >= 12 {
      let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      guard length <= bytes.count - place - 12 else { return nil }
      let found = bytes[(place + 4)..<(place + 8)]
      if found.elementsEqual(type.utf8) { return UnsafeRawBufferPointer(rebasing: bytes[(place + 8)...].prefix(length)) }
      if found.elementsEqual("IEND".utf8) { return nil }
      place += 12 + length
    }
    return nil
  }
}
