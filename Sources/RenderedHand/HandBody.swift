/// A cone with round ends in camera coordinates (mm), prepared for computing its distance from many points.
struct Capsule {
  /// One end, and the vector to the other.
  let start: SIMD3<Float>, axis: SIMD3<Float>
  /// 1 / |axis|².
  let inverseLengthSquared: Float
  /// Radius at `start`, and its increase to the other end.
  let radius: Float, growth: Float
  /// Distance within which this capsule and those before it blend smoothly; 0 for no blending.
  let blend: Float
  let part: BodyPart

  init(_ shape: CapsuleShape, placed placement: HandPlacement) {
    start = placement.apply(shape.a)
    axis = placement.apply(shape.b) - start
    inverseLengthSquared = 1 / dot(axis, axis)
    radius = shape.radii.x
    growth = shape.radii.y - shape.radii.x
    blend = shape.blend
    part = shape.part
  }
}

/// The part of the body that a capsule belongs to. Each digit blends into the palm, and hardly into its neighbors, which keeps the
/// creases between them.
enum BodyPart: UInt8 { case palm, thumb, index, middle, ring, little, sleeve }

/// A capsule in the hand's coordinates, in mm.
struct CapsuleShape {
  let a: SIMD3<Float>, b: SIMD3<Float>
  let radii: SIMD2<Float>
  let blend: Float
  let part: BodyPart

  init(_ a: SIMD3<Float>, _ ra: Float, _ b: SIMD3<Float>, _ rb: Float, blend: Float = 0, _ part: BodyPart) {
    (self.a, self.b) = (a, b)
    radii = [ra, rb]
    (self.blend, self.part) = (blend, part)
  }
}

/// The body around a skeleton: 26 capsules in the order of their parts.
struct HandBody {
  static let capsuleCount = 26
  let shapes: InlineArray<26, CapsuleShape>

  init(_ skeleton: Skeleton) {
    func j(_ i: Int) -> SIMD3<Float> { skeleton.joints[i] }
    shapes = [
      // Palm: one capsule to each knuckle, then the soft parts between them and the forearm's two bones.
      CapsuleShape([12, 6, 0], 15, j(5), 12.5, blend: 12, .palm),
      CapsuleShape([3, 6, -1], 15, j(9), 12.8, blend: 12, .palm),
      CapsuleShape([-6, 6, -1], 15, j(13), 12.2, blend: 12, .palm),
      CapsuleShape([-13, 8, 1], 15, j(17), 11, blend: 12, .palm),
      CapsuleShape([15, 16, 7], 14, 0.25 * j(1) + 0.75 * j(2), 13, blend: 12, .palm),
      CapsuleShape([-20, 18, 5], 13, [-33, 62, 6], 11.5, blend: 12, .palm),
      CapsuleShape([16, 74, 6], 9, [-24, 66, 7], 9, blend: 12, .palm),
      CapsuleShape(0.35 * j(1) + 0.65 * j(2) - [0, 0, 2], 8, [23, 62, -1], 9, blend: 14, .palm),
      CapsuleShape([10, 4, 0], 17, [13, -60, 0], 22, blend: 16, .palm),
      CapsuleShape([-10, 4, 0], 17, [-13, -60, 0], 22, blend: 16, .palm),

      CapsuleShape(j(1), 14, j(2), 12.8, blend: 9, .thumb),
      CapsuleShape(j(2), 12.8, j(3), 11.2, blend: 5, .thumb),
      CapsuleShape(j(3), 11.2, j(4), 8.6, blend: 4, .thumb),

      CapsuleShape(j(5), 11.5, j(6), 9.6, blend: 9, .index),
      CapsuleShape(j(6), 9.6, j(7), 8.3, blend: 3, .index),
      CapsuleShape(j(7), 8.3, j(8), 6.6, blend: 3, .index),

      CapsuleShape(j(9), 11.8, j(10), 9.8, blend: 9, .middle),
      CapsuleShape(j(10), 9.8, j(11), 8.5, blend: 3, .middle),
      CapsuleShape(j(11), 8.5, j(12), 6.8, blend: 3, .middle),

      CapsuleShape(j(13), 11.2, j(14), 9.2, blend: 9, .ring),
      CapsuleShape(j(14), 9.2, j(15), 8, blend: 3, .ring),
      CapsuleShape(j(15), 8, j(16), 6.4, blend: 3, .ring),

      CapsuleShape(j(17), 10, j(18), 8, blend: 9, .little),
      CapsuleShape(j(18), 8, j(19), 7, blend: 3, .little),
      CapsuleShape(j(19), 7, j(20), 5.6, blend: 3, .little),

      CapsuleShape([0, -60, 0], 36, [0, -330, 0], 52, .sleeve),
    ]
  }
}

/// The signed distance of points from a body made of capsules, in mm: negative inside. It does not own the capsules, which are in the order
/// of their parts.
struct DistanceField {
  let capsules: UnsafePointer<Capsule>
  /// Number of capsules before the sleeve, and whether there is a sleeve.
  let skinCount: Int
  let hasSleeve: Bool

  init(_ capsules: UnsafePointer<Capsule>, count: Int) {
    self.capsules = capsules
    hasSleeve = count > 0 && capsules[count - 1].part == .sleeve
    skinCount = hasSleeve ? count - 1 : count
  }

  /// Distance within which neighboring digits blend.
  private static var digitBlend: Float { 1.2 }
  private static var farAway: Float { 1e6 }

  /// The distance from the nearer of skin and sleeve.
  @inline(__always) func distance(to p: Lanes3) -> Lanes {
    let skin = skinDistance(to: p)
    return hasSleeve ? least(skin, sleeveDistance(to: p)) : skin
  }

  /// The distance from hand and forearm: the palm, then each digit blended into it.
  @inline(__always) func skinDistance(to p: Lanes3) -> Lanes {
    var palm = Lanes(repeating: DistanceField.farAway)
    var i = 0
    while i < skinCount, capsules[i].part == .palm {
      palm = smoothMinimum(palm, capsules[i].distance(to: p), capsules[i].blend)
      i += 1
    }
    var all = palm
    while i < skinCount {
      let part = capsules[i].part
      var digit = palm
      while i < skinCount, capsules[i].part == part {
        digit = smoothMinimum(digit, capsules[i].distance(to: p), capsules[i].blend)
        i += 1
      }
      all = smoothMinimum(all, digit, DistanceField.digitBlend)
    }
    return all
  }

  /// The distance from the sleeve, which covers the arm without blending into it.
  @inline(__always) func sleeveDistance(to p: Lanes3) -> Lanes {
    hasSleeve ? capsules[skinCount].distance(to: p) : Lanes(repeating: DistanceField.farAway)
  }
}

extension Capsule {
  @inline(__always) func distance(to p: Lanes3) -> Lanes {
    let fromStart = p - Lanes3(start)
    let axis = Lanes3(axis)
    let along = unit(fromStart.dot(axis) * inverseLengthSquared)
    let off = fromStart - axis * along
    return off.dot(off).squareRoot() - (radius + along * growth)
  }
}

/// The smooth minimum of two distances: rounded where they differ by less than `blend`.
@inline(__always) private func smoothMinimum(_ a: Lanes, _ b: Lanes, _ blend: Float) -> Lanes {
  let gap = a - b
  let apart = greatest(gap, -gap)
  let overlap = greatest(blend - apart, Lanes(repeating: 0))
  return least(a, b) - overlap * overlap * (0.25 / blend)
}
