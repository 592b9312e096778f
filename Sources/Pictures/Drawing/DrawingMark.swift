import CZlib
import Imaging
import Platform

/// The comment by which a drawing of `landmarks` is known: it has a checksum of the rest of the file, so that a drawing that another program has
/// changed since, which may have kept the comment, is none any more.
package enum DrawingMark {
  private static let text = "Drawn by landmarks, CRC-32 "

  /// A whole file with the mark.
  ///
  /// - Parameter file: a PNG file, or a JPEG file that begins with a JFIF header, as ``RGBPicture/encoded(as:)`` makes them.
  package static func marked(_ file: [UInt8], as format: PictureFormat) -> [UInt8] {
    let place = place(in: format)
    return Array(file[..<place]) + mark(of: file, format) + file[place...]
  }

  /// Whether a file has the mark, and is as it was marked.
  package static func isMarked(_ file: [UInt8]) -> Bool {
    guard let format = PictureFormat(startingWith: file) else { return false }
    let place = place(in: format)
    let size = mark(of: [], format).count
    guard file.count >= place + size else { return false }
    return file[place..<place + size].elementsEqual(mark(of: Array(file[..<place]) + file[(place + size)...], format))
  }

  /// Behind the header: that of JFIF in a JPEG, and the first chunk, IHDR, in a PNG.
  private static func place(in format: PictureFormat) -> Int {
    switch format {
    case .jpeg: 2 + 18
    case .png: 8 + 25
    }
  }

  /// A COM segment of a JPEG, or a tEXt chunk of a PNG. All of a format have the same size.
  private static func mark(of file: [UInt8], _ format: PictureFormat) -> [UInt8] {
    let text = Array("\(text)\(checksum(file).hexadecimal)".utf8)
    switch format {
    case .jpeg: return [0xff, 0xfe] + bigEndian(UInt16(2 + text.count)) + text
    case .png:
      let data = "Comment\0".utf8 + text
      let chunk = "tEXt".utf8 + data
      return bigEndian(UInt32(data.count)) + chunk + bigEndian(checksum(chunk))
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
