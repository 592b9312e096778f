import Glibc

/// How a head is turned, in radians. Each angle is a rotation about one axis of the head, positive as ``FaceObservation`` describes it.
struct FacePose {
  let roll: Float
  let yaw: Float, pitch: Float

  /// The numbers of the mesh's points at the sides of the face, at the top of the forehead and at the chin.
  private static let rightSide = 234, leftSide = 454, top = 10, chin = 152

  /// The pose of a face's mesh: it is turned by the pitch first, then by the yaw, then by the roll.
  init(_ mesh: FaceMesh) {
    // x to the right, y up, z toward the camera.
    func place(_ index: Int) -> SIMD3<Float> { mesh.points[index] * SIMD3(1, -1, -1) }
    let across = (place(Self.leftSide) - place(Self.rightSide)).normalized
    let height = place(Self.top) - place(Self.chin)
    let up = (height - across * (height * across).sum()).normalized
    let forwardZ = across.x * up.y - across.y * up.x
    roll = atan2(across.y, across.x)
    yaw = asin(min(max(-across.z, -1), 1))
    pitch = atan2(up.z, forwardZ)
  }

  /// The roll of a line between the eyes, in image pixels.
  static func roll(rightEye: SIMD2<Float>, leftEye: SIMD2<Float>) -> Float {
    let way = leftEye - rightEye
    return atan2(-way.y, way.x)
  }
}

extension SIMD3<Float> {
  /// The vector of length 1 in the same direction; zero stays zero.
  fileprivate var normalized: SIMD3 {
    let length = (self * self).sum().squareRoot()
    return length > 0 ? self / length : .zero
  }
}
