import Bodies
import Hands
import Landmarks
import Testing

@Suite("An observed body")
struct HumanBodyPoseObservationTests {
  private typealias JointName = HumanBodyPoseObservation.JointName

  /// A body whose landmark number n is at (10 n, 200 − n), with a visibility of n %, in a picture of 640×200 pixels.
  private let body: HumanBodyPoseObservation = {
    let points = (0..<33).map { BodyLandmarks.Point(x: 10 * Float($0), y: 200 - Float($0), z: 0, visibility: Float($0) / 100) }
    return HumanBodyPoseObservation(BodyLandmarks(presence: 0.9, points: points, center: .zero, radiusEnd: .zero), width: 640, height: 200)
  }()

  @Test("has 19 joints with Vision's names, each at the place of its landmark")
  func joints() {
    #expect(JointName.allCases.count == 19 && body.confidence == 0.9)
    let landmarks: [(JointName, Int)] = [
      (.nose, 0), (.leftEye, 2), (.rightEye, 5), (.leftEar, 7), (.rightEar, 8), (.leftShoulder, 11), (.rightShoulder, 12),
      (.leftElbow, 13), (.rightElbow, 14), (.leftWrist, 15), (.rightWrist, 16), (.leftHip, 23), (.rightHip, 24), (.leftKnee, 25),
      (.rightKnee, 26), (.leftAnkle, 27), (.rightAnkle, 28),
    ]
    for (name, number) in landmarks {
      let joint = body.joint(for: name)
      #expect(joint.pixelLocation == PixelPoint(x: 10 * Float(number), y: 200 - Float(number)), "\(name)")
      #expect(joint.confidence == Float(number) / 100, "\(name)")
    }
  }

  @Test("has the neck between the shoulders and the root between the hips, as certain as the less certain of the two")
  func middles() {
    let (neck, root) = (body.joint(for: .neck), body.joint(for: .root))
    #expect(neck.pixelLocation == PixelPoint(x: 115, y: 188.5) && neck.confidence == 0.11)
    #expect(root.pixelLocation == PixelPoint(x: 235, y: 176.5) && root.confidence == 0.23)
  }

  @Test("has places with the origin at the lower left, in fractions, and at the upper left, in pixels")
  func coordinates() {
    let eye = body.joint(for: .leftEye)
    #expect(eye.pixelLocation == PixelPoint(x: 20, y: 198))
    #expect(abs(eye.location.x - 20 / 640) < 1e-6 && abs(eye.location.y - 2 / 200) < 1e-6)
    let back = PixelPoint(eye.location, width: 640, height: 200)
    #expect(abs(back.x - 20) < 1e-4 && abs(back.y - 198) < 1e-4)
    #expect(PixelPoint(NormalizedPoint(x: 0, y: 0), width: 640, height: 200) == PixelPoint(x: 0, y: 200))
    #expect(NormalizedPoint(PixelPoint(x: 640, y: 0), width: 640, height: 200) == NormalizedPoint(x: 1, y: 1))
  }

  @Test(
    "gives a joint outside the picture, or at no number, no confidence",
    arguments: [
      (0, 0, true), (640, 480, true), (-0.01, 10, false), (640.01, 10, false), (10, -0.01, false), (10, 480.01, false), (.nan, 10, false),
    ] as [(Float, Float, Bool)])
  func outside(x: Float, y: Float, inside: Bool) {
    let body = HumanBodyPoseObservation(confidence: 1, imageWidth: 640, imageHeight: 480) { name in
      (name == .leftKnee ? PixelPoint(x: x, y: y) : PixelPoint(x: 1, y: 1), 0.7)
    }
    #expect(body.joint(for: .leftKnee).confidence == (inside ? 0.7 : 0) && body.joint(for: .rightKnee).confidence == 0.7)
  }

  @Test("has six groups, which together have all joints; shoulders and hips belong to the torso too")
  func groups() {
    typealias Group = HumanBodyPoseObservation.JointsGroupName
    #expect(Group.allCases.map(\.jointNames.count) == [5, 6, 3, 3, 3, 3])
    #expect(Set(Group.allCases.flatMap(\.jointNames)) == Set(JointName.allCases))
    #expect(body.joints(in: .leftArm).keys.sorted { $0.rawValue < $1.rawValue } == [.leftElbow, .leftShoulder, .leftWrist])
    #expect(body.joints(in: .leftArm)[.leftWrist] == body.joint(for: .leftWrist))
    #expect(body.joints().count == 19 && body.points == JointName.allCases.map(body.joint))
  }
}
