/// The structure of a JPEG file: segments, each with a marker, and the data of pixels between them.
enum JPEGMarkers {
  /// Where another picture starts in a file, after the first one; nil if there is none, or if the first one does not end.
  static func nextPicture(in file: UnsafeRawBufferPointer) -> Int? {
    place(of: 0xd9, in: file, from: 2).flatMap { place(of: 0xd8, in: file, from: $0 + 2) }
  }

  /// The index of a marker. Skips segments, which may contain a thumbnail, and bytes 0xff of the data of pixels.
  private static func place(of marker: UInt8, in file: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while place + 1 < file.count {
      guard file[place] == 0xff else {
        place += 1
        continue
      }
      switch file[place + 1] {
      case marker: return place
      // Data, a restart marker, or a byte that fills the space before a marker.
      case 0x00, 0xff, 0xd0...0xd9: place += 1
      default:
        guard place + 3 < file.count else { return nil }
        place += 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
      }
    }
    return nil
  }
}
