import AllocationCount
import Corpus
import EventProtocol
import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks
import Platform
import UserErrors

/// Measures the pipeline from frame to event on one footage: as a whole, then each stage alone on the same frames.
struct LineBenchmark {
  struct Result: Encodable {
    let footage: String, layout: String, precision: String
    let frames: Int, tracked: Int
    let stages: [String: Stage.Summary]
    /// Heap allocations per frame, after the first second.
    let allocations: Allocations
  }

  struct Allocations: Encodable {
    let ours: Double, runtime: Double, others: Double
  }

  static let stages = ["decode", "sample", "palm", "landmarks", "decide", "event", "line"]
  private static let warmUp = 30

  static func run(_ footage: Footage, _ precision: Precision, _ prefix: RuntimePrefix) throws -> Result {
    var decoder = try JPEGDecoder()
    var stages = Dictionary(uniqueKeysWithValues: Self.stages.map { ($0, Stage($0, room: footage.count)) })
    var hands: [HumanHandPoseObservation?] = Array(repeating: nil, count: footage.count)
    let allocations = try whole(footage, precision, prefix, &decoder, &stages["line"]!, &hands)
    try parts(footage, precision, prefix, &decoder, hands, &stages)
    return Result(
      footage: footage.name, layout: footage.layout.rawValue, precision: precision.rawValue, frames: footage.count,
      tracked: hands.count { $0 != nil }, stages: stages.compactMapValues(\.summary), allocations: allocations)
  }

  /// Measures the whole pipeline as in the daemon, but with inference on every frame: decode, track, decide.
  private static func whole(
    _ footage: Footage, _ precision: Precision, _ prefix: RuntimePrefix, _ decoder: inout JPEGDecoder, _ line: inout Stage,
    _ hands: inout [HumanHandPoseObservation?]
  ) throws -> Allocations {
    // With any reuse, motion is measured as in the daemon. This one has an effect only after ten seconds without a hand: no footage is as long.
    var follower = try HandFollower(prefix: prefix, precision: precision, reusing: .slowSearch)
    var classifier = SwipeClassifier()
    try footage.forEach(&decoder) { index, frame, decoding in
      if index == warmUp { allocations_start() }
      let before = Moment.now
      try follower.track(frame)
      _ = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
      let span = before.untilNow
      line.add(Span(wall: span.wall + (decoding?.wall ?? 0), cpu: span.cpu + (decoding?.cpu ?? 0)))
      hands[index] = follower.hands.first
    }
    let counts = allocations_stop()
    func each(_ count: UInt64) -> Double { Double(count) / Double(max(footage.count - warmUp, 1)) }
    return Allocations(ours: each(counts.ours), runtime: each(counts.runtime), others: each(counts.others))
  }

  /// Measures each stage alone, with the hand of the previous frame, and a search for palms on every frame.
  private static func parts(
    _ footage: Footage, _ precision: Precision, _ prefix: RuntimePrefix, _ decoder: inout JPEGDecoder, _ hands: [HumanHandPoseObservation?],
    _ stages: inout [String: Stage]
  ) throws {
    let runtime = try Runtime(prefix, cache: .find())
    var palm = try runtime.compile(.palmDetectionFull, precision: .f32, threads: 1)
    var landmarks = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: 1)
    var classifier = SwipeClassifier()
    try footage.forEach(&decoder) { index, frame, decoding in
      if let decoding { stages["decode"]!.add(decoding) }
      func measure(_ stage: String, _ body: () throws -> Void) rethrows {
        let before = Moment.now
        try body()
        stages[stage]!.add(before.untilNow)
      }
      try measure("palm") {
        CropSampler.sample(frame, .letterbox(width: frame.width, height: frame.height), side: 192, border: .zero, into: palm.input)
        try palm.infer()
      }
      guard index > 0, let before = hands[index - 1] else { return }
      let region = HandRegion.around(before)
      measure("sample") { CropSampler.sample(frame, region, side: 224, border: .replicate, into: landmarks.input) }
      try measure("landmarks") { try landmarks.infer() }
      var decision: Decision?
      measure("decide") { decision = classifier.classify(hands[index], at: frame.capturedNs) }
      guard let hand = hands[index], let distance = decision?.distance else { return }
      try measure("event") {
        let event = GestureEvent(
          seq: 1, gesture: .thumbDown, distance: distance, chirality: hand.chirality == .left ? .left : .right,
          confidence: Double(hand.confidence), frame: index, capturedNs: frame.capturedNs, emittedNs: monotonicNs())
        _ = try JSONEncoder().encode(event)
      }
    }
  }
}
