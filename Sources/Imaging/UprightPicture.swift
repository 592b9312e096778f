import Platform
import UserErrors

/// The formats of pictures that are read and written.
public enum PictureFormat: Sendable {
  case jpeg, png

  /// - Parameter start: the first four bytes of a file, or more.
  /// - Returns: nil for another format.
  package init?(startingWith start: some Collection<UInt8>) {
    if start.starts(with: [0xff, 0xd8]) {
      self = .jpeg
    } else if start.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      self = .png
    } else {
      return nil
    }
  }
}

extension RGBPicture {
  private static let jpegQuality = 92

  /// The picture as a whole file.
  ///
  /// - Throws: ``UserError`` if there is no memory for it, or if a side is too long for the format.
  public func encoded(as format: PictureFormat) throws(UserError) -> [UInt8] {
    switch format {
    case .png: return try PNG.encode(self)
    case .jpeg:
      var encoder = try JPEGEncoder()
      return try encoder.encode(self, quality: Self.jpegQuality)
    }
  }

  /// The upright picture of a file.
  ///
  /// - Parameters:
  ///   - file: a whole JPEG or PNG file.
  ///   - side: the most pixels on a side, to which it is scaled down; nil for its own size.
  ///   - limit: the size above which a picture is refused.
  /// - Throws: ``UserError``: the cause and the fix.
  package init(decoding file: UnsafeRawBufferPointer, fitting side: Int? = nil, limit: PictureLimit = .standard) throws(UserError) {
    let image = try StillImage(decoding: file, limit: limit, fitting: side)
    let size = side ?? max(image.width, image.height)
    self = image.withFrame { RGBPicture($0, fitting: (size, size)) }
  }
}
