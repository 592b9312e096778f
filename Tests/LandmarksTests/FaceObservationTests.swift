import Bodies
import Hands
import Landmarks
import Testing

@Suite("An observed face")
struct FaceObservationTests {
  /// A face whose point number n is at (n, 500 − n / 2), in a picture of 1000×500 pixels.
  private func face(points: Int) -> FaceObservation {
    let points = (0..<points).map { SIMD3(Float($0), 500 - Float($0) / 2, Float($0) / 10) }
    return FaceObservation(FaceMesh(presence: 0.9, points: points), width: 1000, height: 500)
  }

  @Test("has the box of its mesh, from the lower left in fractions and from the upper left in pixels")
  func box() {
    let face = face(points: 478)
    #expect(face.confidence == 0.9)
    #expect(face.pixelBoundingBox == PixelRect(origin: PixelPoint(x: 0, y: 261.5), width: 477, height: 238.5))
    #expect(face.boundingBox == NormalizedRect(origin: NormalizedPoint(x: 0, y: 0), width: 0.477, height: 0.477))
    let box = PixelRect(NormalizedRect(origin: NormalizedPoint(x: 0.25, y: 0.125), width: 0.5, height: 0.25), width: 1000, height: 800)
    #expect(box == PixelRect(origin: PixelPoint(x: 250, y: 500), width: 500, height: 200))
  }

  @Test("has the detector's box and score, and no landmarks, if only rectangles were asked for")
  func rectangle() {
    let detection = Detection(score: 0.7, low: SIMD2(10, 20), high: SIMD2(110, 220), keyPoints: 0) { _ in .zero }
    let face = FaceObservation(detection, width: 1000, height: 500)
    #expect(face.confidence == 0.7 && face.landmarks == nil)
    #expect(face.pixelBoundingBox == PixelRect(origin: PixelPoint(x: 10, y: 20), width: 100, height: 200))
  }

  @Test("has as many points in each region as Vision has, 87 in all, of which 76 are different")
  func regions() throws {
    let landmarks = try #require(face(points: 478).landmarks)
    let regions = FaceRegionName.allCases.map { landmarks.region($0) }
    #expect(regions.map(\.points.count) == [17, 6, 6, 6, 6, 8, 6, 10, 14, 6])
    #expect(regions.map(\.isClosed) == [false, true, true, false, false, true, false, false, true, true])
    let numbers: [Float] = regions.flatMap(\.points).map(\.pixelLocation.x) + [468, 473]
    #expect(numbers.count == 87 && Set(numbers).count == 76)
    #expect(Set(landmarks.allPoints.points.map(\.pixelLocation.x)) == Set(numbers) && landmarks.allPoints.points.count == 76)
    #expect(face(points: 468).landmarks?.allPoints.points.count == 74)
    #expect(landmarks.leftEye == landmarks.region(.leftEye) && landmarks.medianLine.points.last == landmarks.mesh[152])
  }

  @Test("has points in both coordinate systems, with a depth")
  func points() throws {
    let point = try #require(face(points: 468).landmarks?.mesh[100])
    #expect(point.pixelLocation == PixelPoint(x: 100, y: 450) && point.depth == 10)
    #expect(abs(point.location.x - 0.1) < 1e-6 && abs(point.location.y - 0.1) < 1e-6)
  }

  @Test("has pupils if the irises were asked for")
  func pupils() throws {
    let refined = try #require(face(points: 478).landmarks)
    #expect(refined.rightPupil?.pixelLocation.x == 468 && refined.leftPupil?.pixelLocation.x == 473)
    let plain = try #require(face(points: 468).landmarks)
    #expect(plain.rightPupil == nil && plain.leftPupil == nil)
  }
}
