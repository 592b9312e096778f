import Landmarks

/// Smooths the landmarks of one body over time, with MediaPipe's filters and numbers.
struct BodySmoother: Sendable {
  private static let landmark = LandmarkFilter.Settings(minimumCutoff: 0.05, beta: 80)
  /// For the circle, from which the region in the next frame follows.
  private static let circle = LandmarkFilter.Settings(minimumCutoff: 0.01, beta: 10)
  /// Weight of a new visibility.
  private static let visibilityWeight: Float = 0.1
  /// Diameter in pixels below which a body is too small to be smoothed.
  private static let smallestBody: Float = 1e-6

  private var points = [Point](repeating: Point(), count: BodyLandmarks.count)
  private var center = PlaceFilter(circle), radiusEnd = PlaceFilter(circle)

  /// Smooths the landmarks of the next frame.
  ///
  /// - Parameter seconds: time of the frame.
  /// - Returns: the smoothed landmarks, and the smoothed circle.
  mutating func smooth(_ body: BodyLandmarks, at seconds: Double) -> BodyLandmarks {
    let size = 2 * body.center.distance(to: body.radiusEnd)
    guard size >= Self.smallestBody else { return body }
    var smoothed = body
    for index in points.indices { smoothed.points[index] = points[index].smooth(body.points[index], scale: 1 / size, at: seconds) }
    smoothed.center = center.smooth(body.center, scale: 1 / size, at: seconds)
    smoothed.radiusEnd = radiusEnd.smooth(body.radiusEnd, scale: 1 / size, at: seconds)
    return smoothed
  }

  /// The filters of one landmark.
  private struct Point {
    var place = PlaceFilter(landmark), depth = LandmarkFilter(landmark), visibility = LowPassFilter()

    mutating func smooth(_ point: BodyLandmarks.Point, scale: Float, at seconds: Double) -> BodyLandmarks.Point {
      let place = place.smooth(SIMD2(point.x, point.y), scale: scale, at: seconds)
      return BodyLandmarks.Point(
        x: place.x, y: place.y, z: depth.smooth(point.z, scale: scale, at: seconds),
        visibility: visibility.smooth(point.visibility, weight: visibilityWeight))
    }
  }

  /// The filters of a place.
  private struct PlaceFilter {
    private var x: LandmarkFilter, y: LandmarkFilter

    init(_ settings: LandmarkFilter.Settings) { (x, y) = (LandmarkFilter(settings), LandmarkFilter(settings)) }

    mutating func smooth(_ place: SIMD2<Float>, scale: Float, at seconds: Double) -> SIMD2<Float> {
      SIMD2(x.smooth(place.x, scale: scale, at: seconds), y.smooth(place.y, scale: scale, at: seconds))
    }
  }
}
