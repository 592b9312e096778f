import Drawing
import EventProtocol
import EventReports
import Imaging
import Inference
import Landmarks

/// Finds hands in pictures, and bodies and faces if their models are installed.
struct PeopleFinder: ~Copyable {
  /// What the page gets: what was found, and how it is drawn.
  private struct Answer: Encodable {
    let found: PictureReport
    let drawing: [Line]
  }

  /// A point or a line of the drawing.
  private struct Line: Encodable {
    let part: String
    /// One for a point.
    let points: [[Float]]
    let isClosed: Bool

    init(_ item: Overlay.Item) {
      part = "\(item.part)"
      switch item.shape {
      case .point(let place): (points, isClosed) = ([[place.x, place.y]], false)
      case .openPath(let path): (points, isClosed) = (path.map { [$0.x, $0.y] }, false)
      case .closedPath(let path): (points, isClosed) = (path.map { [$0.x, $0.y] }, true)
      }
    }
  }

  private var hands: DetectHumanHandPoseRequest
  private var bodies: DetectHumanBodyPoseRequest?
  private var faces: DetectFaceLandmarksRequest?

  /// - Parameter maximumCount: the most hands, bodies and faces that are looked for.
  /// - Throws: `InferenceError` or `UserError`.
  init(maximumCount: Int) throws {
    let prefix = try RuntimePrefix.find()
    let hands = try DetectHumanHandPoseRequest(prefix: prefix, maximumHandCount: maximumCount)
    let bodies = try Self.unlessMissing { try DetectHumanBodyPoseRequest(prefix: prefix, maximumBodyCount: maximumCount) }
    let faces = try Self.unlessMissing { try DetectFaceLandmarksRequest(prefix: prefix, maximumFaceCount: maximumCount) }
    self.hands = hands
    self.bodies = bodies
    self.faces = faces
  }

  /// - Returns: nil if the models are missing, which are in a package of their own.
  private static func unlessMissing<Request: ~Copyable>(_ make: () throws -> Request) throws -> Request? {
    do { return try make() } catch let error as InferenceError where error.code == .modelMissing { return nil }
  }

  /// - Returns: a JSON object.
  /// - Throws: `InferenceError` or `UserError`.
  mutating func find(in image: consuming StillImage) throws -> [UInt8] {
    let hands = try hands.perform(on: image)
    let bodies = try bodies?.perform(on: image)
    let faces = try faces?.perform(on: image)
    let report = PictureReport(width: image.width, height: image.height, hands: hands, bodies: bodies, faces: faces)
    let overlay = Overlay(hands: hands, bodies: bodies ?? [], faces: faces ?? [])
    return JSONCoding.encode(Answer(found: report, drawing: overlay.items.map(Line.init)))
  }
}
