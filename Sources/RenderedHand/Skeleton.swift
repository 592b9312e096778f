import Glibc

/// The 21 joints of a right hand in a pose, in the order of `JointName`: wrist, then thumb, index, middle, ring and little finger, each
/// from its base to its tip.
///
/// Millimeters in the hand's coordinates: origin at the wrist, +x to the thumb's side, +y to the middle knuckle, +z out of
/// the palm. Lengths are those of an average adult hand.
package struct Skeleton {
  package private(set) var joints: InlineArray<21, SIMD3<Float>>

  package init(pose: HandPose) {
    joints = InlineArray(repeating: Skeleton.wrist)
    var joint = Skeleton.thumbBase
    joints[1] = joint
    for bone in 0..<3 {
      joint += Skeleton.thumbBones[bone] * thumbDirection(pose.thumb[bone])
      joints[2 + bone] = joint
    }
    for finger in 0..<4 { place(Skeleton.fingers[finger], bent: pose.fingers[finger], from: 5 + 4 * finger) }
  }

  private mutating func place(_ finger: Finger, bent: SIMD4<Float>, from first: Int) {
    let swing = radians(bent.w)
    let along = SIMD3<Float>(sin(swing), cos(swing), 0)
    let tilted = SIMD3<Float>(finger.tilt, 0, 1)
    let across = normalized(tilted - along * dot(along, tilted))
    var joint = finger.knuckle
    var flexion: Float = 0
    joints[first] = joint
    for bone in 0..<3 {
      flexion += radians(bent[bone])
      joint += finger.bones[bone] * (cos(flexion) * along + sin(flexion) * across)
      joints[first + 1 + bone] = joint
    }
  }

  private func thumbDirection(_ angles: SIMD2<Float>) -> SIMD3<Float> {
    let a = radians(angles.x)
    let b = radians(angles.y)
    return [sin(a) * cos(b), cos(a) * cos(b), sin(b)]
  }

  private struct Finger {
    let knuckle: SIMD3<Float>
    /// Lengths of the proximal, middle and distal bone.
    let bones: SIMD3<Float>
    /// Tilt of the plane in which the finger bends, toward the thumb's side.
    let tilt: Float
  }

  /// The wrist as landmark models see it: not at the origin, but 9 mm into the palm.
  private static let wrist = SIMD3<Float>(-1.5, 8, 6)
  private static let thumbBase = SIMD3<Float>(20, 20, 9)
  private static let thumbBones = SIMD3<Float>(44, 31, 22)
  private static let fingers: InlineArray<4, Finger> = [
    Finger(knuckle: [25, 91, 0], bones: [44, 26, 19], tilt: -0.06),
    Finger(knuckle: [3, 94, -3], bones: [48, 30, 20], tilt: 0),
    Finger(knuckle: [-18, 88, -1], bones: [44, 28, 20], tilt: 0.10),
    Finger(knuckle: [-36, 77, 4], bones: [34, 20, 18], tilt: 0.20),
  ]
}

func radians(_ degrees: Float) -> Float { degrees * (.pi / 180) }
func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }
func normalized(_ v: SIMD3<Float>) -> SIMD3<Float> { v / dot(v, v).squareRoot() }

/// The placement of a hand in front of the camera: a rotation and a shift, from the hand's coordinates to the camera's.
///
/// Camera coordinates: millimeters, pinhole at the origin, x right, y up, looking along −z.
package struct HandPlacement {
  /// The hand's axes in camera coordinates.
  let x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>
  let shift: SIMD3<Float>

  /// Distance at which the hand fills about half of the picture's height, in mm.
  package static let defaultDistance: Float = 520

  /// - Parameters:
  ///   - turn: angle about the line of sight in degrees, counterclockwise: 0 points the fingers up, 90 to the picture's left.
  ///   - roll: angle about the forearm in degrees; 0 shows the palm.
  ///   - tilt: angles about the camera's x and y axis in degrees.
  ///   - offset: shift of the hand from the picture's center, in mm, y up.
  ///   - distance: distance from the camera, in mm.
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
    // Centers the middle of the palm.
    shift = SIMD3(offset.x, offset.y, -distance) - (60 * y + 10 * z)
  }

  /// A point of the hand in camera coordinates.
  package func apply(_ p: SIMD3<Float>) -> SIMD3<Float> { p.x * x + p.y * y + p.z * z + shift }
}

/// The projection of a point by a pinhole camera: pixels, origin top left, y down.
///
/// - Parameters:
///   - p: point in camera coordinates.
///   - size: size of the picture in pixels; the focal length is its width.
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
