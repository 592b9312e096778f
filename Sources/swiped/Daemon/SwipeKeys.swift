import EventProtocol
import Gestures
import Settings
import VirtualKeyboard

/// Presses a swipe's keys, if there is a keyboard to press them on. What stands in the way is said once.
struct SwipeKeys: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private let chords: Chords?
  private let announcer: Announcer
  private var hasComplained = false

  /// - Parameter chords: nil where no keys are wanted.
  init(_ chords: Chords?, _ announcer: Announcer) {
    self.chords = chords
    self.announcer = announcer
    if chords == nil { announcer.keys(.off) } else { makeKeyboard() }
  }

  /// Makes the keyboard that could not be made before.
  mutating func retry() {
    if chords != nil, keyboard == nil { makeKeyboard() }
  }

  mutating func press(_ direction: SwipeDirection) {
    guard let chords else { return }
    do throws(KeyboardError) {
      try keyboard?.press(direction == .left ? chords.left : chords.right)
    } catch {
      giveUp(error)
    }
  }

  private mutating func makeKeyboard() {
    guard let chords else { return }
    do throws(KeyboardError) {
      keyboard = try VirtualKeyboard(pressing: [chords.left, chords.right])
      announcer.keys(.ready)
      if hasComplained { announcer.log.notice("keys are pressed from now on") }
      hasComplained = false
    } catch {
      giveUp(error)
    }
  }

  private mutating func giveUp(_ error: KeyboardError) {
    keyboard = nil
    if !hasComplained { announcer.log.warning("keys are not pressed, events go on: \(error)") }
    hasComplained = true
    announcer.keys(.unavailable)
  }
}
