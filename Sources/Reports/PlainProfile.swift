import EventProtocol
import Gestures

/// What people are told who swipe all day under `plain`, the basic rule: it has no condition for the fingers.
package enum PlainProfile {
  private static let name = "plain"

  /// - Parameters:
  ///   - profile: the name of the active profile.
  ///   - pose: the option of that name, which a configuration may have set.
  package static func swipesAtAnyHand(profile: String?, pose: PoseRule?) -> Bool { profile == name && pose == .any }

  /// The same of a daemon that reports its settings.
  package static func swipesAtAnyHand(_ status: Status) -> Bool {
    swipesAtAnyHand(profile: status.profile, pose: status.gesture.flatMap { try? GestureSettings($0) }?.pose)
  }

  package static let reason = "any raised hand presses keys"
  package static let advice = "\(reason); for daily use, run `swipectl profile daily`"
}
