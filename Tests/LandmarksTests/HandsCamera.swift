import Imaging
import RenderedHand

/// A camera that shows a rendered hand in either half of its picture, 30 frames a second.
struct HandsCamera: ~Copyable {
  private static let width = 2 * HandRenderer.width, bytesPerRow = 2 * HandRenderer.bytesPerRow
  private var renderer = HandRenderer()
  private var pixels = [UInt8](repeating: 0, count: bytesPerRow * HandRenderer.height)
  private var sequence: UInt64 = 0

  /// Passes the next picture to `body`.
  mutating func next(left: HandPlacement?, right: HandPlacement?, _ body: (borrowing Frame) throws -> Void) throws {
    sequence += 1
    for (half, placement) in [left, right].enumerated() {
      renderer.render(.rest, placement ?? HandPlacement(turn: 0, roll: 0, offset: [0, -5000]), seed: 2 * sequence + UInt64(half))
      for row in 0..<HandRenderer.height {
        let (source, target) = (row * HandRenderer.bytesPerRow, row * Self.bytesPerRow + half * HandRenderer.bytesPerRow)
        pixels.withUnsafeMutableBytes {
          $0[target..<target + HandRenderer.bytesPerRow].copyBytes(from: renderer.bytes[source..<source + HandRenderer.bytesPerRow])
        }
      }
    }
    try pixels.withUnsafeBytes { bytes in
      let plane = Plane(base: bytes.baseAddress!, bytesPerRow: Self.bytesPerRow)
      try body(
        Frame(
          width: Self.width, height: HandRenderer.height, format: .yuyv, range: .limited, planes: (plane, nil, nil),
          sequence: sequence, capturedNs: sequence * 33_333_333, dequeuedNs: sequence * 33_333_333))
    }
  }
}
