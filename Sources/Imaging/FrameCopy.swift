/// A frame in memory of its own, which is used again for the next one.
public struct FrameCopy: Sendable {
  private var bytes: [UInt8] = []
  private var width = 0, height = 0
  private var format = PixelFormat.grey
  private var range = ColorRange.full
  private var sequence: UInt64 = 0, capturedNs: UInt64 = 0, dequeuedNs: UInt64 = 0

  public init() {}

  /// Takes the place of what was copied before. The rows come to lie without gaps.
  public mutating func copy(_ frame: borrowing Frame) {
    (width, height, format, range) = (frame.width, frame.height, frame.format, frame.range)
    (sequence, capturedNs, dequeuedNs) = (frame.sequence, frame.capturedNs, frame.dequeuedNs)
    bytes.removeAll(keepingCapacity: true)
    let (p, q, r) = frame.planes
    for (plane, size) in zip([p, q, r], format.planes(width: width, height: height)) {
      for row in 0..<size.rows {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: plane.base + row * plane.bytesPerRow, count: size.bytesPerRow))
      }
    }
  }

  /// Lends it. One that was never filled has no pixel, and must not be lent.
  public func withFrame<R>(_ body: (borrowing Frame) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes { bytes in
      var start = bytes.baseAddress!
      let planes = format.planes(width: width, height: height).map { size in
        defer { start += size.rows * size.bytesPerRow }
        return Plane(base: start, bytesPerRow: size.bytesPerRow)
      }
      return try body(
        Frame(
          width: width, height: height, format: format, range: range,
          planes: (planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil), sequence: sequence,
          capturedNs: capturedNs, dequeuedNs: dequeuedNs))
    }
  }
}

extension PixelFormat {
  /// What each plane holds of a picture of so many pixels.
  fileprivate func planes(width: Int, height: Int) -> [(bytesPerRow: Int, rows: Int)] {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    return switch self {
    case .yuyv: [(4 * halfWidth, height)]
    case .nv12: [(width, height), (2 * halfWidth, halfHeight)]
    case .yuv420: [(width, height), (halfWidth, halfHeight), (halfWidth, halfHeight)]
    case .yuv422: [(width, height), (halfWidth, height), (halfWidth, height)]
    case .yuv444: [(width, height), (width, height), (width, height)]
    case .grey: [(width, height)]
    case .rgb24: [(3 * width, height)]
    }
  }
}
