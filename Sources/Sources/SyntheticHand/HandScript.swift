import Glibc

/// What the rendered hand does: a loop of five seconds in which it rests, raises its thumb, rests and lowers it.
///
/// A value of time alone: it knows no clock and keeps nothing.
package enum HandScript {
  /// Length of the loop, in seconds.
  package static let period = 5.0

  /// The hand's pose and placement `seconds` after the start.
  package static func hand(at seconds: Double) -> (pose: HandPose, placement: HandPlacement) {
    let key = key(at: seconds)
    // The tremor and drift of a hand held in the air, in pixels of a picture 640 wide.
    let right =
      14 * wave(0.21, seconds) + 1.0 * wave(2.3, seconds) + 0.6 * wave(5.1, seconds, phase: 1)
    let up =
      9 * wave(0.31, seconds, phase: 0.7) + 0.9 * wave(2.9, seconds, phase: 2) + 0.5 * wave(4.3, seconds)
    let placement = HandPlacement(
      turn: key.turn + 2 * wave(0.17, seconds), roll: key.roll, tilt: [-4, 6],
      offset: SIMD2(right, up) * (HandPlacement.defaultDistance / 640))
    return (key.pose, placement)
  }

  /// Where the 21 joints truly are in the picture `seconds` after the start: pixels of 640×480, origin top left, y down.
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
    // Counted in steps of 1/30 s, so that the first picture of a movement has already left its start.
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
