/// The segment of Exif data with one entry in its directory, little-endian or big-endian.
func exifSegment(
  _ value: UInt16, tag: UInt16 = 0x0112, type: UInt16 = 3, count: UInt32 = 1, isLittleEndian: Bool = true, entries: UInt16 = 1
) -> [UInt8] {
  func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
  }
  let tiff = Array((isLittleEndian ? "II*\0" : "MM\0*").utf8) + bytes(UInt32(8)) + bytes(entries)
  let content = Array("Exif\0\0".utf8) + tiff + bytes(tag) + bytes(type) + bytes(count) + bytes(value) + [0, 0] + bytes(UInt32(0))
  return [0xff, 0xe1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xff)] + content
}
