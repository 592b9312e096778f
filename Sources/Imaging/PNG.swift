import CPNG
import Platform
import Product

/// Decodes and encodes PNG with libpng's simplified interface.
enum PNG {
  /// - Returns: the picture; what is transparent becomes white.
  /// - Throws: ``UserError`` with libpng's message, or for a picture over the limit.
  static func decode(_ bytes: UnsafeRawBufferPointer, limit: PictureLimit) throws(UserError) -> StillImage {
    // For a chunk of text libpng allocates and clears the 2 GiB that its length may name, before it finds them missing.
    guard chunk("IEND", in: bytes) != nil else { throw .damaged("PNG", "it is cut short") }
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { throw unsound(image) }
    image.format = UInt32(PNG_FORMAT_RGB)
    // Without it, a picture with 16 bits per channel and no color space would become brighter, unlike one with 8.
    image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let (width, height) = (Int(image.width), Int(image.height))
    guard limit.allows(width: width, height: height) else { throw .tooLarge(limit.excess(width: width, height: height)) }
    let rgb = try PixelMemory(count: width * height * 3)
    var white = png_color(red: 255, green: 255, blue: 255)
    guard png_image_finish_read(&image, &white, rgb.start, 0, nil) != 0 else { throw unsound(image) }
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
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    (image.width, image.height, image.format) = (UInt32(picture.width), UInt32(picture.height), UInt32(PNG_FORMAT_RGB))
    defer { png_image_free(&image) }
    // More than libpng's own bound for pixels that cannot be compressed.
    var size = picture.bytes.count + picture.bytes.count / 4 + 4096
    var file = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &file, &size, 0, picture.bytes, 0, nil) != 0 else { throw unsound(image) }
    return Array(file.prefix(size))
  }

  private static func unsound(_ image: png_image) -> UserError {
    let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return .damaged("PNG", message)
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
