import Bodies
import Hands
import Imaging
import Inference
import Landmarks
import UserErrors

/// What is looked for in each picture.
package struct Wanted: Sendable {
  /// The most of each; nil for what is not looked for.
  package var hands: Int?, bodies: Int?, faces: Int?
  /// The arithmetic of the models of hands.
  package var precision: Precision
  /// Whether bodies and faces are not looked for where their models are missing, which are in a package of their own.
  package var skipsMissing: Bool

  package init(hands: Int?, bodies: Int?, faces: Int?, precision: Precision = .f32, skipsMissing: Bool = false) {
    (self.hands, self.bodies, self.faces, self.precision, self.skipsMissing) = (hands, bodies, faces, precision, skipsMissing)
  }

  /// - Returns: nil if the models are missing and may be.
  fileprivate func unlessMissing<Request: ~Copyable>(_ make: () throws -> Request) throws -> Request? {
    do { return try make() } catch let error as InferenceError where skipsMissing && error.code == .modelMissing { return nil }
  }
}

/// What was found in a picture or a frame. What was not looked for is nil.
package struct People {
  package var hands: [HumanHandPoseObservation]?, bodies: [HumanBodyPoseObservation]?, faces: [FaceObservation]?

  package func report(file: FileName? = nil, width: Int, height: Int) -> PictureReport {
    PictureReport(file: file, width: width, height: height, hands: hands, bodies: bodies, faces: faces)
  }
}

/// Finds people in pictures, each on its own. Only the models of what is looked for are loaded.
package struct PeopleFinder: ~Copyable {
  private var hands: DetectHumanHandPoseRequest?
  private var bodies: DetectHumanBodyPoseRequest?
  private var faces: DetectFaceLandmarksRequest?

  /// - Throws: `InferenceError` or `UserError`.
  package init(_ wanted: Wanted) throws {
    let prefix = try RuntimePrefix.find()
    if let count = wanted.hands {
      hands = try DetectHumanHandPoseRequest(prefix: prefix, precision: wanted.precision, maximumHandCount: count)
    }
    if let count = wanted.bodies {
      bodies = try wanted.unlessMissing { try DetectHumanBodyPoseRequest(prefix: prefix, maximumBodyCount: count) }
    }
    if let count = wanted.faces {
      faces = try wanted.unlessMissing { try DetectFaceLandmarksRequest(prefix: prefix, maximumFaceCount: count) }
    }
  }

  package mutating func find(in image: borrowing StillImage) throws -> People {
    try People(hands: hands?.perform(on: image), bodies: bodies?.perform(on: image), faces: faces?.perform(on: image))
  }
}

/// Follows people from frame to frame of a video.
package struct PeopleFollower: ~Copyable {
  private var hands: HandTracker?
  private var bodies: HumanBodyTracker?
  private var faces: FaceTracker?

  /// - Throws: `InferenceError` or `UserError`.
  package init(_ wanted: Wanted) throws {
    let prefix = try RuntimePrefix.find()
    if let count = wanted.hands { hands = try HandTracker(prefix: prefix, precision: wanted.precision, maxHands: count) }
    if let count = wanted.bodies { bodies = try HumanBodyTracker(prefix: prefix, maximumBodyCount: count) }
    if let count = wanted.faces { faces = try FaceTracker(prefix: prefix, maximumFaceCount: count) }
  }

  package mutating func follow(_ frame: borrowing Frame) throws -> People {
    try hands?.track(frame)
    try bodies?.track(frame)
    try faces?.track(frame)
    return People(hands: hands?.hands, bodies: bodies?.bodies, faces: faces?.faces)
  }
}
