import ArgumentParser
import EventReports
import Hands
import Imaging
import Inference
import Landmarks

/// What is looked for in each picture.
struct Wanted {
  /// The most of each; nil for what is not looked for.
  var hands: Int?, bodies: Int?, faces: Int?
  /// The arithmetic of the models of hands.
  var precision: Precision
}

/// What was found in a picture or a frame. What was not looked for is nil.
struct People {
  var hands: [HumanHandPoseObservation]?, bodies: [HumanBodyPoseObservation]?, faces: [FaceObservation]?

  func report(file: String, width: Int, height: Int) -> PictureReport {
    PictureReport(file: file, width: width, height: height, hands: hands, bodies: bodies, faces: faces)
  }
}

/// Finds people in pictures, each on its own. Only the models of what is looked for are loaded.
struct PeopleFinder: ~Copyable {
  private var hands: DetectHumanHandPoseRequest?
  private var bodies: DetectHumanBodyPoseRequest?
  private var faces: DetectFaceLandmarksRequest?

  /// - Throws: `InferenceError` or `UserError`.
  init(_ wanted: Wanted) throws {
    let prefix = try RuntimePrefix.find()
    if let count = wanted.hands {
      hands = try DetectHumanHandPoseRequest(prefix: prefix, precision: wanted.precision, maximumHandCount: count)
    }
    if let count = wanted.bodies { bodies = try DetectHumanBodyPoseRequest(prefix: prefix, maximumBodyCount: count) }
    if let count = wanted.faces { faces = try DetectFaceLandmarksRequest(prefix: prefix, maximumFaceCount: count) }
  }

  mutating func find(in image: borrowing StillImage) throws -> People {
    try People(hands: hands?.perform(on: image), bodies: bodies?.perform(on: image), faces: faces?.perform(on: image))
  }
}

/// Follows people from frame to frame of a video.
struct PeopleFollower: ~Copyable {
  private var hands: HandTracker?
  private var bodies: HumanBodyTracker?
  private var faces: FaceTracker?

  /// - Throws: `InferenceError` or `UserError`.
  init(_ wanted: Wanted) throws {
    let prefix = try RuntimePrefix.find()
    if let count = wanted.hands { hands = try HandTracker(prefix: prefix, precision: wanted.precision, maxHands: count) }
    if let count = wanted.bodies { bodies = try HumanBodyTracker(prefix: prefix, maximumBodyCount: count) }
    if let count = wanted.faces { faces = try FaceTracker(prefix: prefix, maximumFaceCount: count) }
  }

  mutating func follow(_ frame: borrowing Frame) throws -> People {
    try hands?.track(frame)
    try bodies?.track(frame)
    try faces?.track(frame)
    return People(hands: hands?.hands, bodies: bodies?.bodies, faces: faces?.faces)
  }
}
