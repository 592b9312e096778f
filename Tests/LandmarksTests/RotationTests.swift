import Hands
import Imaging
import Inference
import Landmarks
import TestTime
import Testing

@Suite("A hand in front of a camera that is mounted sideways or upside down")
struct RotationTests {
  /// While the thumb of the rendered hand is up, and while it is down.
  private static let moments = [1.5, 4.1]

  private func hand(_ tracker: inout HandTracker, _ frame: borrowing Frame) throws -> HumanHandPoseObservation? {
    tracker.reset()
    try tracker.track(frame)
    return tracker.hands.first
  }

  /// The largest distance between the same joint of two hands, in pixels.
  private func distance(
    _ a: HumanHandPoseObservation, _ b: HumanHandPoseObservation, _ joints: [JointName] = JointName.allCases
  ) -> Float {
    joints.map { joint in
      let (p, q) = (a.recognizedPoint(joint), b.recognizedPoint(joint))
      return max(abs(p.x - q.x), abs(p.y - q.y), abs(p.z - q.z))
    }.max() ?? 0
  }

  /// A picture that is compressed after it was turned does not have quite the same colors.
  @Test(
    "has exactly the joints of the upright picture; if the turned picture is compressed, thumb tip and wrist are within two pixels",
    .long(seconds: 32),
    arguments: MountedCamera.Layout.allCases)
  func joints(layout: MountedCamera.Layout) throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    for seconds in Self.moments {
      var upright: HumanHandPoseObservation?
      try MountedCamera(at: seconds, .degrees0).withFrame(layout) { upright = try hand(&tracker, $0) }
      let expected = try #require(upright)
      #expect(expected.imageWidth == 640 && expected.imageHeight == 480)
      for rotation in FrameRotation.allCases {
        try MountedCamera(at: seconds, rotation).withFrame(layout) { frame in
          let found = try #require(try hand(&tracker, frame.rotated(by: rotation)))
          #expect(found.imageWidth == 640 && found.imageHeight == 480 && found.chirality == expected.chirality)
          if layout == .jpeg {
            print("JPEG, \(rotation.rawValue)°, \(seconds) s: \(distance(found, expected, [.thumbTip, .wrist])) px")
            #expect(distance(found, expected, [.thumbTip, .wrist]) <= 2, "\(rotation), \(seconds) s")
          } else {
            #expect(found == expected, "\(rotation), \(seconds) s")
          }
        }
      }
    }
  }

  @Test("is somewhere else, or not found, if the picture is turned by another angle", .long(seconds: 19), arguments: FrameRotation.allCases)
  func wrong(rotation: FrameRotation) throws {
    var tracker = try HandTracker(prefix: .find(), precision: .f32)
    var upright: HumanHandPoseObservation?
    try MountedCamera(at: 1.5, .degrees0).withFrame(.yuyv) { upright = try hand(&tracker, $0) }
    let expected = try #require(upright)
    for other in FrameRotation.allCases where other != rotation {
      try MountedCamera(at: 1.5, rotation).withFrame(.yuyv) { frame in
        if let found = try hand(&tracker, frame.rotated(by: other)) { #expect(distance(found, expected) > 50, "\(other)") }
      }
    }
  }

  @Test(
    "has the cells of the brightness grid that its pixels are in",
    arguments: [(FrameRotation.degrees0, 4, 6), (.degrees90, 6, 25), (.degrees180, 35, 23), (.degrees270, 33, 4)])
  func cells(rotation: FrameRotation, column: Int, row: Int) {
    // In memory 40 columns of 16 pixels and 30 rows of 16 pixels; the upright picture is 640×480 or 480×640.
    let geometry = FrameGeometry(width: 640, height: 480, rotation: rotation)
    let region = RotatedRegion(centerX: 16 * 4 + 8, centerY: 16 * 6 + 8, width: 4, height: 4, rotation: 0.3)
    let cells = LumaGrid.cells(around: region, of: geometry)
    #expect(cells.columns == column...column && cells.rows == row...row)
  }

  @Test("is searched for again as soon as a still picture is turned another way")
  func changed() throws {
    var follower = try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand])
    func ranInference(_ number: UInt64, _ rotation: FrameRotation) throws -> Bool {
      let pixels = [UInt8](repeating: 128, count: 64 * 48)
      try pixels.withUnsafeBytes { bytes in
        let plane = Plane(base: bytes.baseAddress!, bytesPerRow: 64)
        let frame = Frame(
          width: 64, height: 48, format: .grey, range: .full, planes: (plane, nil, nil), capturedNs: number * 1_000_000_000 / 30)
        try follower.track(frame.rotated(by: rotation))
      }
      return follower.ranInference
    }
    var inferences = 0
    for number in 0..<60 where try ranInference(UInt64(number), .degrees0) { inferences += 1 }
    #expect(inferences < 30)
    while try ranInference(60, .degrees0) {}
    #expect(try ranInference(61, .degrees180))
  }
}
