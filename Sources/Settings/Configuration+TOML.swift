import Gestures
import Inference
import Logging
import TOMLKit

extension Configuration {
  /// Reads every option; a section or key that is not read here is unknown.
  init(_ reader: inout ConfigurationReader) {
    reader.read(
      "camera", "device", .text("\"auto\", a path as in \"/dev/video0\", a /dev/v4l/by-id name, or a part of a camera's name") { $0 != "" },
      into: &camera.device)
    reader.read("camera", "width", .integer(16...8192), into: &camera.width)
    reader.read("camera", "height", .integer(16...8192), into: &camera.height)
    reader.read("camera", "fps", .integer(1...240), into: &camera.fps)

    reader.read("camera", "on_demand", .flag, into: &camera.isOnDemand)
    reader.read("camera", "exposure_dynamic_framerate", ValueRule<Bool>.flag.optional, into: &camera.dynamicFramerate)
    reader.read("camera", "slow_when_still", .flag, into: &camera.slowsWhenStill)

    gesture = GestureSettings(&reader)

    reader.read("tracking", "precision", .choice(PrecisionSetting.self), into: &tracking.precision)
    reader.read("tracking", "max_hands", .integer(1...4), into: &tracking.maxHands)
    reader.read("tracking", "threads", .integer(1...64), into: &tracking.threads)
    reader.read("tracking", "skip_still_room", .flag, into: &tracking.skipsStillRoom)
    reader.read("tracking", "skip_still_hand", .flag, into: &tracking.skipsStillHand)

    reader.read("keys", "enabled", .flag, into: &keys.isEnabled)
    reader.read("keys", "left", .key, into: &keys.left)
    reader.read("keys", "right", .key, into: &keys.right)

    for item in reader.items("on", keys: ["swipe", "run"]) {
      let direction = reader.require(item, "swipe", .choice(SwipeDirection.self))
      let run = reader.require(item, "run", .command)
      if let direction, let run { commands.append(SwipeCommand(direction: direction, run: run)) }
    }

    reader.read("socket", "path", ValueRule<String>.socketPath.optional, into: &socket.path)
    reader.read("privacy", "preview", .flag, into: &privacy.allowsPreview)
    reader.read("log", "level", .choice(Logger.Level.self), into: &log.level)
  }
}

extension GestureSettings {
  private enum ThresholdUnit: String, CaseIterable {
    case pixels = "px"
    case handSizes = "hand"
  }

  fileprivate init(_ reader: inout ConfigurationReader) {
    self.init()
    let milliseconds = ValueRule<Int>.integer(0...60_000).map { UInt32($0) }
    reader.read("gesture", "view", .size, into: &view)
    threshold = Self.threshold(&reader)
    reader.read(
      "gesture", "min_confidence", ValueRule<Double>.number("a number from 0 to below 1") { $0 >= 0 && $0 < 1 }.map { Float($0) },
      into: &minConfidence)
    reader.read("gesture", "pose", .choice(PoseRule.self), into: &pose)
    reader.read("gesture", "dwell_ms", milliseconds, into: &dwellMs)
    reader.read("gesture", "cooldown_ms", milliseconds, into: &cooldownMs)
    reader.read("gesture", "rearm_after_lost_ms", milliseconds, into: &rearmAfterLostMs)
    reader.read("gesture", "smoothing", .choice(Smoothing.self), into: &smoothing)
    reader.read("gesture", "hand", .choice(HandRule.self), into: &hand)
  }

  /// The number's default and its range depend on its unit.
  private static func threshold(_ reader: inout ConfigurationReader) -> Threshold {
    var unit = ThresholdUnit.pixels
    reader.read("gesture", "threshold_unit", .choice(ThresholdUnit.self), into: &unit)
    switch unit {
    case .pixels:
      var pixels = Threshold.defaultPixels
      reader.read("gesture", "threshold", .number("a number of view pixels over 0, at most 4096") { $0 > 0 && $0 <= 4096 }, into: &pixels)
      return .pixels(pixels)
    case .handSizes:
      var sizes = Threshold.defaultHandSizes
      reader.read(
        "gesture", "threshold", .number("a number of hand sizes over 0, at most 5 (threshold_unit is \"hand\")") { $0 > 0 && $0 <= 5 },
        into: &sizes)
      return .handSizes(sizes)
    }
  }
}
