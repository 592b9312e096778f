import Bodies
import Drawing
import Hands
import Landmarks
import Testing

@Suite("An overlay")
struct OverlayTests {
  typealias Body = HumanBodyPoseObservation

  /// A body whose joints are at different places, and certain but for some.
  private func body(without missing: Set<Body.JointName> = []) -> Body {
    Body(confidence: 1, imageWidth: 640, imageHeight: 480) { (Self.place($0), missing.contains($0) ? 0.1 : 0.9) }
  }

  private static func place(_ name: Body.JointName) -> PixelPoint {
    let index = Float(Body.JointName.allCases.firstIndex(of: name)!)
    return PixelPoint(x: 10 + 20 * index, y: 100 + 3 * index)
  }

  private func face(around place: PixelPoint) -> FaceObservation {
    let points = (0..<468).map { SIMD3(place.x + Float($0 % 20) - 10, place.y + Float($0 / 20) - 10, 0) }
    return FaceObservation(FaceMesh(presence: 1, points: points), width: 640, height: 480)
  }

  private func shapes(_ overlay: Overlay, _ part: Overlay.Part) -> [Overlay.Shape] {
    overlay.items.filter { $0.part == part }.map(\.shape)
  }

  @Test("of a body has a closed torso, four open limbs and nineteen points")
  func wholeBody() {
    let shapes = shapes(Overlay(bodies: [body()]), .body)
    let torso: [Body.JointName] = [.neck, .leftShoulder, .leftHip, .root, .rightHip, .rightShoulder]
    #expect(shapes.contains(.closedPath(torso.map(Self.place))))
    for limb: [Body.JointName] in [
      [.leftShoulder, .leftElbow, .leftWrist], [.rightShoulder, .rightElbow, .rightWrist], [.leftHip, .leftKnee, .leftAnkle],
      [.rightHip, .rightKnee, .rightAnkle],
    ] {
      #expect(shapes.contains(.openPath(limb.map(Self.place))))
    }
    #expect(shapes.count == 1 + 4 + 19)
  }

  @Test("leaves an uncertain joint out, with the lines to it")
  func uncertain() {
    let shapes = shapes(Overlay(bodies: [body(without: [.root, .leftElbow])]), .body)
    let torso: [Body.JointName] = [.rightHip, .rightShoulder, .neck, .leftShoulder, .leftHip]
    #expect(shapes.contains(.openPath(torso.map(Self.place))), "around the gap, in one piece")
    #expect(!shapes.contains { if case .closedPath = $0 { true } else { false } })
    #expect(shapes.count == 1 + 3 + 17)
  }

  @Test("draws what the caller is content with")
  func minimumConfidence() {
    let all = Overlay(bodies: [body(without: [.root])], minimumConfidence: 0)
    #expect(all == Overlay(bodies: [body()], minimumConfidence: 0))
    #expect(Overlay(bodies: [body()], minimumConfidence: 0.95).items.isEmpty)
  }

  @Test("leaves out the points of a body's face where that face is drawn, and only there")
  func faceOfBody() {
    let points = HumanBodyPoseObservation.JointsGroupName.face.jointNames.map { Overlay.Shape.point(Self.place($0)) }
    let nose = Self.place(.nose)
    let drawn = shapes(Overlay(bodies: [body()], faces: [face(around: nose)]), .body)
    #expect(drawn.count == 1 + 4 + 14 && points.allSatisfy { !drawn.contains($0) })
    let elsewhere = Overlay(bodies: [body()], faces: [face(around: PixelPoint(x: nose.x, y: nose.y + 200))])
    #expect(shapes(elsewhere, .body).count == 1 + 4 + 19)
  }

  @Test("of a face has its eyes, lips and nose closed, and its other lines open")
  func wholeFace() {
    let shapes = shapes(Overlay(faces: [face(around: PixelPoint(x: 300, y: 200))]), .face)
    let closed = shapes.filter { if case .closedPath = $0 { true } else { false } }
    let open = shapes.filter { if case .openPath = $0 { true } else { false } }
    #expect(closed.count == 5 && open.count == 5 && shapes.count == 10)
  }

  @Test("of a hand has five open chains from the wrist, and its joints")
  func wholeHand() {
    let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: 640, imageHeight: 480) {
      (Float(10 * $0.rawValue), 20, 0)
    }
    let shapes = shapes(Overlay(hands: [hand]), .hand)
    let wrist = PixelPoint(x: 0, y: 20)
    let chains = shapes.compactMap { if case .openPath(let path) = $0 { path } else { nil } }
    #expect(chains.count == 5 && chains.allSatisfy { $0.first == wrist && $0.count == 5 })
    #expect(Set(chains.flatMap { $0.map(\.x) }).count == 21)
    #expect(shapes.count == 5 + 21)
  }

  @Test("of nobody is empty")
  func nobody() { #expect(Overlay(hands: [], bodies: [], faces: []).items.isEmpty) }
}
