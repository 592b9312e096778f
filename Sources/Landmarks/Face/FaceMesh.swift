/// What the face landmark model finds in one region of a picture.
package struct FaceMesh: Sendable {
  /// Number of points, and with those of the irises.
  package static let count = 468, refinedCount = 478

  /// Probability that there is a face, 0…1.
  package var presence: Float
  /// The points in pixels of the upright picture, origin top left, with a depth in the same unit; smaller is closer to the camera.
  package var points: [SIMD3<Float>]

  package init(presence: Float, points: [SIMD3<Float>]) {
    self.presence = presence
    self.points = points
  }

  /// Whether every number is finite and every point near the picture.
  var isSane: Bool { presence.isFinite && points.allSatisfy(\.isNearImage) }
}
