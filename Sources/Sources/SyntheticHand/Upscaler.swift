/// Doubles a picture, adds noise, and packs it as a webcam does: YUYV.
///
/// Bilinear on the pixels' centres, so each new pixel is 3 parts of its nearest old pixel and 1 part of the next, in both
/// directions. The chroma that two new pixels share sits in the middle of their old one, so it is doubled downwards only.
struct Upscaler: ~Copyable {
  private let width: Int, height: Int
  /// A row of luma between two rows of the picture, times 4, with its ends repeated.
  private let blended: UnsafeMutablePointer<UInt16>
  private let noise = SensorNoise()

  /// - Parameters:
  ///   - width: of the small picture, in pixels.
  ///   - height: of the small picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    blended = .allocate(capacity: width + 2)
    blended.initialize(repeating: 0, count: width + 2)
  }

  deinit { blended.deallocate() }

  /// - Parameters:
  ///   - seed: chooses the noise.
  ///   - output: 4 · width · height pixels, two bytes each.
  mutating func upscale(_ picture: borrowing PlanarPicture, seed: UInt64, into output: UnsafeMutablePointer<UInt32>) {
    for y in 0..<2 * height {
      let nearest = y / 2
      let next = min(max(nearest + (y % 2 == 0 ? -1 : 1), 0), height - 1)
      blend(picture.row(nearest, plane: 0), picture.row(next, plane: 0))
      pack(
        u: (picture.row(nearest, plane: 1), picture.row(next, plane: 1)),
        v: (picture.row(nearest, plane: 2), picture.row(next, plane: 2)),
        noise: noise.row(y, seed: seed, width: 2 * width), into: output + y * width)
    }
  }

  private func blend(_ nearest: UnsafePointer<UInt8>, _ next: UnsafePointer<UInt8>) {
    for x in 0..<width { blended[x + 1] = 3 &* UInt16(nearest[x]) &+ UInt16(next[x]) }
    blended[0] = blended[1]
    blended[width + 1] = blended[width]
  }

  /// Writes one row; in each word, lowest byte first: Y0 U Y1 V. Noise cannot carry Y out of a byte: Y keeps to 16…235.
  private func pack(
    u: (UnsafePointer<UInt8>, UnsafePointer<UInt8>), v: (UnsafePointer<UInt8>, UnsafePointer<UInt8>),
    noise: UnsafePointer<Int8>, into row: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<width {
      let centre = 3 &* Int32(blended[x + 1])
      let y0 = ((centre &+ Int32(blended[x]) &+ 8) &>> 4) &+ Int32(noise[2 &* x])
      let y1 = ((centre &+ Int32(blended[x + 2]) &+ 8) &>> 4) &+ Int32(noise[2 &* x &+ 1])
      let u = (3 &* Int32(u.0[x]) &+ Int32(u.1[x]) &+ 2) &>> 2
      let v = (3 &* Int32(v.0[x]) &+ Int32(v.1[x]) &+ 2) &>> 2
      row[x] = UInt32(truncatingIfNeeded: y0 | u &<< 8 | y1 &<< 16 | v &<< 24).littleEndian
    }
  }
}
