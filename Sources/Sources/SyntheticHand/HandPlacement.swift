import Glibc

/// Where a hand is held before the camera: a rotation and a shift, from the hand's frame to the camera's.
///
/// Camera frame: millimetres, pinhole at the origin, x right, y up, looking along −z.
package struct HandPlacement {
  /// The hand's own axes as the camera sees them.
  let x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>
  let shift: SIMD3<Float>

  /// The distance at which the hand fills about half of the picture's height, in mm.
  package static let defaultDistance: Float = 520

  /// - Parameters:
  ///   - turn: about the line of sight, counter-clockwise: 0 points the fingers up, 90 to the picture's left.
  ///   - roll: about the forearm; 0 shows the palm.
  ///   - tilt: about the camera's x and y axis.
  ///   - offset: of the hand from the picture's centre, in mm, y up.
  ///   - distance: from the camera, in mm.
  ///
  /// Angles are in degrees.
  package init(
    turn: Float, roll: Float, tilt: SIMD2<Float> = .zero, offset: SIMD2<Float> = .zero,
    distance: Float = HandPlacement.defaultDistance
  ) {
    func placed(_ axis: SIMD3<Float>) -> SIMD3<Float> {
      rotatedX(rotatedY(rotatedZ(rotatedY(axis, roll), turn), tilt.y), tilt.x)
    }
    x = placed([1, 0, 0])
    y = placed([0, 1, 0])
    z = placed([0, 0, 1])
    // The middle of the palm is what is centred.
    shift = SIMD3(offset.x, offset.y, -distance) - (60 * y + 10 * z)
  }

  /// A point of the hand, in the camera's frame.
  package func apply(_ p: SIMD3<Float>) -> SIMD3<Float> { p.x * x + p.y * y + p.z * z + shift }
}

/// A pinhole camera's picture of a point: pixels from the top left, y down.
///
/// - Parameter size: of the picture, in pixels; the focal length is its width.
package func project(_ p: SIMD3<Float>, size: SIMD2<Float>) -> SIMD2<Float> {
  SIMD2(size.x / 2 - size.x * p.x / p.z, size.y / 2 + size.x * p.y / p.z)
}

private func rotatedX(_ v: SIMD3<Float>, _ degrees: Float) -> SIMD3<Float> {
  let (s, c) = (sin(radians(degrees)), cos(radians(degrees)))
  return [v.x, c * v.y - s * v.z, s * v.y + c * v.z]
}

private func rotatedY(_ v: SIMD3<Float>, _ degrees: Float) -> SIMD3<Float> {
  let (s, c) = (sin(radians(degrees)), cos(radians(degrees)))
  return [c * v.x + s * v.z, v.y, c * v.z - s * v.x]
}

private func rotatedZ(_ v: SIMD3<Float>, _ degrees: Float) -> SIMD3<Float> {
  let (s, c) = (sin(radians(degrees)), cos(radians(degrees)))
  return [c * v.x - s * v.y, s * v.x + c * v.y, v.z]
}
