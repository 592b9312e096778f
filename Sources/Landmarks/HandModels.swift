import Inference

extension ModelFile {
  // The SHA-256 digests are those of the files in MediaPipe 0.10.21's PyPI wheel, and of the parts that `scripts/cut-model` makes.

  /// MediaPipe's palm detector (full).
  package static let palmDetectionFull = ModelFile(
    name: "palm_detection_full.tflite", sha256: "1b14e9422c6ad006cde6581a46c8b90dd573c07ab7f3934b5589e7cea3f89a54")
  /// The palm detector's scores, from a picture of 160×128 pixels instead of 192×192.
  package static let palmDetectionLook = ModelFile(
    name: "palm_detection_full_look.tflite", sha256: "5a50412a88b030f1a441f883cd603dddc3f006663f912b8668315c4253f8c0f4")
  /// MediaPipe's hand landmark model (full), whole.
  package static let handLandmark = ModelFile(
    name: "hand_landmark_full.tflite", sha256: "11c272b891e1a99ab034208e23937a8008388cf11ed2a9d776ed3d01d0ba00e3")
  /// The hand landmark model's first six layers.
  package static let handLandmarkStem = ModelFile(
    name: "hand_landmark_full_stem.tflite", sha256: "1160b787e7c47257584e81c76dea8194af61d9673a0f06fd458b39699df83ef4")
  /// The hand landmark model between stem and head.
  package static let handLandmarkBody = ModelFile(
    name: "hand_landmark_full_body.tflite", sha256: "2475552ed5af79b924d321f91bc1537f267d10933191be6e9a5f01382c0cfb07")
  /// The hand landmark model's last layers.
  package static let handLandmarkHead = ModelFile(
    name: "hand_landmark_full_head.tflite", sha256: "e9b61df30e74cae3ad8d50b3503aa620d53c2dee390a0f08ee87a6d80ad26521")
  /// MediaPipe's face detector for faces of at least an eighth of the picture: it tells who is nearest to the camera.
  package static let faceDetectionShortRange = ModelFile(
    name: "face_detection_short_range.tflite", sha256: "bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8")

  /// Every model that the daemon loads.
  package static let ofDaemon = [palmDetectionFull, palmDetectionLook] + HandLandmarkModel.files + [faceDetectionShortRange]
}
