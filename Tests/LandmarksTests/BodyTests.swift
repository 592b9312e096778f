import Bodies
import Foundation
import Imaging
import Landmarks
import Testing

@Suite("Bodies and the regions around them")
struct BodyTests {
  @Test("the body detector's grid has 2254 anchors: two on each of 28² cells, two on each of 14², six on each of 7²")
  func anchors() {
    let centers = DetectorScheme.body.anchors
    #expect(centers.count == 2254)
    #expect(centers[0] == SIMD2(0.5 / 28, 0.5 / 28) && centers[1568] == SIMD2(0.5 / 14, 0.5 / 14))
    #expect(Set(centers[1960..<1966].map(\.x)) == [0.5 / 7])
    #expect(centers[2253] == SIMD2(6.5 / 7, 6.5 / 7))
  }

  private func region(from hips: SIMD2<Float>, to end: SIMD2<Float>) -> RotatedRegion {
    BodyDetector.region(around: Detection(score: 1, low: .zero, high: .zero, keyPoints: 4) { [hips, end, .zero, .zero][$0] })
  }

  @Test("the region of an upright body is around the hips, and 1.25 times as large as the circle that contains the body")
  func uprightRegion() {
    let upright = region(from: SIMD2(300, 400), to: SIMD2(300, 200))
    #expect(upright.centerX == 300 && upright.centerY == 400 && upright.width == 500 && upright.height == 500)
    #expect(abs(upright.rotation) < 1e-6)
  }

  @Test(
    "the region of a body is rotated as the body is",
    arguments: [(SIMD2(10, 0), Float.pi / 2), (SIMD2(-10, 0), -Float.pi / 2), (SIMD2(0.001, 10), .pi)] as [(SIMD2<Float>, Float)])
  func rotatedRegion(way: SIMD2<Float>, rotation: Float) {
    #expect(abs(region(from: .zero, to: way).rotation - rotation) < 0.001)
  }

  @Test("the region of a body with a place that is no number is not sane")
  func insaneRegion() {
    #expect(!region(from: SIMD2(.nan, 0), to: .zero).isSane && !region(from: .zero, to: SIMD2(.infinity, 0)).isSane)
  }

  /// Calls `body` with heatmaps that are certain of nothing but the cells with these logits.
  private func withHeatmaps<R>(_ cells: [(column: Int, row: Int, logit: Float)], of index: Int = 7, _ body: (Heatmaps) -> R) -> R {
    var logits = [Float](repeating: -100, count: Heatmaps.side * Heatmaps.side * Heatmaps.count)
    for cell in cells { logits[(cell.row * Heatmaps.side + cell.column) * Heatmaps.count + index] = cell.logit }
    return logits.withUnsafeBufferPointer { body(Heatmaps($0)) }
  }

  private func distance(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { ((a - b) * (a - b)).sum().squareRoot() }

  @Test("a landmark moves to the mean of the cells around it, weighted by their probabilities")
  func refined() {
    let place = SIMD2<Float>(32.7, 20.2) / 64
    // Probabilities of 1/2 and 3/4.
    let found = withHeatmaps([(30, 20, 0), (34, 22, log(3))]) { $0.refine(place, of: 7) }
    #expect(distance(found, SIMD2(30 * 0.4 + 34 * 0.6, 20 * 0.4 + 22 * 0.6) / 64) < 1e-5)
  }

  @Test("a landmark stays where it is if the cells around it are doubtful, of another landmark, or five cells away")
  func unrefined() {
    let place = SIMD2<Float>(32.7, 20.2) / 64
    #expect(withHeatmaps([(32, 20, -0.01)]) { $0.refine(place, of: 7) } == place)
    #expect(withHeatmaps([(32, 20, 5)]) { $0.refine(place, of: 8) } == place)
    #expect(withHeatmaps([(37, 20, 5), (32, 15, 5)]) { $0.refine(place, of: 7) } == place)
    #expect(withHeatmaps([(36, 20, 5)]) { $0.refine(place, of: 7) } != place)
  }

  @Test("a landmark at the crop's edge is refined by the cells that exist; one outside, or no number, stays")
  func edges() {
    let found = withHeatmaps([(63, 0, 5)]) { $0.refine(SIMD2(63.9, 0) / 64, of: 7) }
    #expect(distance(found, SIMD2(63, 0) / 64) < 1e-5)
    for place in [SIMD2<Float>(64, 10) / 64, SIMD2(10, -0.1) / 64] {
      #expect(withHeatmaps([(63, 10, 5), (10, 0, 5)]) { $0.refine(place, of: 7) } == place)
    }
    #expect(withHeatmaps([]) { $0.refine(SIMD2(.nan, 0.5), of: 7) }.x.isNaN)
  }

  @Test("landmarks of the crop are mapped to the image, with their depth and visibility")
  func mapped() {
    var raw = [Float](repeating: 0, count: 5 * Heatmaps.count)
    // The crop's right edge in the middle of its height, which is below the center of a region that is turned right by 90°.
    raw.replaceSubrange(5..<10, with: [256, 128, -64, log(3), 0])
    raw[5 * 34] = 128
    let region = RotatedRegion(centerX: 300, centerY: 200, width: 100, height: 100, rotation: .pi / 2)
    let body = withHeatmaps([]) { heatmaps in
      raw.withUnsafeBufferPointer { BodyLandmarker.read($0, presence: 0.8, heatmaps, region) }
    }
    #expect(body.presence == 0.8 && body.points.count == 33)
    // The crop's upper left corner, and the middle of its upper edge.
    #expect(max(abs(body.center.x - 350), abs(body.center.y - 150)) < 1e-3)
    #expect(max(abs(body.radiusEnd.x - 350), abs(body.radiusEnd.y - 200)) < 1e-3)
    let point = body.points[1]
    #expect(abs(point.x - 300) < 1e-3 && abs(point.y - 250) < 1e-3)
    #expect(point.z == -25 && abs(point.visibility - 0.75) < 1e-6)
  }
}
