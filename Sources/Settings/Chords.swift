import VirtualKeyboard

/// Keys of the two swipes.
package struct Chords: Sendable, Equatable {
  package let left: KeyChord, right: KeyChord

  /// - Throws: ``ConfigurationError`` for a key that does not exist, with its place.
  package init(_ loaded: LoadedConfiguration) throws(ConfigurationError) {
    func chord(_ text: String, _ key: String) throws(ConfigurationError) -> KeyChord {
      do { return try KeyChord(text) } catch { throw loaded.error(in: "keys", key: key, "keys.\(key): \(error)") }
    }
    left = try chord(loaded.configuration.keys.left, "left")
    right = try chord(loaded.configuration.keys.right, "right")
  }
}
