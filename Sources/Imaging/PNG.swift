import Glibc

/// Reads PNG through libpng's simplified interface. The library is opened when the first PNG comes: only stills need it.
enum PNG {
  /// `png_image` of png.h, version 1 (libpng 1.6): a pointer, seven 32-bit fields, a message of 64 characters.
  private enum Layout {
    static let size = 104
    static let version = 8, width = 12, height = 16, format = 20, message = 36
    static let currentVersion: UInt32 = 1
    static let rgb: UInt32 = 2
  }

  private typealias Begin = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> CInt
  private typealias Finish =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer?) -> CInt
  private typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// - Returns: the picture; what is transparent becomes white.
  /// - Throws: ``ImageError`` with libpng's words.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws -> StillImage {
    guard let library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL),
      let begin = dlsym(library, "png_image_begin_read_from_memory"), let finish = dlsym(library, "png_image_finish_read"),
      let release = dlsym(library, "png_image_free")
    else { throw ImageError("libpng is missing: apt-get install libpng16-16") }
    let image = UnsafeMutableRawPointer.allocate(byteCount: Layout.size, alignment: 8)
    defer {
      unsafeBitCast(release, to: Release.self)(image)
      image.deallocate()
    }
    image.initializeMemory(as: UInt8.self, repeating: 0, count: Layout.size)
    image.storeBytes(of: Layout.currentVersion, toByteOffset: Layout.version, as: UInt32.self)
    func unsound() -> ImageError {
      ImageError(
        "not a sound PNG (\(String(cString: (image + Layout.message).assumingMemoryBound(to: CChar.self)))); make the picture anew")
    }

    guard let start = bytes.baseAddress, unsafeBitCast(begin, to: Begin.self)(image, start, bytes.count) != 0 else {
      throw unsound()
    }
    image.storeBytes(of: Layout.rgb, toByteOffset: Layout.format, as: UInt32.self)
    let width = Int(image.load(fromByteOffset: Layout.width, as: UInt32.self))
    let height = Int(image.load(fromByteOffset: Layout.height, as: UInt32.self))
    let rgb = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 3, alignment: 16)
    let white: [UInt8] = [255, 255, 255]
    guard unsafeBitCast(finish, to: Finish.self)(image, white, rgb.baseAddress!, 0, nil) != 0 else {
      rgb.deallocate()
      throw unsound()
    }
    return StillImage(width: width, height: height, takingOver: rgb)
  }
}
