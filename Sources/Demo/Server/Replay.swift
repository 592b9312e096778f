import EventProtocol
import Gestures
import NIOHTTP1
import Traces

/// What the gesture settings make of recorded frames, without `unlock`: as they are, and with each of some options changed.
struct Replay: Encodable, Sendable, Equatable {
  struct Run: Encodable, Sendable, Equatable {
    let name: String
    let swipes: [Moment]
  }

  /// A swipe.
  struct Moment: Encodable, Sendable, Equatable {
    let direction: SwipeDirection
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
    let frames: [HandFrame]
    let isArmed: Bool
    let settings: GestureSettings
    do {
      let input = try JSONCoding.decode(Input.self, from: body)
      settings = try GestureSettings(input.gesture ?? GestureOptions()).withoutUnlock
      frames = try input.frames.map(HandFrame.init)
      isArmed = input.frames.first?.armed ?? true
    } catch {
      throw Refusal(.unprocessableEntity, "the trace: is not what this version of swiped sends (\(error)); record it again")
    }
    guard zip(frames, frames.dropFirst()).allSatisfy({ $0.capturedNs <= $1.capturedNs }) else {
      throw Refusal(.unprocessableEntity, "the trace: its frames are not in the order of their times; record it again")
    }
    replays = ([("as configured", settings)] + Self.variants(of: settings)).map { name, settings in
      let swipes = frames.swipes(under: settings, isArmed: isArmed)
      return Run(
        name: name, swipes: swipes.map { Moment(direction: $1.direction, capturedNs: frames[$0].capturedNs, distance: $1.distance) })
    }
  }

  /// The settings with one option changed, for each of some options that are not so already.
  static func variants(of settings: GestureSettings) -> [(name: String, settings: GestureSettings)] {
    ([("threshold", thresholds(settings.threshold))] + changes).flatMap { key, values in
      values.compactMap { value in
        guard let changed = GestureOption.named(key)?.setting(value, in: settings), changed != settings else { return nil }
        return ("\(key) = \(value)", changed)
      }
    }
  }

  /// A lower and a higher threshold.
  private static func thresholds(_ threshold: Threshold) -> [OptionValue] {
    [0.8, 1.25].map { factor in
      switch threshold {
      case .pixels(let pixels): .number((pixels * factor).rounded())
      case .handSizes(let sizes): .number((sizes * factor * 100).rounded() / 100)
      }
    }
  }

  /// The options that `make bench-gestures` measures, each on and off.
  private static let changes: [(key: String, values: [OptionValue])] = [
    ("pose", [.text("any"), .text("thumb")]), ("whole_hand", [.flag(true), .flag(false)]), ("min_hand_size", [.number(0), .number(25)]),
    ("hysteresis", [.number(0), .number(0.15)]), ("dwell_ms", [.integer(0), .integer(150), .integer(300)]),
    ("arrival_dwell_ms", [.integer(0), .integer(400)]),
    ("bridge_ms", [.integer(0), .integer(100)]), ("cooldown_ms", [.integer(0), .integer(500)]),
    ("rearm_after_lost_ms", [.integer(0), .integer(1000)]), ("lost_gesture_ms", [.integer(0)]), ("release_ms", [.integer(0)]),
    ("max_speed", [.number(0), .number(8)]), ("smoothing", [.text("none"), .text("one_euro")]),
  ]
}
