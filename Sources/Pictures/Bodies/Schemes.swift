import Landmarks

extension DetectorScheme {
  /// The body detector. Key point 0 is the middle of the hips, key point 1 the end of a radius that contains the body.
  package static let body = DetectorScheme(
    name: "body detector", model: .bodyDetection, side: 224, scale: .minusOneToOne, strides: [8, 16, 32, 32, 32], keyPoints: 4)
  /// The face detector for small faces, with the same key points.
  package static let faceFullRange = DetectorScheme(
    name: "face detector (full range)", model: .faceDetectionFullRange, side: 192, scale: .minusOneToOne, places: .openCV, strides: [4],
    anchorsPerCell: 1,
    keyPoints: 6, minimumScore: 0.6)
}

extension RegionScheme {
  /// From a circle around a body.
  static let body = RegionScheme(direction: .pi / 2, shift: 0, scale: 1.25)
  /// From a detected face.
  static let face = RegionScheme(direction: 0, shift: 0, scale: 1.5)
}
