import Inference

extension ModelFile {
  /// MediaPipe 0.10.21's models for hands; the SHA-256s are those of the files in its PyPI wheel.
  package static let palmDetectionFull = ModelFile(
    name: "palm_detection_full.tflite", sha256: "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54")
  package static let handLandmarkFull = ModelFile(
    name: "hand_landmark_full.tflite", sha256: "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3")
}

/// Why landmarks cannot be found, beside what inference itself says.
public struct LandmarksError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
