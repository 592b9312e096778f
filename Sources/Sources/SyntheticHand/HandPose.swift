/// How the joints of the hand are bent, in degrees. Every angle blends linearly into another pose's.
package struct HandPose: Sendable, Equatable {
  /// Index, middle, ring and little finger: flexion of the knuckle (MCP), middle (PIP) and last (DIP) joint, then the
  /// sideways swing of the whole finger, positive towards the thumb.
  package var fingers: InlineArray<4, SIMD4<Float>>
  /// Metacarpal, proximal and distal bone of the thumb: each its own direction, as the angle from the hand's long axis
  /// towards the thumb's side, and the elevation out of the palm.
  package var thumb: InlineArray<3, SIMD2<Float>>

  package init(fingers: InlineArray<4, SIMD4<Float>>, thumb: InlineArray<3, SIMD2<Float>>) {
    self.fingers = fingers
    self.thumb = thumb
  }

  package static func == (a: HandPose, b: HandPose) -> Bool {
    a.fingers.indices.allSatisfy { a.fingers[$0] == b.fingers[$0] }
      && a.thumb.indices.allSatisfy { a.thumb[$0] == b.thumb[$0] }
  }

  /// The pose that lies `weight` (0…1) of the way to `other`.
  package func blended(to other: HandPose, weight: Float) -> HandPose {
    var result = self
    for i in fingers.indices { result.fingers[i] += weight * (other.fingers[i] - fingers[i]) }
    for i in thumb.indices { result.thumb[i] += weight * (other.thumb[i] - thumb[i]) }
    return result
  }
}

extension HandPose {
  /// Relaxed and slightly curled; sideways, its thumb is level with the wrist.
  package static let rest = HandPose(
    fingers: [[14, 18, 10, 5], [16, 22, 12, 0], [20, 26, 14, -5], [24, 28, 16, -11]],
    thumb: [[36, 28], [16, 22], [6, 14]])
  /// A fist with the thumb stretched away from it.
  package static let thumbFist = HandPose(
    fingers: [[80, 102, 62, 3], [84, 104, 62, 0], [86, 104, 62, -3], [88, 102, 60, -6]],
    thumb: [[42, 18], [80, 6], [94, 0]])
  /// All fingers stretched and spread.
  package static let open = HandPose(
    fingers: [[6, 8, 5, 7], [4, 8, 5, 0], [6, 10, 6, -7], [8, 12, 8, -16]],
    thumb: [[52, 22], [40, 12], [34, 8]])
  /// A closed fist, the thumb laid along it.
  package static let fist = HandPose(
    fingers: [[70, 100, 60, 3], [73, 102, 60, 0], [75, 102, 60, -3], [76, 100, 58, -6]],
    thumb: [[38, 30], [10, 34], [-6, 28]])
}
