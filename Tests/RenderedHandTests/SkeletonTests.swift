import RenderedHand
import Testing

/// Joint positions in mm, computed by a separate implementation of the same anatomy.
private let references: [(name: String, pose: HandPose, joints: [(Int, SIMD3<Float>)])] = [
  (
    "rest", .rest,
    [
      (0, [-1.5, 8, 6]), (1, [20, 20, 9]), (2, [42.84, 51.43, 29.66]), (3, [50.76, 79.06, 41.27]), (4, [52.99, 100.29, 46.59]),
      (5, [25, 91, 0]), (6, [28.09, 133.59, 10.63]), (7, [29.19, 155.62, 24.38]), (8, [29.67, 169.76, 37.07]),
      (12, [3, 176.64, 44.02]), (16, [-18.98, 158.98, 51.25]), (17, [-36, 77, 4]), (20, [-36.81, 127.90, 49.41]),
    ]
  ),
  (
    "fist with the thumb out", .thumbFist,
    [
      (0, [-1.5, 8, 6]), (1, [20, 20, 9]), (2, [48, 51.10, 22.60]), (3, [78.36, 56.45, 25.84]), (4, [100.31, 54.92, 25.84]),
      (5, [25, 91, 0]), (6, [22.81, 98.77, 43.25]), (7, [21.51, 72.81, 42.35]), (8, [22.09, 64.44, 25.30]),
      (12, [3, 62.47, 21.77]), (16, [-14.41, 57.46, 18.91]), (17, [-36, 77, 4]), (20, [-30.78, 52.75, 17.33]),
    ]
  ),
  (
    "open", .open,
    [
      (2, [52.15, 45.12, 25.48]), (3, [71.64, 68.35, 31.93]), (4, [83.82, 86.41, 34.99]), (6, [30.06, 134.47, 4.59]),
      (7, [32.76, 159.55, 10.87]), (8, [34.59, 177.43, 17.04]), (12, [3, 190.35, 12.43]), (16, [-26.93, 176.79, 18.71]),
      (20, [-51.21, 143.75, 23.66]),
    ]
  ),
  (
    "fist", .fist,
    [
      (2, [43.46, 50.03, 31]), (3, [47.92, 75.34, 48.33]), (4, [45.89, 94.66, 58.66]), (6, [23.32, 106.16, 41.27]),
      (7, [21.71, 80.60, 45.78]), (8, [21.94, 68.36, 31.25]), (12, [3, 66.68, 29.13]), (16, [-13.86, 60.71, 26.06]),
      (20, [-29.82, 55.22, 23.44]),
    ]
  ),
]

@Suite("The skeleton of the rendered hand")
struct SkeletonTests {
  @Test("Joints are at the places of the reference, to its last digit", arguments: references.indices)
  func joints(index: Int) {
    let reference = references[index]
    let skeleton = Skeleton(pose: reference.pose)
    for (joint, expected) in reference.joints {
      let difference = skeleton.joints[joint] - expected
      let largest = max(abs(difference.x), abs(difference.y), abs(difference.z))
      #expect(largest < 0.006, "\(reference.name), joint \(joint): \(skeleton.joints[joint])")
    }
  }

  @Test("Poses blend from one end to the other")
  func blending() {
    #expect(HandPose.rest.blended(to: .thumbFist, weight: 0) == .rest)
    #expect(HandPose.rest.blended(to: .thumbFist, weight: 1) == .thumbFist)
    let half = HandPose.rest.blended(to: .thumbFist, weight: 0.5)
    #expect(half.fingers[0] == [47, 60, 36, 4])
    #expect(half.thumb[2] == [50, 7])
  }

  @Test(
    "A placed hand is projected to the places of the reference",
    arguments: [
      (HandPose.rest, 120, 0, [238.7, 205.9], [375.9, 209.8], [272.5, 232.6], [185.0, 313.4], -3.9),
      (.thumbFist, 90, 0, [326.5, 112.7], [383.5, 241.8], [282.6, 209.8], [316.9, 236.2], -129.2),
      (.thumbFist, 90, -180, [326.1, 359.8], [384.5, 238.1], [281.1, 271.4], [317.0, 243.6], 121.7),
    ] as [(HandPose, Float, Float, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, Float)])
  func projected(
    pose: HandPose, turn: Float, roll: Float, thumbTip: SIMD2<Float>, wrist: SIMD2<Float>, knuckle: SIMD2<Float>,
    middleTip: SIMD2<Float>, distance: Float
  ) {
    let skeleton = Skeleton(pose: pose)
    let placement = HandPlacement(turn: turn, roll: roll)
    func at(_ joint: Int) -> SIMD2<Float> { project(placement.apply(skeleton.joints[joint]), size: [640, 480]) }
    for (joint, expected) in [(4, thumbTip), (0, wrist), (5, knuckle), (12, middleTip)] {
      let difference = at(joint) - expected
      #expect(max(abs(difference.x), abs(difference.y)) < 0.06, "joint \(joint): \(at(joint))")
    }
    #expect(abs(at(4).y - at(0).y - distance) < 0.06)
  }
}
