import Glibc

/// A picture in three planes of the same size: Y, U and V by BT.601, limited range.
struct PlanarPicture: ~Copyable {
  let width: Int, height: Int
  private let planes: InlineArray<3, UnsafeMutablePointer<UInt8>>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    planes = InlineArray { _ in
      let plane = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
      plane.initialize(repeating: 0, count: width * height)
      return plane
    }
  }

  deinit { for i in planes.indices { planes[i].deallocate() } }

  func row(_ y: Int, plane: Int) -> UnsafePointer<UInt8> { UnsafePointer(planes[plane] + y * width) }

  /// Copies all pixels of a picture of the same size.
  mutating func update(from other: borrowing PlanarPicture) {
    for i in planes.indices { planes[i].update(from: other.planes[i], count: width * height) }
  }

  /// Blends eight pixels of a row into the picture.
  ///
  /// - Parameters:
  ///   - color: red, green and blue, 0…1.
  ///   - cover: 1 replaces the picture's pixels, 0 keeps them.
  ///   - offset: offset of the first pixel.
  @inline(__always) mutating func blend(_ color: Lanes3, cover: Lanes, at offset: Int) {
    let code = yuv(Lanes3(unit(color.x), unit(color.y), unit(color.z)))
    blend(code.x, cover, planes[0] + offset)
    blend(code.y, cover, planes[1] + offset)
    blend(code.z, cover, planes[2] + offset)
  }

  @inline(__always) private func blend(_ value: Lanes, _ cover: Lanes, _ bytes: UnsafeMutablePointer<UInt8>) {
    var under = Lanes()
    for i in 0..<Lanes.scalarCount { under[i] = Float(bytes[i]) }
    let mixed = under + (value - under) * cover
    // Adding 2²³ rounds a number to an integer, which is then in its low bits.
    let rounded = unsafeBitCast(mixed + 8_388_608, to: SIMD8<UInt32>.self)
    for i in 0..<Lanes.scalarCount { bytes[i] = UInt8(truncatingIfNeeded: rounded[i]) }
  }
}

/// BT.601 codes (Y 16…235, U and V 16…240) of red, green and blue, 0…1.
@inline(__always) private func yuv(_ c: Lanes3) -> Lanes3 {
  Lanes3(
    16 + 65.481 * c.x + 128.553 * c.y + 24.966 * c.z,
    128 - 37.797 * c.x - 74.203 * c.y + 112 * c.z,
    128 + 112 * c.x - 93.786 * c.y - 18.214 * c.z)
}

/// Doubles the size of a picture, adds noise, and packs it as a webcam does: YUYV.
///
/// Scaling is bilinear: each new pixel is three parts of the nearest old pixel and one part of the next, in both directions. The chroma
/// that two new pixels share is at the center of their old pixel, so it is scaled only vertically.
struct Upscaler: ~Copyable {
  private let width: Int, height: Int
  /// A row of luma between two rows of the picture, times 4, with its ends repeated.
  private let blended: UnsafeMutablePointer<UInt16>
  private let noise = SensorNoise()

  /// - Parameters:
  ///   - width: of the small picture, in pixels.
  ///   - height: of the small picture.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    blended = .allocate(capacity: width + 2)
    blended.initialize(repeating: 0, count: width + 2)
  }

  deinit { blended.deallocate() }

  /// - Parameters:
  ///   - picture: a picture of the size given to the initializer.
  ///   - seed: seed of the noise.
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

  /// Writes one row; each word is Y0 U Y1 V, lowest byte first. Noise cannot overflow a byte, since Y is in 16…235.
  private func pack(
    u: (UnsafePointer<UInt8>, UnsafePointer<UInt8>), v: (UnsafePointer<UInt8>, UnsafePointer<UInt8>),
    noise: UnsafePointer<Int8>, into row: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<width {
      let center = 3 &* Int32(blended[x + 1])
      let y0 = ((center &+ Int32(blended[x]) &+ 8) &>> 4) &+ Int32(noise[2 &* x])
      let y1 = ((center &+ Int32(blended[x + 2]) &+ 8) &>> 4) &+ Int32(noise[2 &* x &+ 1])
      let u = (3 &* Int32(u.0[x]) &+ Int32(u.1[x]) &+ 2) &>> 2
      let v = (3 &* Int32(v.0[x]) &+ Int32(v.1[x]) &+ 2) &>> 2
      row[x] = UInt32(truncatingIfNeeded: y0 | u &<< 8 | y1 &<< 16 | v &<< 24).littleEndian
    }
  }
}

/// The noise of a sensor: normally distributed, the same for the same seed.
struct SensorNoise: ~Copyable {
  /// Length of the table: a row starts at any of many places.
  private static let count = 65_536
  /// Standard deviation and bound, in code values.
  private static let deviation = 1.3
  private static let bound = 6.0
  private let table: UnsafeMutablePointer<Int8>

  init() {
    table = .allocate(capacity: SensorNoise.count)
    for i in stride(from: 0, to: SensorNoise.count, by: 2) {
      // The Box-Muller transform: two normally distributed numbers from two uniformly distributed ones.
      let radius = (-2 * log(uniform(UInt64(i)))).squareRoot() * SensorNoise.deviation
      let angle = 2 * Double.pi * uniform(UInt64(i + 1))
      table[i] = level(radius * cos(angle))
      table[i + 1] = level(radius * sin(angle))
    }
    func level(_ x: Double) -> Int8 { Int8(min(max(x, -SensorNoise.bound), SensorNoise.bound).rounded()) }
  }

  deinit { table.deallocate() }

  /// `width` values for a row of a picture.
  func row(_ y: Int, seed: UInt64, width: Int) -> UnsafePointer<Int8> {
    let places = UInt64(SensorNoise.count - width)
    return UnsafePointer(table) + Int(truncatingIfNeeded: hash(seed ^ hash(UInt64(y))) % places)
  }
}

/// Sebastiano Vigna's SplitMix64: every bit of the result depends on every bit of `x`.
private func hash(_ x: UInt64) -> UInt64 {
  var z = x &+ 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// A uniformly distributed number between 0 and 1, both excluded.
private func uniform(_ i: UInt64) -> Double { (Double(hash(i) >> 11) + 0.5) / 9_007_199_254_740_992 }
