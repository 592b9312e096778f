import Gestures
import Logging
import Settings
import VirtualKeyboard

/// Presses the keys of gestures on a virtual keyboard, if there is one. A failure of the keyboard is logged once.
struct GestureKeys: ~Copyable {
  private var keyboard: VirtualKeyboard?
  private var chords: Chords?
  private var keyboardKeys: [KeyChord]
  private let publisher: Publisher
  private let log: Logger
  private var hasComplained = false
  private var held = HeldKeys()

  /// - Parameters:
  ///   - chords: the keys; nil if none are to be pressed.
  ///   - keyboardKeys: the keys of all profiles, which the keyboard declares, since desktops take a moment to notice a new keyboard.
  init(_ chords: Chords?, keyboardKeys: [KeyChord], _ publisher: Publisher, log: Logger) {
    (self.chords, self.keyboardKeys, self.publisher, self.log) = (chords, keyboardKeys, publisher, log)
    start()
  }

  /// Presses other keys from now on. The keyboard stays if it declares them.
  mutating func use(_ chords: Chords?, keyboardKeys: [KeyChord]) {
    release()
    if keyboardKeys != self.keyboardKeys { keyboard = nil }
    (self.chords, self.keyboardKeys) = (chords, keyboardKeys)
    start()
  }

  private mutating func start() {
    if chords == nil {
      // Created before another profile needs it, which then reports a failure.
      if keyboard == nil, !keyboardKeys.isEmpty { keyboard = try? VirtualKeyboard(pressing: keyboardKeys) }
      publisher.reportKeys(.off)
    } else if keyboard == nil {
      makeKeyboard()
    } else {
      publisher.reportKeys(.ready)
    }
  }

  /// Presses the keys of a gesture that was made, or holds those of one that is held.
  mutating func take(_ action: GestureAction) {
    write(held.take(action.phase, of: chords?[action.gesture]))
  }

  /// Releases the keys of a gesture that is held.
  mutating func release() { write(held.release()) }

  private mutating func write(_ strokes: [KeyStroke]) {
    do {
      for stroke in strokes {
        switch stroke {
        case .press(let chord): try keyboard?.press(chord)
        case .hold(let chord): try keyboard?.hold(chord)
        case .release(let chord): try keyboard?.release(chord)
        }
      }
    } catch {
      giveUp(error)
    }
  }

  /// Creates the keyboard if it could not be created before.
  mutating func retry() {
    if chords != nil, keyboard == nil { makeKeyboard() }
  }

  private mutating func makeKeyboard() {
    do {
      keyboard = try VirtualKeyboard(pressing: keyboardKeys)
      publisher.reportKeys(.ready)
      if hasComplained { log.notice("the keyboard is available; keys are pressed now") }
      hasComplained = false
    } catch {
      giveUp(error)
    }
  }

  private mutating func giveUp(_ error: KeyboardError) {
    keyboard = nil
    if !hasComplained { log.warning("keys are not pressed, events are still published: \(error)") }
    hasComplained = true
    publisher.reportKeys(.unavailable, because: error)
  }
}

/// What is done with the keys of a chord.
package enum KeyStroke: Sendable, Equatable {
  /// Pressed and released.
  case press(KeyChord)
  case hold(KeyChord)
  case release(KeyChord)
}

/// The keys that are down, of a gesture that is held. Pure.
package struct HeldKeys: Sendable {
  private var chord: KeyChord?

  package init() {}

  /// - Parameters:
  ///   - phase: what a gesture does.
  ///   - chord: its keys; nil if none are to be pressed.
  package mutating func take(_ phase: GesturePhase, of chord: KeyChord?) -> [KeyStroke] {
    switch phase {
    case .made: return chord.map { [.press($0)] } ?? []
    case .ended: return chord == nil || chord == self.chord ? release() : []
    case .began:
      let released = release()
      self.chord = chord
      return released + (chord.map { [.hold($0)] } ?? [])
    }
  }

  /// Keys that are to be released, whatever the hand does.
  package mutating func release() -> [KeyStroke] { chord.take().map { [.release($0)] } ?? [] }
}
