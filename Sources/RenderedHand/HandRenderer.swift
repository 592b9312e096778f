/// Renders the scripted hand at any time: YUYV, 640×480, limited range. It knows no clock; the same time gives the same bytes.
///
/// The picture is rendered at half the size and doubled: hand detectors work better with a soft picture than with a sharp one.
package struct HandRenderer: ~Copyable {
  /// Size of the pictures, in pixels.
  package static let width = 640, height = 480
  /// Two bytes per pixel.
  package static let bytesPerRow = 2 * width

  private static let smallWidth = width / 2, smallHeight = height / 2
  private let script: SyntheticScript
  private let tone: SkinTone
  private var background = PlanarPicture(width: smallWidth, height: smallHeight)
  private var picture = PlanarPicture(width: smallWidth, height: smallHeight)
  private var tiles = TileLists(columns: smallWidth / TileLists.tileSize, rows: smallHeight / TileLists.tileSize)
  private var upscaler = Upscaler(width: smallWidth, height: smallHeight)
  private let marcher = RayMarcher(focalLength: Float(smallWidth))
  private let output: UnsafeMutablePointer<UInt32>
  private let capsules: UnsafeMutablePointer<Capsule>
  private let tileCapsules: UnsafeMutablePointer<Capsule>

  package init(_ script: SyntheticScript = .thumbs, tone: SkinTone = .medium) {
    (self.script, self.tone) = (script, tone)
    output = .allocate(capacity: HandRenderer.width * HandRenderer.height / 2)
    output.initialize(repeating: 0, count: HandRenderer.width * HandRenderer.height / 2)
    capsules = .allocate(capacity: HandBody.capsuleCount)
    tileCapsules = .allocate(capacity: HandBody.capsuleCount)
    Background.draw(into: &background)
  }

  deinit {
    output.deallocate()
    capsules.deallocate()
    tileCapsules.deallocate()
  }

  /// The bytes of the last picture, valid until the next is rendered or the renderer is destroyed.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: output, count: HandRenderer.bytesPerRow * HandRenderer.height)
  }

  /// Renders the picture `seconds` after the script's start.
  package mutating func render(at seconds: Double) {
    let (pose, placement) = script.hand(at: seconds)
    render(pose, placement, seed: seconds.bitPattern)
  }

  /// Renders a picture of one pose.
  ///
  /// - Parameter seed: seed of the noise.
  package mutating func render(_ pose: HandPose, _ placement: HandPlacement, seed: UInt64) {
    let body = HandBody(Skeleton(pose: pose))
    tiles.clear()
    for i in 0..<HandBody.capsuleCount {
      let capsule = Capsule(body.shapes[i], placed: placement)
      capsules[i] = capsule
      tiles.insert(capsule, index: i)
    }
    picture.update(from: background)
    let shading = Shading(tone: tone, palmward: placement.z)
    for row in 0..<tiles.rows {
      for column in 0..<tiles.columns where tiles[column, row] != 0 { draw(column, row, shading) }
    }
    upscaler.upscale(picture, seed: seed, into: output)
  }

  private mutating func draw(_ column: Int, _ row: Int, _ shading: Shading) {
    var mask = tiles[column, row]
    var count = 0
    var near = Float.infinity
    var far: Float = 0
    while mask != 0 {
      let capsule = capsules[mask.trailingZeroBitCount]
      mask &= mask - 1
      tileCapsules[count] = capsule
      count += 1
      let depths = capsule.depths
      near = min(near, depths.near)
      far = max(far, depths.far)
    }
    let field = DistanceField(tileCapsules, count: count)
    let x = column * TileLists.tileSize
    for y in row * TileLists.tileSize..<(row + 1) * TileLists.tileSize {
      let rays = rays(x, y)
      let hit = marcher.march(rays, through: field, from: max(1, near), to: far)
      guard any(hit.cover .> 0) else { continue }
      let color = shading.color(rays, depth: hit.depth, in: field)
      picture.blend(color, cover: hit.cover, at: y * HandRenderer.smallWidth + x)
    }
  }

  /// The rays through eight pixels of the small picture.
  private func rays(_ x: Int, _ y: Int) -> Lanes3 {
    let focalLength = marcher.focalLength
    let right = Lanes(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(x - HandRenderer.smallWidth / 2)
    let up = Float(HandRenderer.smallHeight / 2 - y) - 0.5
    return Lanes3(right / focalLength, Lanes(repeating: up / focalLength), Lanes(repeating: -1))
  }
}
