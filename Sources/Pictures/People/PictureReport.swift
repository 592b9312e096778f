import Bodies
import EventProtocol
import Gestures
import Hands
import Landmarks
import UserErrors

/// What was found in a picture or in a frame of a video, as JSON and as human-readable text. What was not looked for is nil, and not in the
/// JSON.
package struct PictureReport: Encodable, Sendable {
  /// The name of the file; left out of the JSON if it has none.
  package var file: String?
  /// Its bytes in Base64, if they are not UTF-8.
  private var fileBytes: String?
  /// The number of the frame of a video, from 0, and its time in seconds.
  package var frame: Int?, timeS: Double?
  /// Size of the upright picture in pixels.
  package var width: Int, height: Int
  package var hands: [Hand]?, bodies: [Body]?, faces: [Face]?

  package init(
    file: FileName? = nil, width: Int, height: Int, hands: [HumanHandPoseObservation]? = nil, bodies: [HumanBodyPoseObservation]? = nil,
    faces: [FaceObservation]? = nil
  ) {
    (self.file, fileBytes, self.width, self.height) = (file?.text, file?.base64, width, height)
    self.hands = hands?.map { Hand($0, fingers: $0.shownFingers) }
    self.bodies = bodies?.map(Body.init)
    self.faces = faces?.map(Face.init)
  }

  /// One JSON object.
  package var json: [UInt8] { JSONCoding.encode(self) }

  /// One human-readable line.
  package var sentence: String {
    let found = (hands ?? []).map(\.sentence) + (bodies ?? []).map(\.sentence) + (faces ?? []).map(\.sentence)
    let missing = [hands.map { _ in "no hand" }, bodies.map { _ in "no body" }, faces.map { _ in "no face" }].compactMap { $0 }
    let place = [file, frame.map { "frame \($0)" }].compactMap { $0 }.joined(separator: ", ")
    return "\(place): " + (found.isEmpty ? missing.joined(separator: ", ") : found.joined(separator: "; "))
  }

  /// A place in pixels, origin top left, y down.
  package struct Point: Encodable, Sendable {
    package var x: Float, y: Float
    /// Depth in pixels; smaller is closer to the camera.
    package var z: Float?
    /// The probability that the joint is visible there; 0 outside the picture.
    package var confidence: Float?

    fileprivate init(_ joint: Joint) {
      (x, y, confidence) = (joint.pixelLocation.x, joint.pixelLocation.y, joint.confidence)
    }

    fileprivate init(_ point: FaceLandmarks.Point) {
      (x, y, z) = (point.pixelLocation.x, point.pixelLocation.y, point.depth)
    }
  }

  package struct Body: Encodable, Sendable {
    /// The probability that the body is present, 0…1.
    package var confidence: Float
    /// The 19 joints by name.
    package var points: [String: Point]

    fileprivate init(_ body: HumanBodyPoseObservation) {
      confidence = body.confidence
      points = Dictionary(uniqueKeysWithValues: body.joints().map { ($0.key.rawValue, Point($0.value)) })
    }

    fileprivate var sentence: String {
      let nose = points["nose"]!
      let seen = points.values.count { $0.confidence! >= 0.3 }
      return "body (\(Int(confidence * 100)) %), \(seen) of \(points.count) joints seen, nose at \(Int(nose.x)), \(Int(nose.y))"
    }
  }

  package struct Face: Encodable, Sendable {
    /// A rectangle in pixels; x and y are its upper left corner.
    package struct Box: Encodable, Sendable {
      package var x: Float, y: Float, width: Float, height: Float
    }

    /// The probability that the face is present, 0…1.
    package var confidence: Float
    package var box: Box
    /// Angles of the head in radians; see ``FaceObservation``.
    package var roll: Float, yaw: Float?, pitch: Float?
    /// The regions by name, each a line through its points.
    package var regions: [String: [Point]]
    package var leftPupil: Point?, rightPupil: Point?
    /// The points of MediaPipe's mesh, in its order.
    package var mesh: [Point]

    fileprivate init(_ face: FaceObservation) {
      confidence = face.confidence
      let rect = face.pixelBoundingBox
      (roll, yaw, pitch) = (face.roll, face.yaw, face.pitch)
      box = Box(x: rect.origin.x, y: rect.origin.y, width: rect.width, height: rect.height)
      let regions = FaceRegionName.allCases.map { ($0.rawValue, (face.landmarks?.region($0).points ?? []).map(Point.init)) }
      self.regions = Dictionary(uniqueKeysWithValues: regions)
      leftPupil = face.landmarks?.leftPupil.map(Point.init)
      rightPupil = face.landmarks?.rightPupil.map(Point.init)
      mesh = face.landmarks?.mesh.map(Point.init) ?? []
    }

    fileprivate var sentence: String {
      "face (\(Int(confidence * 100)) %), \(Int(box.width))×\(Int(box.height)) at \(Int(box.x)), \(Int(box.y))"
    }
  }
}

extension Hand {
  fileprivate var sentence: String {
    let tip = points["thumbTip"]!
    let wrist = points["wrist"]!
    return "\(chirality.rawValue) hand (\(Int(confidence * 100)) %), thumb tip at \(Int(tip.x)), \(Int(tip.y)), "
      + "wrist at \(Int(wrist.x)), \(Int(wrist.y))"
  }
}
