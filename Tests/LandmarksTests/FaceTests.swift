import Bodies
import Imaging
import Landmarks
import Testing

@Suite("Faces and the parts of their model")
struct FaceTests {
  @Test("the short-range detector's grid has 896 anchors, two or six in a cell; the full-range one has 2304, one in each of 48² cells")
  func anchors() {
    let short = DetectorScheme.faceShortRange.anchors
    #expect(short.count == 896 && short[0] == short[1] && short[2] != short[1])
    #expect(Set(short[512..<518].map(\.x)) == [0.5 / 8])
    let full = DetectorScheme.faceFullRange.anchors
    #expect(full.count == 2304 && full[0] == SIMD2(0.5 / 48, 0.5 / 48) && full[1] == SIMD2(1.5 / 48, 0.5 / 48))
  }

  @Test("the region of a face is 1.5 times the longer side of its box, rotated so that the eyes are level")
  func region() {
    func region(_ left: SIMD2<Float>, _ right: SIMD2<Float>) -> RotatedRegion {
      let face = Detection(score: 1, low: SIMD2(100, 200), high: SIMD2(180, 300), keyPoints: 6) {
        [left, right, .zero, .zero, .zero, .zero][$0]
      }
      return FaceLandmarker.region(around: face)
    }
    #expect(region(.zero, SIMD2(10, 0)) == RotatedRegion(centerX: 140, centerY: 250, width: 150, height: 150))
    #expect(abs(region(.zero, SIMD2(0, 10)).rotation - .pi / 2) < 1e-6)
    #expect(abs(region(.zero, SIMD2(0, -10)).rotation + .pi / 2) < 1e-6)
  }

  @Test("the region of a face in the previous frame is 1.5 times the longer side of its points' box, with the eyes' outer corners level")
  func nextRegion() {
    var points = [SIMD3<Float>](repeating: SIMD3(140, 250, 7), count: FaceMesh.count)
    (points[0], points[1]) = (SIMD3(100, 200, 0), SIMD3(180, 300, -900))
    (points[33], points[263]) = (SIMD3(130, 220, 0), SIMD3(150, 240, 0))
    let region = FaceLandmarker.region(around: FaceMesh(presence: 1, points: points))
    #expect(region.centerX == 140 && region.centerY == 250 && region.width == 150 && region.height == 150)
    #expect(abs(region.rotation - .pi / 4) < 1e-6)
  }

  /// The points of a box in the crop, turned about the origin by a right angle if asked for.
  private func cutout(turned: Bool = false) -> FaceCutout {
    // In the map, whose cells are 4 pixels, the box is 16 cells large; with the margin, the cut-out is 24.
    let corners: [SIMD2<Float>] = [SIMD2(64, 32), SIMD2(128, 32), SIMD2(64, 96), SIMD2(128, 96)]
    guard turned else { return FaceCutout(around: corners, level: corners[0], corners[1]) }
    return FaceCutout(around: corners, level: corners[0], corners[2])
  }

  /// What a head reads of a map in which channel 0 of each cell has the number of its column, and channel 1 that of its row.
  private func cells(_ cutout: FaceCutout) -> [Float] {
    var map = [Float](repeating: 7, count: FaceCutout.featureCount)
    for row in 0..<48 {
      for column in 0..<48 { (map[(48 * row + column) * 32], map[(48 * row + column) * 32 + 1]) = (Float(column), Float(row)) }
    }
    var cells = [Float](repeating: -1, count: FaceCutout.count)
    map.withUnsafeBufferPointer { map in cells.withUnsafeMutableBufferPointer { cutout.sample(map, into: $0) } }
    return cells
  }

  @Test("a head reads the map around its points, with a margin, between the cells; outside the map it reads 0")
  func sampled() {
    let cells = cells(cutout())
    // The cut-out is from column 12 and row 4 to column 36 and row 28, in steps of 1.5.
    for (column, row) in [(0, 0), (3, 9), (15, 15)] {
      let at = 32 * (16 * row + column)
      #expect(abs(cells[at] - (12 + 1.5 * (Float(column) + 0.5) - 0.5)) < 1e-4)
      #expect(abs(cells[at + 1] - (4 + 1.5 * (Float(row) + 0.5) - 0.5)) < 1e-4)
      #expect(cells[at + 2] == 7)
    }
    let corner = FaceCutout(around: [.zero, SIMD2(64, 0), SIMD2(0, 64)], level: .zero, SIMD2(64, 0))
    #expect(self.cells(corner)[..<32].allSatisfy { $0 == 0 })
    let nowhere = FaceCutout(around: [SIMD2(.nan, 0)], level: .zero, SIMD2(64, 0))
    #expect(self.cells(nowhere).allSatisfy { $0 == 0 })
  }

  @Test("a head's cut-out is rotated so that its line is level, and what the head finds is mapped back")
  func rotated() {
    // The line points down, so the cut-out's rows are columns of the map, from the upper right corner.
    let cells = cells(cutout(turned: true))
    #expect(abs(cells[0] - (36 - 0.75 - 0.5)) < 1e-4 && abs(cells[1] - (4 + 0.75 - 0.5)) < 1e-4)
    #expect(abs(cells[32] - cells[0]) < 1e-4 && abs(cells[33] - cells[1] - 1.5) < 1e-4)
    let (corner, opposite) = (cutout(turned: true).place(.zero), cutout(turned: true).place(SIMD2(64, 64)))
    #expect(abs(corner.x - 144) < 1e-3 && abs(corner.y - 16) < 1e-3)
    #expect(abs(opposite.x - 48) < 1e-3 && abs(opposite.y - 112) < 1e-3)
  }
}
