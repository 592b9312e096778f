import UserErrors

/// An option in a place, or under a name, that the documentation no longer has. A file that has it stays valid, and a notice says what to do.
///
/// ``all`` has every one of them.
package struct OldOption: Sendable {
  package enum Fate: Sendable {
    /// It is an option of `[expert]` now. In its old place it takes effect unless `[expert]` has it, too.
    case movedToExpert
    /// It takes effect, for measurements; for people, an option of `[expert]` has replaced it.
    case `internal`(replacedBy: String)
    /// It has no effect, for this reason.
    case noEffect(String)
  }

  /// The section that it was documented in; `profile` for those of `[profile.NAME]`.
  package let section: String
  package let key: String
  package let fate: Fate

  package static let all = table.flatMap { section, keys, fate in keys.map { OldOption(section: section, key: $0, fate: fate) } }

  /// Measured, and removed.
  private static let ruledOut = ["smoothing", "max_speed", "arrival_dwell_ms"]
  private static let noUse = Fate.noEffect("measurements show that it prevents no false swipes")

  private static let table: [(section: String, keys: [String], fate: Fate)] = [
    ("camera", ["width", "height", "fps", "on_demand"], .movedToExpert),
    (
      "gesture",
      [
        "view", "threshold_unit", "min_confidence", "whole_hand", "min_hand_size", "pose", "hysteresis", "bridge_ms",
        "rearm_after_lost_ms", "lost_gesture_ms", "release_ms", "repeat_delay_ms",
      ], .movedToExpert
    ),
    ("tracking", ["precision"], .movedToExpert),
    ("tracking", ["skip_still_room", "skip_still_hand", "skip_calm_hand", "slow_search"], .internal(replacedBy: "save_power")),
    ("camera", ["slow_when_still"], .noEffect("the camera slows down while nothing moves, unless save_power = false")),
    ("tracking", ["threads"], .noEffect("inference always uses one thread")),
    ("tracking", ["max_hands"], .noEffect("every hand in view is followed, and may swipe")),
    ("expert", ["max_hands"], .noEffect("every hand in view is followed, and may swipe")),
    ("gesture", ruledOut, noUse), ("expert", ["smoothing"], noUse), ("profile", ruledOut, noUse),
    ("gesture", ["unclear_dwell_ms"], .noEffect("how clearly a hand shows a thumb decides how long it must be shown")),
    ("profile", ["unclear_dwell_ms"], .noEffect("how clearly a hand shows a thumb decides how long it must be shown")),
  ]

  static func named(_ key: String, in section: String) -> OldOption? { all.first { $0.section == section && $0.key == key } }

  /// The section from which an option has moved to `[expert]`.
  static func sectionBeforeMove(of key: String) -> String? { all.first { $0.hasMoved && $0.key == key }?.section }

  package var hasMoved: Bool {
    if case .movedToExpert = fate { true } else { false }
  }

  /// The option of `[expert]` that decides in place of this one if the file has both.
  package var replacement: String? {
    switch fate {
    case .movedToExpert: key
    case .internal(let replacement): replacement
    case .noEffect: nil
    }
  }

  /// Why a line that has it needs attention, and what to do.
  ///
  /// - Parameter isReplaced: whether the file has the option of `[expert]`, too.
  func notice(isReplaced: Bool) -> (cause: String, fix: Fix) {
    switch fate {
    case .noEffect(let reason): ("\(key) has no effect any more: \(reason)", "remove the line")
    case .movedToExpert where isReplaced: ("\(key) has no effect here: it has moved to [expert], which has it, too", "remove the line")
    case .movedToExpert: ("\(key) has moved to [expert], and still takes effect here", "move the line below [expert]")
    case .internal(let replacement) where isReplaced: ("\(key) has no effect here: \(replacement) of [expert] decides", "remove the line")
    case .internal(let replacement):
      ("\(key) is no longer documented, and still takes effect", "remove the line, or set \(words: replacement) in [expert] instead")
    }
  }
}
