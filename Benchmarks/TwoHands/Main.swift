import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks
import RenderedHand
import UserErrors

/// Measures what becomes of two hands in view, with rendered hands: whether the one that shows a thumb swipes beside another one, and how soon a
/// hand is found that is raised while another rests.
///
///     bench-hands                     prints the tables
///     bench-hands LEFT RIGHT FILE     writes 20 s of a scene to a y4m file; LEFT and RIGHT are acts such as resting, typing, absent
@main
enum TwoHandsBenchmark {
  private static let fps = 30

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, let left = Scene.Act(rawValue: arguments[1]), let right = Scene.Act(rawValue: arguments[2]) {
      return try write(Scene(left, right), to: arguments[3])
    }
    try printSwipes()
    try printRaised()
  }

  private static func makeFollower() throws -> HandFollower {
    try HandFollower(prefix: .find(), precision: .f32, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
  }

  /// What the daemon makes of a scene with `daily`.
  private static func run(
    _ scene: consuming Scene, seconds: Double, _ body: (Double, borrowing HandFollower, Decision) -> Void
  ) throws {
    var scene = scene
    var follower = try makeFollower()
    var classifier = SwipeClassifier(.daily)
    var need = TrackingNeed.whenMoved
    for index in 0..<Int(seconds * Double(fps)) {
      let time = Double(index) / Double(fps)
      try scene.withFrame(at: time) { frame in
        try follower.track(frame, need: need)
        let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
        need = decision.need
        body(time, follower, decision)
      }
    }
  }

  private struct Variant {
    let tone: SkinTone, distances: (Float, Float), phase: Double
  }

  private static let variants: [Variant] = [
    Variant(tone: .medium, distances: (520, 520), phase: 0), Variant(tone: .brown, distances: (520, 700), phase: 0.4),
    Variant(tone: .tan, distances: (700, 520), phase: 0.9), Variant(tone: .medium, distances: (640, 640), phase: 1.3),
  ]

  /// The swipes of a scene as words, with the half of the picture in which their hand is.
  private static func swipes(_ left: Scene.Act, _ right: Scene.Act, _ variant: Variant) throws -> [String] {
    var swipes: [String] = []
    let scene = Scene(left, right, tone: variant.tone, distances: variant.distances, phase: variant.phase)
    try run(scene, seconds: 4.5) { _, follower, decision in
      guard let swipe = decision.action, let hand = decision.hand else { return }
      let x = follower.hands[hand].recognizedPoint(.wrist).x
      swipes.append("\(swipe.gesture.name), \(x < Float(Scene.width / 2) ? "left" : "right") half")
    }
    return swipes
  }

  private static func printSwipes() throws {
    let others = [Scene.Act.resting, .hanging, .holding, .typing]
    var counts = [Scene.Act: (scenes: Int, alone: Int, same: Int, twice: Int, wrong: Int)]()
    for variant in variants {
      for thumb in [Scene.Act.thumbUp, .thumbDown] {
        for isLeft in [true, false] {
          let half = isLeft ? "left half" : "right half"
          let expected = try isLeft ? swipes(thumb, .absent, variant) : swipes(.absent, thumb, variant)
          for other in others {
            let found = try isLeft ? swipes(thumb, other, variant) : swipes(other, thumb, variant)
            var count = counts[other] ?? (0, 0, 0, 0, 0)
            count.scenes += 1
            count.alone += expected.isEmpty ? 0 : 1
            count.same += !expected.isEmpty && found == expected ? 1 : 0
            count.twice += found.count > max(1, expected.count) ? 1 : 0
            count.wrong += found.contains { !$0.hasSuffix(half) } ? 1 : 0
            counts[other] = count
          }
        }
      }
    }
    print("a rendered thumb beside a hand that is   scenes   swipe alone   swipe as alone   twice   the other hand swipes")
    for other in others {
      guard let count = counts[other] else { continue }
      print("  \(other.rawValue): \(count.scenes) \(count.alone) \(count.same) \(count.twice) \(count.wrong)")
    }
  }

  private static func printRaised() throws {
    var delays: [Double] = []
    for variant in variants {
      for other in [Scene.Act.resting, .holding, .hanging] {
        for (left, right) in [(other, Scene.Act.raised), (.raised, other)] {
          var found: Double?
          let scene = Scene(left, right, tone: variant.tone, distances: variant.distances, phase: variant.phase)
          try run(scene, seconds: 6) { time, follower, _ in
            if found == nil, follower.hands.count == 2, time > Scene.raisedS { found = time }
          }
          delays.append(found.map { ($0 - Scene.raisedS) * 1000 } ?? .infinity)
        }
      }
    }
    delays.sort()
    func text(_ ms: Double) -> String { ms.isFinite ? "\(Int(ms.rounded())) ms" : "never" }
    let (median, late) = (text(delays[delays.count / 2]), text(delays[Int(0.95 * Double(delays.count))]))
    print("a hand that is raised beside a resting one is found after its first motion: median \(median), 95 % \(late), of \(delays.count)")
  }

  private static func write(_ scene: consuming Scene, to path: String) throws {
    var scene = scene
    var data = Data("YUV4MPEG2 W\(Scene.width) H\(Scene.height) F\(fps):1 Ip A1:1 C422\n".utf8)
    for index in 0..<20 * fps {
      data.append(Data("FRAME\n".utf8))
      scene.withFrame(at: Double(index) / Double(fps)) { frame in
        let bytes = UnsafeRawBufferPointer(start: frame.planes.0.base, count: Scene.size)
        for (first, step) in [(0, 2), (1, 4), (3, 4)] {
          data.append(contentsOf: stride(from: first, to: bytes.count, by: step).map { bytes[$0] })
        }
      }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }
}
