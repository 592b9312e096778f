/// How far a picture is turned to be upright, clockwise: for a camera that is mounted sideways or upside down.
///
/// A picture's pixels are never moved. Whatever reads them maps places of the upright picture to places in memory.
public enum FrameRotation: Int, Sendable, CaseIterable {
  case degrees0 = 0
  case degrees90 = 90
  case degrees180 = 180
  case degrees270 = 270

  /// The step in memory, in pixels, from a column of the upright picture to the next.
  fileprivate var across: SIMD2<Int> {
    switch self {
    case .degrees0: SIMD2(1, 0)
    case .degrees90: SIMD2(0, -1)
    case .degrees180: SIMD2(-1, 0)
    case .degrees270: SIMD2(0, 1)
    }
  }

  package static func + (a: FrameRotation, b: FrameRotation) -> FrameRotation { FrameRotation(rawValue: (a.rawValue + b.rawValue) % 360)! }
  package static func - (a: FrameRotation, b: FrameRotation) -> FrameRotation {
    FrameRotation(rawValue: (a.rawValue - b.rawValue + 360) % 360)!
  }

  fileprivate var isSideways: Bool { self == .degrees90 || self == .degrees270 }
}

/// The mapping of places in the upright picture to places in memory. It is exact: pixels are mapped to pixels.
package struct FrameGeometry: Sendable, Equatable {
  /// Size in memory, in pixels.
  package let width: Int, height: Int
  package let rotation: FrameRotation
  /// Whether left and right are exchanged after the rotation.
  package let isMirrored: Bool

  /// - Parameters:
  ///   - width: columns in memory.
  ///   - height: rows in memory.
  package init(width: Int, height: Int, rotation: FrameRotation = .degrees0, isMirrored: Bool = false) {
    (self.width, self.height, self.rotation, self.isMirrored) = (width, height, rotation, isMirrored)
  }

  /// Size of the upright picture, in pixels.
  package var uprightSize: (width: Int, height: Int) { rotation.isSideways ? (height, width) : (width, height) }

  /// The steps in memory, in pixels, from column to column and from row to row of the upright picture.
  var steps: (across: SIMD2<Int>, down: SIMD2<Int>) {
    let across = rotation.across
    return (isMirrored ? .zero &- across : across, SIMD2(0 &- across.y, across.x))
  }

  /// The place in memory of the upright picture's first pixel: a corner.
  var origin: SIMD2<Int> {
    let direction = steps.across &+ steps.down
    return SIMD2(direction.x < 0 ? width &- 1 : 0, direction.y < 0 ? height &- 1 : 0)
  }

  /// The step in memory that a step in the upright picture is.
  func step(_ upright: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2<Double>(steps.across) * upright.x + SIMD2<Double>(steps.down) * upright.y
  }

  /// The place in memory of a place in the upright picture, in pixels.
  func place(_ upright: SIMD2<Double>) -> SIMD2<Double> { SIMD2<Double>(origin) + step(upright) }

  /// The place in the upright picture of a place in memory.
  package func upright(_ place: SIMD2<Float>) -> SIMD2<Float> {
    let way = place - SIMD2<Float>(origin)
    // The steps are of length 1 and at a right angle.
    return SIMD2((way * SIMD2<Float>(steps.across)).sum(), (way * SIMD2<Float>(steps.down)).sum())
  }

  /// The region in memory of a region of the upright picture. Its rotation is rounded; ``step(_:)`` is exact.
  package func inMemory(_ region: RotatedRegion) -> RotatedRegion {
    guard rotation != .degrees0 || isMirrored else { return region }
    let center = place(SIMD2(Double(region.centerX), Double(region.centerY)))
    return RotatedRegion(
      centerX: Float(center.x), centerY: Float(center.y), width: region.width, height: region.height,
      rotation: (isMirrored ? -region.rotation : region.rotation) - Float(rotation.rawValue) * .pi / 180)
  }
}

extension Frame {
  package var geometry: FrameGeometry { FrameGeometry(width: width, height: height, rotation: rotation, isMirrored: isMirrored) }

  /// Size of the upright picture, in pixels: all places that are found in a frame refer to it.
  public var uprightWidth: Int { geometry.uprightSize.width }
  /// As ``uprightWidth``.
  public var uprightHeight: Int { geometry.uprightSize.height }
}
