import EventProtocol
import Gestures
import NIOHTTP1
import Traces
import Web

/// What the gesture settings make of recorded frames, without `unlock`: as they are; and proposed ones, or those of the profile `daily` and
/// those with each of some options changed.
package struct Replay: Encodable, Sendable, Equatable {
  package struct Run: Encodable, Sendable, Equatable {
    package let name: String
    package let swipes: [Moment]
    /// How far above the wrist a thumb is up in each frame of the window, and how far below it one is down, in pixels of the view; left out
    /// unless settings are proposed.
    let thresholds: [Rounded<2, Double?>]?, downThresholds: [Rounded<2, Double?>]?
  }

  /// A swipe.
  package struct Moment: Encodable, Sendable, Equatable {
    package let direction: SwipeDirection?
    package let capturedNs: UInt64
    package let distance: Double

    fileprivate init(_ swipe: ReplayCourse.TimedSwipe) {
      (direction, capturedNs, distance) = (swipe.action.direction, swipe.capturedNs, swipe.action.distance)
    }
  }

  /// What a page sends: the params of `frame` events, the time from which swipes count, the gesture options of the status, and those that are
  /// proposed in their place.
  private struct Input: Decodable {
    let frames: [FrameEvent]
    let fromNs: UInt64?
    let gesture: GestureOptions?
    let proposed: GestureOptions?
  }

  package let replays: [Run]

  /// - Parameter body: the JSON of a page.
  /// - Throws: the response to a body that is none.
  init(_ body: some Collection<UInt8>) throws(Refusal) {
    let frames: [HandFrame]
    let input: Input
    let settings: GestureSettings
    let proposed: GestureSettings?
    do {
      input = try JSONCoding.decode(Input.self, from: body)
      settings = try GestureSettings(input.gesture ?? GestureOptions()).withoutUnlock
      proposed = try input.proposed.map { try GestureSettings($0).withoutUnlock }
      frames = try input.frames.map(HandFrame.init)
    } catch let problem as EventProblem {
      throw Refusal(
        .unprocessableEntity, .traceUnreadable, "the trace: is not what this version of swiped sends (\(problem)); record it again")
    } catch {
      throw Refusal(.unprocessableEntity, .traceUnreadable, "the trace: is not what this version of swiped sends; record it again")
    }
    guard zip(frames, frames.dropFirst()).allSatisfy({ $0.capturedNs <= $1.capturedNs }) else {
      throw Refusal(.unprocessableEntity, .traceUnreadable, "the trace: its frames are not in the order of their times; record it again")
    }
    self.init(frames, areArmed: input.frames.map(\.armed), fromNs: input.fromNs ?? 0, settings, proposed: proposed)
  }

  /// - Parameters:
  ///   - frames: in the order of their times, also from before the window.
  ///   - areArmed: whether the latch was armed after each frame.
  ///   - fromNs: the time at which the window begins whose swipes count.
  ///   - settings: those that are configured.
  ///   - proposed: those to compare with; nil for several that are usual.
  package init(
    _ frames: [HandFrame], areArmed: [Bool], fromNs: UInt64, _ settings: GestureSettings, proposed: GestureSettings? = nil
  ) {
    let rows = proposed.map { [("as configured", settings), ("as proposed", $0)] } ?? Self.rows(of: settings)
    // What every row knows of the frame at which it begins: the hand rests.
    let start = frames.prefix { $0.capturedNs < fromNs }.firstIndex { $0.isAtRest(under: rows.map(\.settings)) } ?? 0
    let (replayed, isArmed) = (frames[start...], areArmed.dropFirst(start).first ?? true)
    let configured = ReplayCourse(of: replayed, under: settings, isArmed: isArmed)
    replays = rows.map { name, settings in
      let course = ReplayCourse(of: replayed, under: settings, isArmed: isArmed)
      let decisions = proposed.map { _ in course.decisions(from: fromNs) }
      return Run(
        name: name, swipes: course.swipes(from: fromNs, besides: configured).map(Moment.init),
        thresholds: decisions?.map { Rounded(wrappedValue: $0.threshold) },
        downThresholds: decisions?.map { Rounded(wrappedValue: $0.downThreshold) })
    }
  }

  /// The rows of the comparison: the settings as they are, those of everyday life, and those with one option changed.
  private static func rows(of settings: GestureSettings) -> [(name: String, settings: GestureSettings)] {
    let daily = settings == .daily ? [] : [("profile = daily", GestureSettings.daily)]
    return [("as configured", settings)] + daily + variants(of: settings)
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
    ("people", [.text("all"), .text("nearest")]), ("hysteresis", [.number(0), .number(0.15)]),
    ("dwell_ms", [.integer(0), .integer(150), .integer(300)]),
    ("bridge_ms", [.integer(0), .integer(100)]), ("cooldown_ms", [.integer(0), .integer(500)]),
    ("rearm_after_lost_ms", [.integer(0), .integer(1000)]), ("lost_gesture_ms", [.integer(0)]), ("release_ms", [.integer(0)]),
  ]
}
