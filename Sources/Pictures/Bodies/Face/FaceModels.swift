import Inference

extension ModelFile {
  // The SHA-256 digests are those of the files in MediaPipe 0.10.21's PyPI wheel, and of the parts that `scripts/cut-model` makes.

  /// MediaPipe's face detector for small faces.
  package static let faceDetectionFullRange = ModelFile(
    name: "face_detection_full_range_sparse.tflite", sha256: "2c3728e6da56f21e21a320433396fb06d40d9088f2247c05e5635a688d45dfe1",
    in: .visionModels)
  /// MediaPipe's face landmark model with 468 points.
  package static let faceLandmark = ModelFile(
    name: "face_landmark.tflite", sha256: "1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814", in: .visionModels)
  /// The first layers of MediaPipe's face landmark model with attention.
  package static let faceAttentionStem = ModelFile(
    name: "face_landmark_with_attention_stem.tflite", sha256: "e71b0d4aef91271121380ca968a522c6b16f0033712c825ab2aa0783c919fbea",
    in: .visionModels)
  /// Its trunk, which follows: 468 points, and the feature map that its heads read.
  package static let faceAttentionTrunk = ModelFile(
    name: "face_landmark_with_attention_trunk.tflite", sha256: "88a3c7bc2a1fc33676b3e7cab0bda4fe28ecbbcec8129d62e5abce6e80551ab7",
    in: .visionModels)
  /// Its head for the lips.
  package static let faceAttentionLips = ModelFile(
    name: "face_landmark_with_attention_lips.tflite", sha256: "08e34953cf580882a1c80262f50cdcdb530946659d1522676c124b3a45f72462",
    in: .visionModels)
  /// Its head for the person's right eye and iris.
  package static let faceAttentionRightEye = ModelFile(
    name: "face_landmark_with_attention_right_eye.tflite", sha256: "f4f885b46492c846bdff7c20ec9dcd251c26f2e2952b4fd00b4b5bc76f8ec5b2",
    in: .visionModels)
  /// Its head for the person's left eye and iris.
  package static let faceAttentionLeftEye = ModelFile(
    name: "face_landmark_with_attention_left_eye.tflite", sha256: "67ca65c54605436e354187ab756381f6c25115ac3fd4c38c1eb0cc89b5718bdc",
    in: .visionModels)
}
