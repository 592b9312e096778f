/// What the landmark model finds in one region of a picture.
package struct BodyLandmarks: Sendable {
  /// One landmark, in pixels of the upright picture, origin top left.
  package struct Point: Sendable {
    package var x: Float, y: Float
    /// Depth relative to the middle of the hips, in the unit of x; smaller is closer to the camera.
    package var z: Float
    /// Probability that the landmark is in the picture and not hidden, 0…1.
    package var visibility: Float

    package init(x: Float, y: Float, z: Float, visibility: Float) {
      (self.x, self.y, self.z, self.visibility) = (x, y, z, visibility)
    }
  }

  /// Number of landmarks of a body.
  package static let count = 33

  /// Probability that there is a body, 0…1.
  package var presence: Float
  /// The 33 landmarks of a body, in the model's order.
  package var points: [Point]
  /// The middle of the hips, and the end of the radius of a circle that contains the body: from them follows the region in the next frame.
  package var center: SIMD2<Float>, radiusEnd: SIMD2<Float>

  package init(presence: Float, points: [Point], center: SIMD2<Float>, radiusEnd: SIMD2<Float>) {
    self.presence = presence
    self.points = points
    (self.center, self.radiusEnd) = (center, radiusEnd)
  }

  /// Whether every number is finite and every landmark near the picture.
  var isSane: Bool {
    presence.isFinite && SIMD4(lowHalf: center, highHalf: radiusEnd).isNearImage
      && points.allSatisfy { SIMD4($0.x, $0.y, $0.z, $0.visibility).isNearImage }
  }
}
