import Inference

extension ModelFile {
  // The SHA-256 digests are those of the files in MediaPipe 0.10.21's PyPI wheel, and of the parts that `scripts/cut-model` makes.

  /// MediaPipe's palm detector (full).
  package static let palmDetectionFull = ModelFile(
    name: "palm_detection_full.tflite", sha256: "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54")
  /// MediaPipe's hand landmark model (full), whole.
  package static let handLandmark = ModelFile(
    name: "hand_landmark_full.tflite", sha256: "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3")
  /// The hand landmark model's first six layers.
  package static let handLandmarkStem = ModelFile(
    name: "hand_landmark_full_stem.tflite", sha256: "e98a6ec91311d0e684cbee2bc26e0a5b7699f01d15a78f0d746c80c5a7d7b226")
  /// The hand landmark model between stem and head.
  package static let handLandmarkBody = ModelFile(
    name: "hand_landmark_full_body.tflite", sha256: "43c6f6a9690de13ce5bc2db937b06a7951ea03a44ca51a1ab53ff27c35ea8be5")
  /// The hand landmark model's last layers.
  package static let handLandmarkHead = ModelFile(
    name: "hand_landmark_full_head.tflite", sha256: "4aab56290585daf9668c03d41786cdcf61cafcc01a560287a1798ce266d7899f")
}
