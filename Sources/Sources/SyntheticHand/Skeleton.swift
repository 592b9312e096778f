import Glibc

/// The 21 joints of a right hand in a pose, numbered as hand landmarkers number them: wrist, then thumb, index, middle,
/// ring and little finger, each from its base to its tip.
///
/// Millimetres in the hand's own frame: origin at the wrist, +x to the thumb's side, +y to the middle knuckle, +z out of
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
    /// How far the plane in which the finger bends leans towards the thumb's side.
    let tilt: Float
  }

  /// Where landmarkers see the wrist: not at the origin, but 9 mm into the palm.
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
