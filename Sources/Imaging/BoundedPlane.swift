/// A plane that can be read some bytes at a time up to its last one: what lies beyond reads as zero.
struct BoundedPlane {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int
  /// Bytes from the first of the first row to the last of the last.
  private let count: Int

  /// - Parameter rowBytes: those of a row's pixels. The last row may end there.
  @inline(__always)
  init(_ plane: Plane, rows: Int, rowBytes: Int) {
    base = plane.base
    bytesPerRow = plane.bytesPerRow
    count = (rows &- 1) &* plane.bytesPerRow &+ rowBytes
  }

  /// The bytes from a column on in two rows, the first byte lowest.
  ///
  /// - Parameter rows: the second is not above the first.
  @inline(__always)
  func load<Bytes: FixedWidthInteger & UnsignedInteger>(
    _: Bytes.Type, _ column: Int, _ rows: (upper: Int, lower: Int)
  ) -> (upper: UInt64, lower: UInt64) {
    let upper = rows.upper &* bytesPerRow &+ column
    let lower = rows.lower &* bytesPerRow &+ column
    @inline(__always) func all(_ offset: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: base.loadUnaligned(fromByteOffset: offset, as: Bytes.self).littleEndian)
    }
    // Beyond the end of a row lies the next one, which does no harm. Only the last pixels of the last row have nothing there.
    guard _fastPath(lower <= count &- MemoryLayout<Bytes>.size) else { return (some(upper, Bytes.self), some(lower, Bytes.self)) }
    return (all(upper), all(lower))
  }

  @inline(never)
  private func some<Bytes>(_ offset: Int, _: Bytes.Type) -> UInt64 {
    (0..<min(MemoryLayout<Bytes>.size, count - offset)).reduce(0) { bytes, i in
      bytes | UInt64(base.load(fromByteOffset: offset + i, as: UInt8.self)) << (8 * i)
    }
  }
}
