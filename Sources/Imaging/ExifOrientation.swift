extension ImageOrientation {
  /// The orientation that a JPEG file names; `up` if it names none, or an unknown one, or is damaged.
  package init(jpeg file: UnsafeRawBufferPointer) {
    self = Self.exif(in: ExifBytes(file)).flatMap(Self.tag).flatMap(Self.init(rawValue:)) ?? .up
  }

  /// The orientation that a block of Exif data names, which has no signature; `up` if it names none, or an unknown one, or is damaged.
  init(exif block: UnsafeRawBufferPointer) {
    self = Self.tag(in: ExifBytes(block)).flatMap(Self.init(rawValue:)) ?? .up
  }

  /// The block of Exif data among the segments before the pixels, without its signature.
  private static func exif(in file: ExifBytes) -> ExifBytes? {
    guard file.number16(at: 0) == 0xffd8 else { return nil }
    var place = 2
    while let marker = file.number16(at: place), marker >> 8 == 0xff {
      if marker == 0xffff {
        // A byte that fills the space before a marker.
        place += 1
        continue
      }
      // The pixels follow, or the segments are damaged.
      guard marker != 0xffda, let length = file.number16(at: place + 2), length >= 2 else { return nil }
      let content = file.part(from: place + 4, count: length - 2)
      if marker == 0xffe1, let content, content.starts(with: "Exif\0\0") { return content.part(from: 6) }
      place += 2 + length
    }
    return nil
  }

  /// The value of the tag Orientation in a block of Exif data, which has the structure of a TIFF file.
  private static func tag(in exif: ExifBytes) -> UInt32? {
    var exif = exif
    if exif.starts(with: "II*\0") {
      exif.isLittleEndian = true
    } else if !exif.starts(with: "MM\0*") {
      return nil
    }
    guard let directory = exif.number32(at: 4), let count = exif.number16(at: directory) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = exif.number16(at: entry) else { return nil }
      let (orientation, short) = (0x0112, 3)
      guard tag == orientation else { continue }
      guard exif.number16(at: entry + 2) == short, exif.number32(at: entry + 4) == 1 else { return nil }
      return exif.number16(at: entry + 8).map { UInt32($0) }
    }
    return nil
  }
}

/// Bytes of a file that nothing is known about: a number beyond their end is nil.
private struct ExifBytes {
  private let bytes: UnsafeRawBufferPointer
  var isLittleEndian = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func starts(with text: StaticString) -> Bool {
    bytes.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// - Parameter count: nil for all that follow.
  func part(from start: Int, count: Int? = nil) -> ExifBytes? {
    let end = count.map { start + $0 } ?? bytes.count
    guard start <= end, end <= bytes.count else { return nil }
    return ExifBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }

  func number16(at place: Int) -> Int? { number(at: place, count: 2) }

  func number32(at place: Int) -> Int? { number(at: place, count: 4) }

  private func number(at place: Int, count: Int) -> Int? {
    guard place <= bytes.count - count else { return nil }
    let digits = bytes[place..<place + count]
    return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }
}
