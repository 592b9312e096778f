/// Which capsules can touch which 8×8 pixels of a picture, so that a ray asks only those that it may meet.
struct TileLists: ~Copyable {
  static let tileSize = 8
  let columns: Int, rows: Int
  /// Bit i stands for capsule i.
  private let masks: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - columns: tiles in a row of the picture.
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

  /// Enters a capsule into the tiles that its outline, blending included, can reach.
  mutating func insert(_ capsule: Capsule, index: Int) {
    let width = Float(columns * TileLists.tileSize)
    let height = Float(rows * TileLists.tileSize)
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    let ends = capsule.ends
    for i in ends.indices {
      let (centre, radius) = ends[i]
      // Seen from its near side, where it is widest.
      let half = width * capsule.reach(radius) / max(1, -centre.z - 0.6 * radius)
      let middle = project(centre, size: [width, height])
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
  fileprivate var ends: InlineArray<2, (centre: SIMD3<Float>, radius: Float)> {
    [(start, radius), (start + axis, radius + growth)]
  }

  /// How far the capsule changes the surface around a sphere of its axis.
  func reach(_ radius: Float) -> Float { radius + 2 + 0.7 * blend }

  /// Depths between which the capsule can be met, in mm from the camera.
  var depths: (near: Float, far: Float) {
    let end = start + axis
    let a = reach(radius)
    let b = reach(radius + growth)
    return (min(-start.z - a, -end.z - b), max(-start.z + a, -end.z + b))
  }
}
