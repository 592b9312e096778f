/// Where the planes of an uncompressed picture lie in a buffer.
package struct BufferLayout: Sendable {
  package let format: PixelFormat
  package let range: ColorRange
  /// Size in pixels.
  package let width: Int, height: Int
  /// Distance between rows in bytes; 0 for a plane that the format does not have.
  package let bytesPerRow: (Int, Int, Int)
  /// Start of each plane, in bytes from the start of the buffer.
  package let offsets: (Int, Int, Int)
  /// Bytes of the whole picture; a buffer with fewer is incomplete.
  package let byteCount: Int

  /// - Parameter bytesPerLine: the distance of the first plane's rows; 0 or too small means rows without padding.
  package init(format: PixelFormat, range: ColorRange, width: Int, height: Int, bytesPerLine: Int = 0) {
    let planes = format.planes(width: width, height: height, bytesPerLine: bytesPerLine)
    func row(_ plane: Int) -> Int { plane < planes.count ? planes[plane].bytesPerRow : 0 }
    func start(_ plane: Int) -> Int {
      plane < planes.count ? planes[..<plane].reduce(0) { $0 + $1.bytesPerRow * $1.rows } : 0
    }
    self.format = format
    self.range = range
    self.width = width
    self.height = height
    bytesPerRow = (row(0), row(1), row(2))
    offsets = (0, start(1), start(2))
    byteCount = planes.reduce(0) { $0 + $1.bytesPerRow * $1.rows }
  }

  /// The picture in `memory`, which holds at least ``byteCount`` bytes and outlives the frame.
  ///
  /// - Parameters:
  ///   - sequence: the number of the frame.
  ///   - capturedNs: when it was captured, in ns of CLOCK_MONOTONIC.
  ///   - dequeuedNs: when it was taken, in ns of CLOCK_MONOTONIC.
  package func frame(in memory: UnsafeRawPointer, sequence: UInt64, capturedNs: UInt64, dequeuedNs: UInt64) -> Frame {
    func plane(_ offset: Int, _ bytesPerRow: Int) -> Plane? {
      bytesPerRow == 0 ? nil : Plane(base: memory + offset, bytesPerRow: bytesPerRow)
    }
    return Frame(
      width: width, height: height, format: format, range: range,
      planes: (
        Plane(base: memory, bytesPerRow: bytesPerRow.0), plane(offsets.1, bytesPerRow.1), plane(offsets.2, bytesPerRow.2)
      ),
      sequence: sequence, capturedNs: capturedNs, dequeuedNs: dequeuedNs)
  }
}
