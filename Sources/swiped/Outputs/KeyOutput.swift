import Gestures
import Product
import Settings
import VirtualKeyboard

/// Presses the keys of gestures on a virtual keyboard, if there is one. A failure of the keyboard is logged once.
struct KeyOutput: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private var chords: Chords?
  private var keyboardKeys: [KeyChord]
  private let output: StateOutput
  private var hasComplained = false
  /// The keys that are down, of a gesture that is held.
  private var held: KeyChord?

  /// - Parameters:
  ///   - chords: the keys; nil if none are to be pressed.
  ///   - keyboardKeys: the keys of all profiles, which the keyboard declares, since desktops take a moment to notice a new keyboard.
  init(_ chords: Chords?, keyboardKeys: [KeyChord], _ output: StateOutput) {
    (self.chords, self.keyboardKeys, self.output) = (chords, keyboardKeys, output)
    start()
  }

  /// Presses other keys from now on. The keyboard stays if it declares them.
  mutating func use(_ chords: Chords?, keyboardKeys: [KeyChord]) {
    release()
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

  /// Presses the keys of a gesture that was made, or holds those of one that is held.
  ///
  /// - Parameter isSuspended: whether no key is to be pressed.
  mutating func take(_ action: GestureAction, isSuspended: Bool) {
    if action.phase != .made { release() }
    guard !isSuspended, action.phase != .ended, let chord = chords?[action.gesture] else { return }
    do {
      if action.phase == .made { return try keyboard?.press(chord) ?? () }
      try keyboard?.hold(chord)
      held = chord
    } catch {
      giveUp(error)
    }
  }

  /// Releases the keys of a gesture that is held.
  mutating func release() {
    guard let chord = held else { return }
    held = nil
    do { try keyboard?.release(chord) } catch { giveUp(error) }
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
