import EventProtocol
import Foundation
import Gestures
import Hands
import Traces

/// A hand of which a person has said what it shows.
package struct LabeledHand: Sendable {
  /// Where it comes from.
  package let source: String
  /// The gesture that it shows; nil for any other hand.
  package let gesture: SwipeDirection?
  /// `up`, `down`, `fist`, `open`, `point` or `other`.
  package let label: String
  /// The number of fingers that it shows; nil where nobody has counted, or could.
  package let fingers: Int?
  package fileprivate(set) var hand: HumanHandPoseObservation
  /// Whether the table says which hand it is; the others count as right ones.
  private let isSideKnown: Bool

  /// Reads a file with one JSON object per line: `source`, `label`, `chirality`, `confidence`, `width`, `height`, `fingers` if known, and
  /// `points`, 21 × (x, y, z) in image pixels.
  package static func read(_ path: String) throws -> [LabeledHand] {
    try TraceReader.lines(of: path).map { LabeledHand(try JSONDecoder().decode(Line.self, from: Data($0))) }
  }

  /// The first hands of the corpus's stills.
  package static func stills() throws -> [LabeledHand] { try read(benchmarkFolder + "/stills.jsonl.gz") }

  private struct Line: Decodable {
    let source: String, label: String, chirality: String
    let confidence: Float
    let width: Int, height: Int
    let fingers: Int?
    let points: [[Float]]
  }

  private init(_ line: Line) {
    (source, label) = (line.source, line.label)
    gesture = ["up": .right, "down": .left][line.label]
    fingers = line.fingers ?? ["up": 1, "down": 1, "fist": 0, "open": 5][line.label]
    isSideKnown = ["left", "right"].contains(line.chirality)
    hand = HumanHandPoseObservation(
      confidence: line.confidence, chirality: line.chirality == "left" ? .left : .right, imageWidth: line.width, imageHeight: line.height
    ) { joint in
      let point = line.points[joint.rawValue]
      return (point[0], point[1], point[2])
    }
  }

  /// The swipe that the hand makes when it is held for a second.
  package func swipe(_ settings: GestureSettings, look: ThumbLook = .trained) -> SwipeDirection? {
    var classifier = SwipeClassifier(settings, look: look)
    for frame in 0...30 {
      if let swipe = classifier.classify(hand, at: UInt64(frame) * 1_000_000_000 / 30).action { return swipe.direction }
    }
    return nil
  }

  /// Whether the thumb points within 60° of where its label says; of some labeled thumbs, the picture stands on its side.
  package var isUpright: Bool {
    let (tip, base) = (hand.recognizedPoint(.thumbTip), hand.recognizedPoint(.thumbMP))
    let (across, along) = (tip.x - base.x, gesture == .left ? tip.y - base.y : base.y - tip.y)
    // The cosine of 60° is 0.5.
    return along / max((across * across + along * along).squareRoot(), .leastNormalMagnitude) > 0.5
  }
}

extension LabeledHand {
  /// The same hand, with the side that its joints show if its table does not say it.
  package var withKnownSide: LabeledHand {
    guard !isSideKnown else { return self }
    var copy = self
    copy.hand.chirality = hand.chiralityByJoints
    return copy
  }

  /// The same hand of the other side, at the other side of the picture.
  package var mirrored: LabeledHand {
    var copy = self
    copy.hand = hand.mapped(chirality: hand.chirality == .left ? .right : .left) { _, point in
      (Float(hand.imageWidth) - point.x, point.y, point.z)
    }
    return copy
  }
}

/// How many labeled hands swipe.
package struct HandScore: Sendable, Equatable {
  package var thumbs = 0, kept = 0, others = 0, firing = 0

  package init(
    _ hands: some Sequence<LabeledHand>, _ settings: GestureSettings, look: (LabeledHand) -> ThumbLook = { _ in .trained }
  ) {
    for hand in hands {
      let swipe = hand.swipe(settings, look: look(hand))
      if let gesture = hand.gesture {
        thumbs += 1
        if swipe == gesture { kept += 1 }
      } else {
        others += 1
        if swipe != nil { firing += 1 }
      }
    }
  }

  /// Of the thumbs, the share that swipes the right way; 0…1.
  package var keptShare: Double { thumbs == 0 ? 1 : Double(kept) / Double(thumbs) }
  /// Of the other hands, the share that swipes; 0…1.
  package var firingShare: Double { others == 0 ? 0 : Double(firing) / Double(others) }
}

/// How many hands show the number of fingers that a person counts.
package struct FingerScore: Sendable, Equatable {
  package var hands = 0, exact = 0

  package init(_ hands: some Sequence<LabeledHand>) {
    for hand in hands {
      guard let fingers = hand.fingers else { continue }
      self.hands += 1
      if hand.hand.shownFingers.count == fingers { exact += 1 }
    }
  }

  /// The share of the hands whose count is exact, 0…1.
  package var exactShare: Double { hands == 0 ? 1 : Double(exact) / Double(hands) }
}

/// The folder of the benchmark's own traces.
let benchmarkFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Gestures").path
