import Foundation
import Hands
import Imaging
import Landmarks
import Testing

@Suite("Palms and the regions around them")
struct DetectionTests {
  private func palm(_ score: Float, _ x: Float, _ y: Float, side: Float = 100) -> Detection {
    palm(
      score, low: SIMD2(x, y), high: SIMD2(x + side, y + side), wrist: SIMD2(x + side / 2, y + side),
      middleKnuckle: SIMD2(x + side / 2, y))
  }

  private func palm(
    _ score: Float, low: SIMD2<Float>, high: SIMD2<Float>, wrist: SIMD2<Float>, middleKnuckle: SIMD2<Float>
  ) -> Detection {
    Detection(score: score, low: low, high: high, keyPoints: 3) { [wrist, .zero, middleKnuckle][$0] }
  }

  private func merged(_ palms: [Detection]) -> [Detection] {
    var palms = palms
    Detection.merge(&palms)
    return palms
  }

  @Test("the palm detector's grid has 2016 anchors: two on each of 24² cells, six on each of 12²")
  func anchors() {
    let centers = DetectorScheme.palm.anchors
    #expect(centers.count == 2016)
    #expect(centers[0] == centers[1] && centers[0] == SIMD2(0.5 / 24, 0.5 / 24))
    #expect(centers[2] == SIMD2(1.5 / 24, 0.5 / 24))
    #expect(Set(centers[1152..<1158].map(\.x)) == [0.5 / 12])
    #expect(centers[2015] == SIMD2(11.5 / 12, 11.5 / 12))
  }

  @Test("boxes that overlap become one, their mean weighted by score, with the best score")
  func overlapping() {
    let found = merged([palm(0.6, 20, 0), palm(0.9, 0, 0), palm(0.8, 500, 500)])
    #expect(found.map(\.score) == [0.9, 0.8])
    #expect(abs(found[0].low.x - 20 * 0.6 / 1.5) < 1e-3 && abs(found[0].keyPoint(0).x - (50 + 8)) < 1e-3)
    #expect(found[1] == palm(0.8, 500, 500))
  }

  @Test("boxes that overlap the best one but not each other all become part of it, and the others keep their order")
  func several() {
    let found = merged([palm(0.7, 500, 0), palm(0.6, 60, 0), palm(0.9, 30, 0), palm(0.5, 900, 0), palm(0.8, 0, 0)])
    #expect(found.map(\.score) == [0.9, 0.7, 0.5])
    #expect(abs(found[0].low.x - (30 * 0.9 + 60 * 0.6) / 2.3) < 1e-3)
    #expect(found[1...] == [palm(0.7, 500, 0), palm(0.5, 900, 0)])
  }

  @Test("boxes that hardly overlap are not merged: the limit is 0.3 of their union")
  func apart() {
    // Overlap of 100-pixel squares s apart: (100 − s) / (100 + s).
    #expect(merged([palm(0.9, 0, 0), palm(0.8, 53, 0)]).count == 1)
    #expect(merged([palm(0.9, 0, 0), palm(0.8, 54.5, 0)]).count == 2)
  }

  @Test("merging ends with a box without area")
  func flat() {
    #expect(merged([palm(0.9, 0, 0, side: 0), palm(0.8, 0, 0)]).count == 2)
  }

  @Test("the region of a palm whose box has a negative or non-finite size is not sane")
  func insane() {
    #expect(HandRegion.around(palm(1, 0, 0, side: 10)).isSane && HandRegion.around(palm(1, 0, 0, side: 0)).isSane)
    for side: Float in [-10, .nan, .infinity, 1e9] { #expect(!HandRegion.around(palm(1, 0, 0, side: side)).isSane) }
  }

  @Test("the region of an upright palm is 2.6 times its box, moved half its height up")
  func uprightPalm() {
    let region = HandRegion.around(palm(1, 100, 200))
    #expect(abs(region.centerX - 150) < 1e-3 && abs(region.centerY - 200) < 1e-3)
    #expect(abs(region.width - 260) < 1e-3 && region.width == region.height && abs(region.rotation) < 1e-6)
  }

  @Test("the region of a palm that points right is rotated by a right angle and moved right")
  func sidewaysPalm() {
    let sideways = palm(1, low: SIMD2(100, 200), high: SIMD2(200, 300), wrist: SIMD2(100, 250), middleKnuckle: SIMD2(200, 250))
    let region = HandRegion.around(sideways)
    #expect(abs(region.rotation - .pi / 2) < 1e-6)
    #expect(abs(region.centerX - 200) < 1e-3 && abs(region.centerY - 250) < 1e-3)
  }

  @Test("the region of a hand depends on palm and knuckles, not on fingertips")
  func handRegion() {
    func hand(tips: Float) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: .right, imageWidth: 640, imageHeight: 480) { joint in
        switch joint {
        case .wrist: (300, 400, 0)
        case .thumbTip, .indexTip, .middleTip, .ringTip, .littleTip: (300, tips, 0)
        case .indexMCP, .indexPIP: (260, 300, 0)
        case .littleMCP, .littlePIP: (340, 300, 0)
        default: (300, 300, 0)
        }
      }
    }
    let region = HandRegion.around(hand(tips: 100))
    #expect(region == HandRegion.around(hand(tips: 420)))
    // Knuckle point: ((260 + 300) / 2 + 300) / 2 = 290, so the hand leans a little to the left.
    #expect(abs(region.rotation - -0.0997) < 1e-3)
    // In its own direction it reaches from the wrist, 100 below the knuckles, to the knuckle that the turn lifts most.
    #expect(abs(region.width - 2 * (100 * cos(0.0997) + 40 * sin(0.0997))) < 0.1)
  }
}
