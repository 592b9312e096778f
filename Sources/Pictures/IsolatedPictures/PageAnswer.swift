import EventProtocol
import Imaging
import People
import UserErrors

/// The answers to the tasks of the app's page, about the bytes of a file. An error is an answer, too.
enum PageAnswer {
  private enum Thumbnail {
    /// The longest side, in pixels.
    static let side = 1024
    static let quality = 85
  }

  /// A small JPEG.
  static func thumbnail(of file: [UInt8]) -> PictureMessage {
    answer(about: file) { bytes in
      var encoder = try JPEGEncoder()
      return PictureMessage(.done, try encoder.encode(RGBPicture(decoding: bytes, fitting: Thumbnail.side), quality: Thumbnail.quality))
    }
  }

  /// The people, as JSON.
  static func people(in file: [UInt8], _ lines: inout PictureLines) -> PictureMessage {
    answer(about: file) { bytes in
      do { try lines.loadModels() } catch { return failure(.unavailable, error) }
      // As a browser shows it.
      let image = try StillImage(decoding: bytes)
      return PictureMessage(
        .done, JSONCoding.encode(PictureAnswer(try lines.people(in: image), width: image.width, height: image.height)))
    }
  }

  private static func answer(about file: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> PictureMessage) -> PictureMessage {
    do {
      return try file.withUnsafeBytes { bytes in
        guard PictureFormat(startingWith: bytes) != nil else {
          return PictureMessage(.unsupported, Array("the file: neither a JPEG nor a PNG; convert it to one of them".utf8))
        }
        return try body(bytes)
      }
    } catch {
      return failure(.damaged, error)
    }
  }

  private static func failure(_ outcome: PictureOutcome, _ error: any Error) -> PictureMessage {
    PictureMessage(outcome, Array("the picture: \(UserError(error))".utf8))
  }
}
