import Gestures
import Product
import Settings
import VirtualKeyboard

/// Presses the keys of swipes on a virtual keyboard, if there is one. A failure of the keyboard is logged once.
struct KeyOutput: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private var chords: Chords?
  private var keyboardKeys: [KeyChord]
  private let output: StateOutput
  private var hasComplained = false

  /// - Parameters:
  ///   - chords: the keys; nil if none are to be pressed.
  ///   - keyboardKeys: the keys of all profiles, which the keyboard declares, since desktops take a moment to notice a new keyboard.
  init(_ chords: Chords?, keyboardKeys: [KeyChord], _ output: StateOutput) {
    (self.chords, self.keyboardKeys, self.output) = (chords, keyboardKeys, output)
    start()
  }

  /// Presses other keys from now on. The keyboard stays if it declares them.
  mutating func use(_ chords: Chords?, keyboardKeys: [KeyChord]) {
    if keyboardKeys != self.keyboardKeys { keyboard = nil }
    (self.chords, self.keyboardKeys) = (chords, keyboardKeys)
    hasComplained = false
    start()
  }

  private mutating func start() {
    if chords == nil {
      // Created before another profile needs it, which then reports a failure.
      if keyboard == nil, !keyboardKeys.isEmpty { keyboard = try? VirtualKeyboard(pressing: keyboardKeys) }
      output.report(.off)
    } else if keyboard == nil {
      makeKeyboard()
    } else {
      output.report(.ready)
    }
  }

  mutating func press(for swipe: Swipe) {
    guard let chords else { return }
    do { try keyboard?.press(chords[swipe.direction]) } catch { giveUp(error) }
  }

  /// Creates the keyboard if it could not be created before.
  mutating func retry() {
    if chords != nil, keyboard == nil { makeKeyboard() }
  }

  private mutating func makeKeyboard() {
    do {
      keyboard = try VirtualKeyboard(pressing: keyboardKeys)
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
    output.report(.unavailable, because: UserError(error).description)
  }
}
