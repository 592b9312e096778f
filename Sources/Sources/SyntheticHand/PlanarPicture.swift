/// A picture in three planes of the same size: Y, U and V as BT.601 has them in limited range.
struct PlanarPicture: ~Copyable {
  let width: Int, height: Int
  private let planes: InlineArray<3, UnsafeMutablePointer<UInt8>>

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    planes = InlineArray { _ in
      let plane = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
      plane.initialize(repeating: 0, count: width * height)
      return plane
    }
  }

  deinit { for i in planes.indices { planes[i].deallocate() } }

  func row(_ y: Int, plane: Int) -> UnsafePointer<UInt8> { UnsafePointer(planes[plane] + y * width) }

  /// Takes over all pixels of a picture of the same size.
  mutating func update(from other: borrowing PlanarPicture) {
    for i in planes.indices { planes[i].update(from: other.planes[i], count: width * height) }
  }

  /// Writes eight pixels of a row, laid over what is there.
  ///
  /// - Parameters:
  ///   - offset: of the first pixel.
  ///   - colour: red, green and blue, 0…1.
  ///   - cover: 1 hides what is there, 0 leaves it.
  @inline(__always) mutating func blend(_ colour: Lanes3, cover: Lanes, at offset: Int) {
    let code = yuv(Lanes3(unit(colour.x), unit(colour.y), unit(colour.z)))
    blend(code.x, cover, planes[0] + offset)
    blend(code.y, cover, planes[1] + offset)
    blend(code.z, cover, planes[2] + offset)
  }

  @inline(__always) private func blend(_ value: Lanes, _ cover: Lanes, _ bytes: UnsafeMutablePointer<UInt8>) {
    var under = Lanes()
    for i in 0..<Lanes.scalarCount { under[i] = Float(bytes[i]) }
    let mixed = under + (value - under) * cover
    // Added to 2²³, a number's fraction is rounded away and its last byte is the integer.
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
