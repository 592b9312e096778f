import Foundation
import Gestures
import Hands
import Testing

/// A recorded clip: what a tracker saw in each frame, and the swipes that §1's rule, worked out by other code, makes of it.
struct Trace: Sendable, CustomTestStringConvertible {
  struct Expected: Equatable { var frame: Int, direction: SwipeDirection }

  let name: String
  var fps = 0.0, width = 0, height = 0
  var swipes: [Expected] = []
  var hands: [HumanHandPoseObservation?] = []

  var testDescription: String { name }

  static let names = [
    "akst_fist_lowering", "anton_bursts", "gs_hanging_open_hand", "gs_woman_thumb_up", "jyo_session", "mp_man_dancing",
    "mp_open_hand_overlay", "mp_woman_talking_hands", "vdibia_hands_table1",
  ]

  /// Reads `Traces/NAME.csv`: the lines `fps,F`, `size,W,H`, `swipe,FRAME,DIRECTION` …, then one line a frame: `none`, or
  /// `hand,CHIRALITY,CHIRALITY_CONFIDENCE` and x, y of wrist and fingertips, thumb first, in image pixels.
  init(named name: String) throws {
    self.name = name
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "csv", subdirectory: "Traces"))
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: ",").map(String.init)
      switch fields[0] {
      case "fps": fps = try #require(Double(fields[1]))
      case "size": (width, height) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
      case "swipe":
        swipes.append(Expected(frame: try #require(Int(fields[1])), direction: try #require(SwipeDirection(rawValue: fields[2]))))
      case "none": hands.append(nil)
      case "hand": hands.append(try observation(fields))
      default: throw CocoaError(.fileReadCorruptFile)
      }
    }
  }

  private func observation(_ fields: [String]) throws -> HumanHandPoseObservation {
    let chirality = try #require(Chirality(rawValue: fields[1]))
    let numbers = try fields[2...].map { try #require(Float($0)) }
    try #require(numbers.count == 13)
    let joints = [JointName.wrist] + JointName.fingertips
    return HumanHandPoseObservation(
      confidence: 1, chirality: chirality, chiralityConfidence: numbers[0], imageWidth: width, imageHeight: height
    ) { joint in
      let at = 1 + 2 * (joints.firstIndex(of: joint) ?? 0)
      return (numbers[at], numbers[at + 1], 0)
    }
  }
}

extension GestureSettings {
  /// The swipes that these settings make of a clip's frames.
  func swipes(_ hands: [HumanHandPoseObservation?], fps: Double) -> [Trace.Expected] {
    var classifier = SwipeClassifier(self)
    return hands.enumerated().compactMap { frame, hand in
      classifier.classify(hand, at: UInt64(Double(frame) / fps * 1e9)).action?.direction.map {
        Trace.Expected(frame: frame, direction: $0)
      }
    }
  }
}
