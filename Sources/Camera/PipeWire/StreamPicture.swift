import CPipeWire
import Imaging

/// What the numbers beside a picture say about it.
package struct PictureNotes: Equatable, Sendable {
  /// The part that is the picture, in pixels; nil for all of it.
  package var crop: Crop?
  /// PipeWire's number of a rotation and a reflection: a quarter turn for each of the first three, then the same mirrored.
  package var transform: UInt32 = 0

  package init(crop: Crop? = nil, transform: UInt32 = 0) { (self.crop, self.transform) = (crop, transform) }

  package struct Crop: Equatable, Sendable {
    package var x: Int, y: Int, width: Int, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }
  }
}

/// The numbers that nodes give to their frames. Pure.
package enum FrameNumber {
  /// The number that a node sent; nil if it is none: GStreamer's cameras that do not count send 2⁶⁴ − 1. A number has 32 bits, as V4L2's.
  package static func of(sent number: UInt64) -> UInt64? { number <= UInt32.max ? number : nil }
}

/// A block of memory with one plane, or with all.
package struct PictureBlock {
  var bytes: UnsafeRawBufferPointer
  /// Distance between rows, in bytes; 0 if it is unknown.
  var bytesPerRow: Int

  package init(bytes: UnsafeRawBufferPointer, bytesPerRow: Int) { (self.bytes, self.bytesPerRow) = (bytes, bytesPerRow) }
}

/// The layout of a stream's uncompressed pictures. Pure, and allocates nothing.
package struct StreamPicture: Equatable, Sendable {
  let format: PixelFormat
  let range: ColorRange
  /// Size in pixels.
  let width: Int, height: Int

  package init(format: PixelFormat, range: ColorRange, width: Int, height: Int) {
    (self.format, self.range, self.width, self.height) = (format, range, width, height)
  }

  /// The picture in some blocks of memory, which outlive it.
  ///
  /// - Parameters:
  ///   - blocks: how many there are.
  ///   - block: returns one of them; nil if it cannot be read.
  /// - Returns: nil if a block has fewer bytes than the picture needs.
  package func frame(
    blocks: Int, block: (Int) -> PictureBlock?, _ notes: PictureNotes, sequence: UInt64, capturedNs: UInt64, dequeuedNs: UInt64
  ) -> Frame? {
    let hasBlocks = blocks >= format.planeCount
    var planes: (Plane?, Plane?, Plane?) = (nil, nil, nil)
    var (start, firstRow) = (0, 0)
    let crop = visible(notes.crop)
    for index in 0..<format.planeCount {
      guard let block = block(hasBlocks ? index : 0) else { return nil }
      let shape = format.plane(index)
      let (packed, rows) = (shape.rowBytes(width: width), shape.rows(height: height))
      // In one block, the chroma rows' padding follows from that of luma.
      let isOwn = hasBlocks || index == 0
      let row = max(isOwn ? block.bytesPerRow : shape.bytesPerRow(ofFirst: firstRow), packed)
      if isOwn { start = 0 }
      if index == 0 { firstRow = row }
      // The last row may end with its last pixel.
      guard block.bytes.count >= start + row * (rows - 1) + packed, let base = block.bytes.baseAddress else { return nil }
      let plane = Plane(base: base + start + shape.offset(x: crop.x, y: crop.y, bytesPerRow: row), bytesPerRow: row)
      switch index {
      case 0: planes.0 = plane
      case 1: planes.1 = plane
      default: planes.2 = plane
      }
      start += row * rows
    }
    guard let first = planes.0 else { return nil }
    return Frame(
      width: crop.width, height: crop.height, format: format, range: range, planes: (first, planes.1, planes.2), sequence: sequence,
      capturedNs: capturedNs, dequeuedNs: dequeuedNs
    ).upright(notes.transform)
  }

  /// The part that is shown: begins at an even pixel, since two may share a code of color; all of it if the numbers make no sense.
  private func visible(_ crop: PictureNotes.Crop?) -> PictureNotes.Crop {
    let all = PictureNotes.Crop(x: 0, y: 0, width: width, height: height)
    guard let crop, crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.x + crop.width <= width, crop.y + crop.height <= height
    else { return all }
    let (x, y) = (crop.x & ~1, crop.y & ~1)
    return PictureNotes.Crop(x: x, y: y, width: crop.x + crop.width - x, height: crop.y + crop.height - y)
  }
}

extension Frame {
  /// The same picture upright.
  ///
  /// - Parameter transform: PipeWire's number of how the picture in memory is turned, counterclockwise, and mirrored before that
  ///   (spa/buffer/meta.h).
  func upright(_ transform: UInt32) -> Frame {
    guard let rotation = FrameRotation(rawValue: Int(transform & 3) * 90), transform > 0, transform < 8 else {
      return rotated(by: .degrees0)
    }
    return transform < 4 ? rotated(by: rotation) : rotated(by: rotation).mirrored()
  }
}
