import Gestures
import Settings
import VirtualKeyboard

/// Presses the keys of swipes on a virtual keyboard, if there is one. A failure of the keyboard is logged once.
struct KeyOutput: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private let chords: Chords?
  private let output: EventOutput
  private var hasComplained = false

  /// - Parameter chords: the keys; nil if none are to be pressed.
  init(_ chords: Chords?, _ output: EventOutput) {
    self.chords = chords
    self.output = output
    if chords == nil { output.report(.off) } else { makeKeyboard() }
  }

  mutating func press(for swipe: Swipe) {
    guard let chords else { return }
    do { try keyboard?.press(swipe.direction == .left ? chords.left : chords.right) } catch { giveUp(error) }
  }

  /// Creates the keyboard if it could not be created before.
  mutating func retry() {
    if chords != nil, keyboard == nil { makeKeyboard() }
  }

  private mutating func makeKeyboard() {
    guard let chords else { return }
    do {
      keyboard = try VirtualKeyboard(pressing: [chords.left, chords.right])
      output.report(.ready)
      if hasComplained { output.log.notice("the keyboard is available; keys are pressed now") }
      hasComplained = false
    } catch {
      giveUp(error)
    }
  }

  private mutating func giveUp(_ error: any Error) {
    keyboard = nil
    if !hasComplained { output.log.warning("keys are not pressed, events are still published: \(error)") }
    hasComplained = true
    output.report(.unavailable)
  }
}
