import EventProtocol
import Gestures
import Hands
import NIOHTTP1
import Traces

/// What the gesture settings make of recorded frames: as they are, and with each of some options changed.
struct Replay: Encodable, Sendable, Equatable {
  struct Run: Encodable, Sendable, Equatable {
    let name: String
    let swipes: [Moment]
  }

  /// A swipe.
  struct Moment: Encodable, Sendable, Equatable {
    let direction: SwipeEvent.Direction
    let capturedNs: UInt64
    let distance: Double
  }

  /// What a page sends: the params of `frame` events, and the gesture options of the status.
  private struct Input: Decodable {
    let frames: [FrameEvent]
    let gesture: GestureOptions?
  }

  let replays: [Run]

  /// - Parameter body: the JSON of a page.
  /// - Throws: the response to a body that is none.
  init(_ body: some Collection<UInt8>) throws(Refusal) {
    let frames: [ReplayFrame]
    let settings: GestureSettings
    do {
      let input = try JSONCoding.decode(Input.self, from: body)
      settings = try GestureSettings(input.gesture ?? GestureOptions())
      frames = try input.frames.map(ReplayFrame.init)
    } catch {
      throw Refusal(.unprocessableEntity, "the recording: is not what this version of swiped sends (\(error)); record it again")
    }
    guard zip(frames, frames.dropFirst()).allSatisfy({ $0.capturedNs <= $1.capturedNs }) else {
      throw Refusal(.unprocessableEntity, "the recording: its frames are not in the order of their times; record it again")
    }
    replays = [Run("as configured", frames, settings)] + Self.variants(of: settings).map { Run($0.name, frames, $0.settings) }
  }

  /// The settings with one option changed, for each of some options that are not so already.
  static func variants(of settings: GestureSettings) -> [(name: String, settings: GestureSettings)] {
    (thresholds(settings.threshold) + changes).compactMap { name, change in
      var changed = settings
      change(&changed)
      return changed == settings ? nil : (name, changed)
    }
  }

  private typealias Change = (name: String, apply: @Sendable (inout GestureSettings) -> Void)

  /// A lower and a higher threshold.
  private static func thresholds(_ threshold: Threshold) -> [Change] {
    [0.8, 1.25].map { (factor: Double) -> Change in
      switch threshold {
      case .pixels(let pixels):
        let changed = (pixels * factor).rounded()
        return ("threshold = \(Int(exactly: changed).map(String.init) ?? "\(changed)")", { $0.threshold = .pixels(changed) })
      case .handSizes(let sizes):
        let changed = (sizes * factor * 100).rounded() / 100
        return ("threshold = \(changed)", { $0.threshold = .handSizes(changed) })
      }
    }
  }

  /// The options that `make bench-gestures` measures, each on and off.
  private static let changes: [Change] = [
    ("pose = \"any\"", { $0.pose = .any }), ("pose = \"thumb\"", { $0.pose = .thumb }),
    ("whole_hand = true", { $0.wholeHand = true }), ("whole_hand = false", { $0.wholeHand = false }),
    ("min_hand_size = 0", { $0.minHandSize = 0 }), ("min_hand_size = 25", { $0.minHandSize = 25 }),
    ("hysteresis = 0", { $0.hysteresis = 0 }), ("hysteresis = 0.15", { $0.hysteresis = 0.15 }),
    ("dwell_ms = 0", { $0.dwellMs = 0 }), ("dwell_ms = 150", { $0.dwellMs = 150 }), ("dwell_ms = 300", { $0.dwellMs = 300 }),
    ("unclear_dwell_ms = 0", { $0.unclearDwellMs = 0 }), ("unclear_dwell_ms = 450", { $0.unclearDwellMs = 450 }),
    ("arrival_dwell_ms = 0", { $0.arrivalDwellMs = 0 }), ("arrival_dwell_ms = 400", { $0.arrivalDwellMs = 400 }),
    ("bridge_ms = 0", { $0.bridgeMs = 0 }), ("bridge_ms = 100", { $0.bridgeMs = 100 }),
    ("cooldown_ms = 0", { $0.cooldownMs = 0 }), ("cooldown_ms = 500", { $0.cooldownMs = 500 }),
    ("rearm_after_lost_ms = 0", { $0.rearmAfterLostMs = 0 }), ("rearm_after_lost_ms = 1000", { $0.rearmAfterLostMs = 1000 }),
    ("lost_gesture_ms = 0", { $0.lostGestureMs = 0 }), ("release_ms = 0", { $0.releaseMs = 0 }),
    ("max_speed = 0", { $0.maxSpeed = 0 }), ("max_speed = 8", { $0.maxSpeed = 8 }),
    ("smoothing = \"none\"", { $0.smoothing = .none }), ("smoothing = \"one_euro\"", { $0.smoothing = .oneEuro }),
  ]
}

/// A recorded frame, as the classifier takes it.
private struct ReplayFrame {
  let capturedNs: UInt64
  let isInterrupted: Bool
  let isArmed: Bool
  let hands: [HumanHandPoseObservation]

  init(_ event: FrameEvent) throws {
    if let problem = event.rangeProblem { throw RPCError.invalidParams(problem) }
    (capturedNs, isInterrupted, isArmed) = (event.capturedNs, event.interruptedNs != nil, event.armed)
    hands = try event.observations()
  }
}

extension Replay.Run {
  fileprivate init(_ name: String, _ frames: [ReplayFrame], _ settings: GestureSettings) {
    var classifier = SwipeClassifier(settings, isArmed: frames.first?.isArmed ?? true)
    self.name = name
    swipes = frames.compactMap { frame in
      // As in the daemon: an interruption of the source ends a gesture.
      if frame.isInterrupted { classifier.interrupt() }
      let hand = classifier.decisive(of: frame.hands)
      guard let swipe = classifier.classify(hand, at: frame.capturedNs).swipe else { return nil }
      return Replay.Moment(direction: SwipeEvent.Direction(swipe.direction), capturedNs: frame.capturedNs, distance: swipe.distance)
    }
  }
}
