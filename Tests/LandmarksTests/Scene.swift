import Corpus
import Imaging
import Landmarks

/// A room as a grid of brightness, with what a camera adds to it; and somebody who watches it at 30 frames a second and takes
/// every look that is due.
final class Scene {
  /// Standard deviation of a cell's noise in codes; a cell is the mean of 64 pixels, so a pixel's is eight times as much.
  var noise: Float = 0.5
  /// By how much noise grows with brightness: of a white cell, so many times that of a black one more.
  var shotNoise: Float = 0
  /// What a frame keeps of the noise of the one before, 0…1: cameras average over frames.
  var averaging: Float = 0
  /// Brightness of a row at a frame: 1 leaves it as it is.
  var light: (_ row: Int, _ frame: Int) -> Float = { _, _ in 1 }
  /// What is added to a cell of the room at a frame: somebody is there.
  var visitor: (_ column: Int, _ row: Int, _ frame: Int) -> Float = { _, _, _ in 0 }
  /// Where a hand is followed.
  var regions: [RotatedRegion] = []

  /// Since when the room has been still, in ns of its time.
  var stillSinceNs: UInt64? { picture.stillSinceNs }

  private(set) var frame = 0
  private(set) var looks: [Int] = []
  private let room: [Float]
  private var grain = [Float](repeating: 0, count: LumaGrid.count)
  private var generator: SeededGenerator
  /// Normally distributed numbers; each frame takes them from another place on.
  private static let normals: [Float] = {
    var generator = SeededGenerator(0)
    return (0..<1 << 18).map { _ in generator.normal() }
  }()
  private var picture: StillPicture

  /// - Parameter seed: of the room's furniture, and of the noise.
  init(seed: UInt64 = 1, skipping skips: StillSkips = [.room, .hand]) {
    picture = StillPicture(skipping: skips)
    var generator = SeededGenerator(seed)
    // A window, at the sensor's limit where it is a little brighter, and eleven patches of wall.
    let walls = (0..<12).map { $0 == 0 ? 212 : Float.random(in: 10...180, using: &generator) }
    room = (0..<LumaGrid.count).map { i in
      let (row, column) = (i / LumaGrid.columns, i % LumaGrid.columns)
      return walls[row / 10 * 4 + column / 10] + Float.random(in: -5...5, using: &generator)
    }
    self.generator = generator
  }

  /// - Returns: how many of the next so many frames were looked at.
  @discardableResult func watch(frames: Int) -> Int {
    let before = looks.count
    for _ in 0..<frames { step() }
    return looks.count - before
  }

  private func step() {
    let fresh = (1 - averaging * averaging).squareRoot()
    let start = Int.random(in: 0..<Self.normals.count - LumaGrid.count, using: &generator)
    let cells = room.indices.map { i -> Float in
      let (row, column) = (i / LumaGrid.columns, i % LumaGrid.columns)
      grain[i] = averaging * grain[i] + fresh * Self.normals[start + i]
      let clean = max(0, room[i] + visitor(column, row, frame)) * light(row, frame)
      return min(max(clean + noise * (1 + shotNoise * clean / 219) * grain[i], 0), 219)
    }
    let ns = UInt64(frame) * 1_000_000_000 / 30
    if picture.needsLook(LumaGrid(cells: cells), around: regions, isSearching: regions.isEmpty, at: ns) {
      looks.append(frame)
      picture.looked(found: hands, at: ns)
    }
    frame += 1
  }

  /// Hands that stay where they are, in each region.
  private var hands: [HandObservation] {
    regions.map { region in
      HandObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
        (region.centerX + Float(joint.rawValue % 5) * 10, region.centerY + Float(joint.rawValue / 5) * 10, 0)
      }
    }
  }
}
