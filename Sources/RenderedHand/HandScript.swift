import Glibc

/// The motion of the rendered hand: a loop of five seconds in which it rests, raises its thumb, rests and lowers it.
///
/// It is a function of time: it knows no clock and has no state.
package enum HandScript {
  /// Length of the loop, in seconds.
  package static let period = 5.0

  /// The hand's pose and placement `seconds` after the start.
  package static func hand(at seconds: Double) -> (pose: HandPose, placement: HandPlacement) {
    let key = key(at: seconds)
    // The tremor and drift of a hand held in the air, in pixels of a picture 640 pixels wide.
    let right =
      14 * wave(0.21, seconds) + 1.0 * wave(2.3, seconds) + 0.6 * wave(5.1, seconds, phase: 1)
    let up =
      9 * wave(0.31, seconds, phase: 0.7) + 0.9 * wave(2.9, seconds, phase: 2) + 0.5 * wave(4.3, seconds)
    let placement = HandPlacement(
      turn: key.turn + 2 * wave(0.17, seconds), roll: key.roll, tilt: [-4, 6],
      offset: SIMD2(right, up) * (HandPlacement.defaultDistance / 640))
    return (key.pose, placement)
  }

  /// The true places of the 21 joints in the picture `seconds` after the start, in pixels of 640×480, origin top left, y down.
  package static func joints(at seconds: Double) -> InlineArray<21, SIMD2<Float>> {
    let (pose, placement) = hand(at: seconds)
    let skeleton = Skeleton(pose: pose)
    return InlineArray { project(placement.apply(skeleton.joints[$0]), size: [640, 480]) }
  }

  private struct Key {
    var pose: HandPose
    var turn: Float
    var roll: Float

    static let rest = Key(pose: .rest, turn: 120, roll: 0)
    static let up = Key(pose: .thumbFist, turn: 90, roll: 0)
    static let down = Key(pose: .thumbFist, turn: 90, roll: -180)
  }

  private static let acts: InlineArray<8, (seconds: Double, from: Key, to: Key)> = [
    (0.8, .rest, .rest), (0.4, .rest, .up), (0.8, .up, .up), (0.4, .up, .rest),
    (0.8, .rest, .rest), (0.5, .rest, .down), (0.8, .down, .down), (0.5, .down, .rest),
  ]

  private static func key(at seconds: Double) -> Key {
    var left = seconds.truncatingRemainder(dividingBy: period)
    var i = 0
    while i < acts.count - 1, left >= acts[i].seconds {
      left -= acts[i].seconds
      i += 1
    }
    let act = acts[i]
    // Counted in steps of 1/30 s, so that the hand has already moved in the first picture of a movement.
    let w = Float((left * 30 + 1) / (act.seconds * 30 + 1))
    let eased = w * w * (3 - 2 * w)
    return Key(
      pose: act.from.pose.blended(to: act.to.pose, weight: eased),
      turn: act.from.turn + eased * (act.to.turn - act.from.turn),
      roll: act.from.roll + eased * (act.to.roll - act.from.roll))
  }

  /// A sine of `frequency` Hz; the phase is in radians.
  private static func wave(_ frequency: Double, _ seconds: Double, phase: Double = 0) -> Float {
    Float(sin(2 * .pi * frequency * seconds + phase))
  }
}

/// The angles of the hand's joints, in degrees. Poses are blended by linear interpolation of every angle.
package struct HandPose: Sendable, Equatable {
  /// Index, middle, ring and little finger: flexion of the knuckle (MCP), middle (PIP) and last (DIP) joint, then the
  /// sideways swing of the whole finger, positive toward the thumb.
  package var fingers: InlineArray<4, SIMD4<Float>>
  /// Metacarpal, proximal and distal bone of the thumb: for each, the angle from the hand's long axis toward the thumb's side, and the
  /// elevation out of the palm.
  package var thumb: InlineArray<3, SIMD2<Float>>

  package init(fingers: InlineArray<4, SIMD4<Float>>, thumb: InlineArray<3, SIMD2<Float>>) {
    (self.fingers, self.thumb) = (fingers, thumb)
  }

  package static func == (a: HandPose, b: HandPose) -> Bool {
    a.fingers.indices.allSatisfy { a.fingers[$0] == b.fingers[$0] }
      && a.thumb.indices.allSatisfy { a.thumb[$0] == b.thumb[$0] }
  }

  /// The pose at `weight` (0…1) of the way to `other`.
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
  /// A fist with the thumb extended.
  package static let thumbFist = HandPose(
    fingers: [[80, 102, 62, 3], [84, 104, 62, 0], [86, 104, 62, -3], [88, 102, 60, -6]],
    thumb: [[42, 18], [80, 6], [94, 0]])
  /// All fingers extended and spread.
  package static let open = HandPose(
    fingers: [[6, 8, 5, 7], [4, 8, 5, 0], [6, 10, 6, -7], [8, 12, 8, -16]],
    thumb: [[52, 22], [40, 12], [34, 8]])
  /// A closed fist, the thumb along its side.
  package static let fist = HandPose(
    fingers: [[70, 100, 60, 3], [73, 102, 60, 0], [75, 102, 60, -3], [76, 100, 58, -6]],
    thumb: [[38, 30], [10, 34], [-6, 28]])
}
