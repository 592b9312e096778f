import Inference

extension ModelFile {
  /// MediaPipe 0.10.21's models for hands; the SHA-256s are those of the files in its PyPI wheel, and of what
  /// `scripts/cut-model` makes of one.
  package static let palmDetectionFull = ModelFile(
    name: "palm_detection_full.tflite", sha256: "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54")
  package static let handLandmark = ModelFile(
    name: "hand_landmark_full.tflite", sha256: "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3")
  package static let handLandmarkStem = ModelFile(
    name: "hand_landmark_full_stem.tflite", sha256: "e98a6ec91311d0e684cbee2bc26e0a5b7699f01d15a78f0d746c80c5a7d7b226")
  package static let handLandmarkBody = ModelFile(
    name: "hand_landmark_full_body.tflite", sha256: "43c6f6a9690de13ce5bc2db937b06a7951ea03a44ca51a1ab53ff27c35ea8be5")
  package static let handLandmarkHead = ModelFile(
    name: "hand_landmark_full_head.tflite", sha256: "4aab56290585daf9668c03d41786cdcf61cafcc01a560287a1798ce266d7899f")
}

/// Why landmarks cannot be found, beside what inference itself says.
public struct LandmarksError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
