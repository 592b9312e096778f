import Bodies
import Foundation
import Imaging
import Inference
import Landmarks
import Testing

@Suite("The trackers of bodies and of faces")
struct TrackerTests {
  @Test("find nothing in an empty room, a single pixel or a strip, and search again in each frame")
  func nothing() throws {
    var bodies = try HumanBodyTracker(prefix: .find(), maximumBodyCount: 2)
    var faces = try FaceTracker(prefix: .find(), maximumFaceCount: 2)
    try forEachEmptyPicture { frame in
      for _ in 0..<2 {
        try bodies.track(frame)
        try faces.track(frame)
        #expect(bodies.bodies == [] && bodies.ranDetector, "\(frame.width)×\(frame.height)")
        #expect(faces.faces == [] && faces.ranDetector, "\(frame.width)×\(frame.height)")
      }
    }
  }

  @Test("are refused in one line with the file and the fix if the models are missing")
  func missing() throws {
    try withPrefix(["models"]) { prefix, folder in
      let bodies = #expect(throws: InferenceError.self) { _ = try HumanBodyTracker(prefix: prefix) }
      let faces = #expect(throws: InferenceError.self) { _ = try FaceTracker(prefix: prefix) }
      for (error, file) in [(bodies, "pose_detection.tflite"), (faces, "face_")] {
        #expect(error?.code == .modelMissing && error?.description.contains("\n") == false)
        #expect(error?.description.contains("\(folder.path)/vision-models/\(file)") == true)
      }
    }
  }
}
