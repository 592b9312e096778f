/// Eight neighboring pixels of a row, computed side by side.
typealias Lanes = SIMD8<Float>
typealias LaneMask = SIMDMask<SIMD8<Int32>>

/// Eight points or directions.
struct Lanes3 {
  var x: Lanes, y: Lanes, z: Lanes

  @inline(__always) init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same for all.
  @inline(__always) init(_ v: SIMD3<Float>) {
    self.init(Lanes(repeating: v.x), Lanes(repeating: v.y), Lanes(repeating: v.z))
  }

  @inline(__always) static func + (a: Lanes3, b: Lanes3) -> Lanes3 { Lanes3(a.x + b.x, a.y + b.y, a.z + b.z) }
  @inline(__always) static func - (a: Lanes3, b: Lanes3) -> Lanes3 { Lanes3(a.x - b.x, a.y - b.y, a.z - b.z) }
  @inline(__always) static func * (a: Lanes3, b: Lanes) -> Lanes3 { Lanes3(a.x * b, a.y * b, a.z * b) }
  @inline(__always) static func * (a: Lanes3, b: Float) -> Lanes3 { Lanes3(a.x * b, a.y * b, a.z * b) }

  @inline(__always) func dot(_ b: Lanes3) -> Lanes { x * b.x + y * b.y + z * b.z }
  @inline(__always) var normalized: Lanes3 { self * (1 / dot(self).squareRoot()) }
  @inline(__always) func mixed(with b: Lanes3, _ weight: Lanes) -> Lanes3 { self + (b - self) * weight }
}

@inline(__always) func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .< b) }
@inline(__always) func greatest(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }
/// Each value, clamped to 0…1.
@inline(__always) func unit(_ a: Lanes) -> Lanes { least(greatest(a, Lanes(repeating: 0)), Lanes(repeating: 1)) }

/// The points where rays come nearest to a body.
struct RayHit {
  /// Depth of the point in mm: the ray's direction times the depth is the point.
  var depth: Lanes
  /// Fraction of each pixel that the body covers, 0…1.
  var cover: Lanes
}

/// Follows eight rays at a time through a distance field, in steps as long as the distance from the body (sphere tracing).
struct RayMarcher {
  /// Focal length, in pixels of the picture that is marched.
  let focalLength: Float

  /// Number of steps after which a ray stops.
  private static var maximumSteps: Int { 40 }
  /// Factor of each step: blending makes the distances slightly too large.
  private static var caution: Float { 0.92 }
  /// Distance that counts as a hit, in pixels.
  private static var closeEnough: Float { 0.05 }

  /// - Parameters:
  ///   - rays: directions with z = −1, so that a depth times a ray is a point.
  ///   - field: the body.
  ///   - near: depth at which to start, in mm.
  ///   - far: depth at which to stop, in mm.
  @inline(__always) func march(
    _ rays: Lanes3, through field: DistanceField, from near: Float, to far: Float
  ) -> RayHit {
    let step = RayMarcher.caution / rays.dot(rays).squareRoot()
    var depth = Lanes(repeating: near)
    var closest = Lanes(repeating: .infinity)
    var closestDepth = depth
    var going = LaneMask(repeating: true)
    for _ in 0..<RayMarcher.maximumSteps {
      let distance = field.distance(to: rays * depth)
      let pixels = distance * focalLength / depth
      let closer = pixels .< closest
      closest.replace(with: pixels, where: closer)
      closestDepth.replace(with: depth, where: closer)
      depth.replace(with: depth + distance * step, where: going)
      going .&= (pixels .>= RayMarcher.closeEnough) .& (depth .<= far)
      if !any(going) { break }
    }
    let covered = unit(1 - closest).replacing(with: 1, where: closest .< RayMarcher.closeEnough)
    return RayHit(depth: closestDepth, cover: covered)
  }
}

/// The capsules that can cover each tile of 8×8 pixels, so that a ray is tested only against those.
struct TileLists: ~Copyable {
  static let tileSize = 8
  let columns: Int, rows: Int
  /// Bit i stands for capsule i.
  private let masks: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - columns: tiles in a row.
  ///   - rows: rows of tiles.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    masks = .allocate(capacity: columns * rows)
    masks.initialize(repeating: 0, count: columns * rows)
  }

  deinit { masks.deallocate() }

  subscript(column: Int, row: Int) -> UInt32 { masks[row * columns + column] }

  mutating func clear() { masks.update(repeating: 0, count: columns * rows) }

  /// Adds a capsule to the tiles that its outline, including blending, can reach.
  mutating func insert(_ capsule: Capsule, index: Int) {
    let width = Float(columns * TileLists.tileSize)
    let height = Float(rows * TileLists.tileSize)
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    let ends = capsule.ends
    for i in ends.indices {
      let (center, radius) = ends[i]
      // The near side of the sphere appears widest.
      let half = width * capsule.reach(radius) / max(1, -center.z - 0.6 * radius)
      let middle = project(center, size: [width, height])
      low = pointwiseMin(low, middle - half)
      high = pointwiseMax(high, middle + half)
    }
    guard high.x >= 0, high.y >= 0, low.x < width, low.y < height else { return }
    let size = Float(TileLists.tileSize)
    let left = Int(max(0, low.x) / size)
    let right = min(columns - 1, Int(min(high.x, width) / size))
    let top = Int(max(0, low.y) / size)
    let bottom = min(rows - 1, Int(min(high.y, height) / size))
    for row in top...bottom {
      for column in left...right { masks[row * columns + column] |= 1 << UInt32(index) }
    }
  }
}

extension Capsule {
  /// Both end spheres.
  fileprivate var ends: InlineArray<2, (center: SIMD3<Float>, radius: Float)> {
    [(start, radius), (start + axis, radius + growth)]
  }

  /// The distance from a point of the axis within which the capsule changes the surface.
  func reach(_ radius: Float) -> Float { radius + 2 + 0.7 * blend }

  /// The range of depths in which a ray can hit the capsule, in mm from the camera.
  var depths: (near: Float, far: Float) {
    let end = start + axis
    let a = reach(radius)
    let b = reach(radius + growth)
    return (min(-start.z - a, -end.z - b), max(-start.z + a, -end.z + b))
  }
}
