import Corpus
import Hands
import Imaging
import Landmarks

/// A room as a grid of brightness, with a camera's noise, watched at 30 frames per second with every inference that is due.
final class Scene {
  /// Standard deviation of a cell's noise in codes. A cell is the mean of 64 pixels, so a pixel has eight times as much.
  var noise: Float = 0.5
  /// Growth of noise with brightness: the noise of a white cell is 1 + this times that of a black one.
  var shotNoise: Float = 0
  /// Fraction of noise that a frame keeps from the previous one, 0…1, since cameras average frames.
  var averaging: Float = 0
  /// Factor of a row's brightness in a frame.
  var light: (_ row: Int, _ frame: Int) -> Float = { _, _ in 1 }
  /// The change of a cell's brightness in a frame by a visitor.
  var visitor: (_ column: Int, _ row: Int, _ frame: Int) -> Float = { _, _, _ in 0 }
  /// Regions of tracked hands.
  var regions: [RotatedRegion] = []
  /// The probability that they are hands.
  var presence: Float = 1
  /// Whether frames take as long to compare as large JPEG pictures.
  var isLargeJPEG = false
  /// How soon a change of these must be seen.
  var need = TrackingNeed.whenMoved

  /// Time since which the room has been idle, in ns.
  var idleSinceNs: UInt64? { schedule.idleSinceNs }
  /// The time before which frames are not looked at, in ns.
  var idleUntilNs: UInt64 { schedule.idleUntilNs }

  private(set) var frame = 0
  private(set) var inferences: [Int] = []
  private let room: [Float]
  private var grain = [Float](repeating: 0, count: LumaGrid.count)
  private var generator: SeededGenerator
  /// Normally distributed numbers; each frame starts at a different place.
  private static let normals: [Float] = {
    var generator = SeededGenerator(0)
    return (0..<1 << 18).map { _ in generator.normal() }
  }()
  private var schedule: InferenceSchedule
  private let fps: Int

  /// - Parameters:
  ///   - seed: seed of the room's furniture and of the noise.
  ///   - reuse: when results are reused.
  ///   - fps: frames per second.
  init(seed: UInt64 = 1, reusing reuse: InferenceReuse = [.stillRoom, .stillHand], fps: Int = 30) {
    self.fps = fps
    schedule = InferenceSchedule(reusing: reuse)
    var generator = SeededGenerator(seed)
    // A window, which saturates the sensor if it is a little brighter, and eleven patches of wall.
    let walls = (0..<12).map { $0 == 0 ? 212 : Float.random(in: 10...180, using: &generator) }
    room = (0..<LumaGrid.count).map { i in
      let (row, column) = (i / LumaGrid.columns, i % LumaGrid.columns)
      return walls[row / 10 * 4 + column / 10] + Float.random(in: -5...5, using: &generator)
    }
    self.generator = generator
  }

  /// Watches a number of frames.
  ///
  /// - Returns: number of inferences in them.
  @discardableResult func watch(frames: Int) -> Int {
    let before = inferences.count
    for _ in 0..<frames { step() }
    return inferences.count - before
  }

  /// Continues with the times of earlier frames.
  func goBack(frames: Int) { frame -= frames }

  private func step() {
    let fresh = (1 - averaging * averaging).squareRoot()
    let start = Int.random(in: 0..<Self.normals.count - LumaGrid.count, using: &generator)
    let cells = room.indices.map { i -> Float in
      let (row, column) = (i / LumaGrid.columns, i % LumaGrid.columns)
      grain[i] = averaging * grain[i] + fresh * Self.normals[start + i]
      let clean = max(0, room[i] + visitor(column, row, frame)) * light(row, frame)
      return min(max(clean + noise * (1 + shotNoise * clean / 219) * grain[i], 0), 219)
    }
    let ns = UInt64(frame) * 1_000_000_000 / UInt64(fps)
    if schedule.needsInference(LumaGrid(cells: cells), around: regions, need: need, isLargeJPEG: isLargeJPEG, at: ns) {
      inferences.append(frame)
      schedule.didRunInference(found: hands, at: ns)
    }
    frame += 1
  }

  /// A hand that does not move, in each region.
  private var hands: [HumanHandPoseObservation] {
    regions.map { region in
      HumanHandPoseObservation(confidence: presence, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
        (region.centerX + Float(joint.rawValue % 5) * 10, region.centerY + Float(joint.rawValue / 5) * 10, 0)
      }
    }
  }
}
