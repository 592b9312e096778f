import EventProtocol
import Foundation
import Gestures
import Hands
import Landmarks
import Traces

/// The recorded landmarks of a person in front of a camera, and the gestures that a person sees in them.
package struct GestureTrace: Sendable {
  /// A part of the trace, in seconds from its first frame.
  package struct Segment: Sendable {
    package let start: Double, end: Double
    /// Nil where it is unclear what is shown; anything is right there.
    package let direction: SwipeDirection?
  }

  /// What found the joints.
  package enum Tracker: String, Sendable, CaseIterable {
    case own = "own tracker"
    case holistic = "Holistic's joints"
  }

  package let name: String
  /// Who recorded it; each of the others is another person.
  package let source: String
  package let tracker: Tracker
  /// What kind of person and place it is, for the traces of people.
  package let kind: String
  /// Gestures, and times when it is unclear. At all others there is none.
  package let segments: [Segment]
  package internal(set) var frames: [(ns: UInt64, hands: [HumanHandPoseObservation])] = []

  /// In seconds.
  package var duration: Double { frames.last.map { seconds(at: $0.ns) } ?? 0 }

  package func seconds(at ns: UInt64) -> Double { Double(ns - frames[0].ns) / 1e9 }

  init(_ path: String, source: String = "", tracker: Tracker = .own, kind: String, segments: [Segment]) throws {
    name = (path as NSString).lastPathComponent.replacingOccurrences(of: ".jsonl.gz", with: "")
    (self.source, self.tracker) = (source, tracker)
    (self.kind, self.segments) = (kind, segments)
    var reader = try TraceReader(path: path)
    reading: while true {
      switch try reader.next() {
      case .event(.frame(let frame)): frames.append((frame.capturedNs, try frame.observations()))
      case .end: break reading
      default: break
      }
    }
  }

  /// The corpus's clips.
  package static func clips() throws -> [GestureTrace] {
    let folder = benchmarkFolder + "/Traces"
    let truth = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: folder + "/truth.json")))
    return try (truth as? [String: [[Any]]] ?? [:]).sorted { $0.key < $1.key }.map { name, parts in
      let segments: [Segment] = parts.compactMap { part in
        guard let start = (part[0] as? NSNumber)?.doubleValue, let end = (part[1] as? NSNumber)?.doubleValue,
          let label = part[2] as? String, label != "other"
        else { return nil }
        return Segment(start: start, end: end, direction: ["up": .right, "down": .left][label])
      }
      return try GestureTrace("\(folder)/\(name).jsonl.gz", kind: "clip", segments: segments)
    }
  }

  /// The swipes that the settings make of it, with the times of their frames, in seconds.
  ///
  /// - Parameter isPatient: whether every second frame is left out where the hand is calm, as the daemon does.
  package func swipes(_ settings: GestureSettings, isPatient: Bool) -> [(seconds: Double, direction: SwipeDirection)] {
    var classifier = SwipeClassifier(settings)
    var (seen, hasWaited, need): ([HumanHandPoseObservation], Bool, TrackingNeed) = ([], false, .whenMoved)
    var previous: UInt64 = 0
    return frames.compactMap { ns, hands in
      hasWaited = isPatient && need == .soon && !hasWaited && ns - previous <= InferenceSchedule.longestCalmNs
      previous = ns
      if !hasWaited { seen = hands }
      let decision = classifier.classify(HandFrame(seen, at: ns))
      need = decision.need
      return decision.action.flatMap { action in action.direction.map { (seconds(at: ns), $0) } }
    }
  }

  /// What the settings make of it.
  package func score(_ settings: GestureSettings, look: ThumbLook = .trained) -> TraceScore {
    var score = TraceScore(seconds: duration, gestures: segments.count { $0.direction != nil })
    var classifier = SwipeClassifier(settings, look: look)
    var found: Set<Int> = []
    /// Since when each frame has shown the same thumb.
    var steady: (zone: Zone, since: UInt64)?
    for (ns, hands) in frames {
      let decision = classifier.classify(HandFrame(hands, at: ns))
      let hand = decision.hand.map { hands[$0] }
      if let hand, let zone = decision.zone, hand.showsThumb(zone) {
        if steady?.zone != zone { steady = (zone, ns) }
      } else {
        steady = nil
      }
      guard let swipe = decision.action, swipe.direction != nil else { continue }
      let time = seconds(at: ns)
      // A label that a person gave may be a moment late.
      let index = segments.firstIndex { time >= $0.start - 0.2 && time <= $0.end + 0.2 && [nil, swipe.direction].contains($0.direction) }
      guard let index else {
        score.falseSwipes.append("\(name): \(swipe.gesture.name) at \((time * 100).rounded() / 100) s")
        continue
      }
      guard segments[index].direction != nil else { continue }
      guard found.insert(index).inserted else {
        score.falseSwipes.append("\(name): once more \(swipe.gesture.name) at \((time * 100).rounded() / 100) s")
        continue
      }
      score.lateMs.append((time - segments[index].start) * 1000)
      if let steady { score.steadyMs.append(Double(ns - steady.since) / 1e6) }
    }
    score.found = found.count
    return score
  }
}

/// How many gestures of a trace, or of several, were recognized.
package struct TraceScore: Sendable {
  /// In seconds.
  package var seconds = 0.0
  package var gestures = 0, found = 0
  /// A line for each.
  package var falseSwipes: [String] = []
  /// The time from the beginning of each gesture that was found, as a person labeled it, to its swipe; and from the first frame in which
  /// the thumb is shown without a break. In ms.
  package var lateMs: [Double] = [], steadyMs: [Double] = []

  package init(seconds: Double = 0, gestures: Int = 0) { (self.seconds, self.gestures) = (seconds, gestures) }

  package init(_ traces: [GestureTrace], _ settings: GestureSettings, look: (GestureTrace) -> ThumbLook = { _ in .trained }) {
    for trace in traces {
      let score = trace.score(settings, look: look(trace))
      (seconds, gestures, found) = (seconds + score.seconds, gestures + score.gestures, found + score.found)
      falseSwipes += score.falseSwipes
      lateMs += score.lateMs
      steadyMs += score.steadyMs
    }
  }

  package var falsePerHour: Double { seconds > 0 ? Double(falseSwipes.count) * 3600 / seconds : 0 }

  /// The highest rate per hour that would still show no more than these false swipes in 5 of 100 such recordings.
  package var upperBoundPerHour: Double {
    var (low, high) = (0.0, 10.0 + 2 * Double(falseSwipes.count))
    for _ in 0..<40 {
      let mean = (low + high) / 2
      if Self.shareOfAtMost(falseSwipes.count, mean: mean) > 0.05 { low = mean } else { high = mean }
    }
    return seconds > 0 ? low * 3600 / seconds : .infinity
  }

  /// How often events that are that frequent (Poisson) happen at most so many times; 0…1.
  private static func shareOfAtMost(_ count: Int, mean: Double) -> Double {
    var (term, sum) = (exp(-mean), 0.0)
    for index in 0...count {
      sum += term
      term *= mean / Double(index + 1)
    }
    return sum
  }
}
