/// What the face landmark model finds in one region of a picture.
package struct FaceMesh: Sendable {
  /// Number of points.
  package static let count = 468
  /// Numbers of the outer corners of the person's eyes.
  static let rightEyeCorner = 33, leftEyeCorner = 263

  /// Probability that there is a face, 0…1.
  package var presence: Float
  /// The points in pixels of the upright picture, origin top left, with a depth in the same unit; smaller is closer to the camera.
  package var points: [SIMD3<Float>]

  package init(presence: Float, points: [SIMD3<Float>]) {
    self.presence = presence
    self.points = points
  }

  /// The corners of the upright box of all points.
  var box: (low: SIMD2<Float>, high: SIMD2<Float>) {
    let low = points.reduce(SIMD3(repeating: .infinity), pointwiseMin)
    let high = points.reduce(SIMD3(repeating: -.infinity), pointwiseMax)
    return (SIMD2(low.x, low.y), SIMD2(high.x, high.y))
  }

  /// Whether every number is finite and every point near the picture.
  var isSane: Bool { presence.isFinite && points.allSatisfy(\.isNearImage) }
}
