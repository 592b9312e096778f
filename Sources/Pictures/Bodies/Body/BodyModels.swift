import Inference

extension ModelFile {
  // The SHA-256 digests are those of the file in MediaPipe 0.10.21's PyPI wheel, and of the part that `scripts/cut-model` makes.

  /// MediaPipe's body detector.
  package static let bodyDetection = ModelFile(
    name: "pose_detection.tflite", sha256: "9ba9dd3d42efaaba86b4ff0122b06f29c4122e756b329d89dca1e297fd8f866c", in: .visionModels)
  /// MediaPipe's body landmark model (full), without its mask.
  package static let bodyLandmark = ModelFile(
    name: "pose_landmark_full_unmasked.tflite", sha256: "c17396723f74a4de0ab9a91b52a8f40b1cd8eb00609d5c29f2dfcd4f60e74083",
    in: .visionModels
  )
}
