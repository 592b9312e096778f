import Bodies
import Hands
import Landmarks
import People
import Reports
import Testing
import UserErrors

@Suite("The schema of landmarks --json")
struct PictureSchemaTests {
  let schema: Schema

  init() throws { schema = try Schema("landmarks") }

  /// A picture and a frame with one of everything, and a picture with nothing.
  static let reports: [PictureReport] = {
    let (width, height) = (640, 480)
    let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: width, imageHeight: height) {
      (Float(10 * $0.rawValue), 20, -3.5)
    }
    let body = HumanBodyPoseObservation(confidence: 0.8, imageWidth: width, imageHeight: height) { _ in (PixelPoint(x: -4, y: 9.25), 0.5) }
    let face = FaceObservation(
      FaceMesh(presence: 0.7, points: (0..<478).map { SIMD3(Float($0), 7, 0.5) }), width: width, height: height)
    let picture = PictureReport(file: FileName("a.jpg".utf8), width: width, height: height, hands: [hand], bodies: [body], faces: [face])
    var frame = picture
    (frame.frame, frame.timeS) = (3, 0.1)
    return [
      picture, frame, PictureReport(file: FileName("b.jpg".utf8), width: 1, height: 1, hands: [], bodies: [], faces: []),
      PictureReport(file: FileName("-".utf8), width: 1, height: 1, hands: []),
      PictureReport(file: FileName([0x62, 0xe4]), width: 1, height: 1, hands: []), PictureReport(width: 1, height: 1, hands: []),
    ]
  }()

  @Test("It accepts every line", arguments: reports.indices)
  func lines(index: Int) throws { #expect(try schema.accepts(JSON(Self.reports[index].json), as: "picture")) }

  @Test("It accepts every failure, and no other object without a size", arguments: [nil, FileName([0x62, 0xe4])])
  func failures(name: FileName?) throws {
    let failure = try JSON(PictureFailure(UserError("a", fix: "b", exitStatus: .noInput), of: name).json)
    #expect(try schema.accepts(failure, as: "failure") && !schema.accepts(failure, as: "picture"))
    #expect(try !schema.accepts(.object(["file": .string("a")]), as: "failure"))
  }

  @Test("Every member is required, but what was not looked for, what only frames have, and the name, which records lack")
  func missing() throws {
    let optional: Set = ["file", "hands", "bodies", "faces", "frame", "time_s"]
    // The mesh is long, and its points are all alike.
    let report = try Self.withoutMesh(JSON(Self.reports[1].json))
    for (name, value) in report.changes({ if case .array = $0 { $0 } else { nil } }) where value != report {
      #expect(try schema.accepts(value, as: "picture") == optional.contains(name), "\(name)")
    }
  }

  @Test("Every value must have its type")
  func types() throws {
    let report = try Self.withoutMesh(JSON(Self.reports[1].json))
    for (name, value) in report.changes({ _ in .array([.array([.bool(true)])]) }) {
      #expect(try !schema.accepts(value, as: "picture"), "\(name)")
    }
  }

  @Test("What was not looked for has no member")
  func absent() throws {
    guard case .object(let members) = try JSON(Self.reports[3].json) else { throw Schema.Unknown(keyword: "") }
    #expect(Set(members.keys) == ["file", "width", "height", "hands"])
  }

  /// The same with one point in the mesh of each face.
  private static func withoutMesh(_ report: JSON) -> JSON {
    guard case .object(var members) = report, let faces = members["faces"]?.items else { return report }
    members["faces"] = .array(
      faces.map { face in
        guard case .object(var members) = face, let mesh = members["mesh"]?.items else { return face }
        members["mesh"] = .array(Array(mesh.prefix(1)))
        return .object(members)
      })
    return .object(members)
  }
}
