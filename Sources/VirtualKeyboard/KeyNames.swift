import CEvdev
import UserErrors

/// The names of keys: libevdev's, those of ``KeyAliases`` and those of ``X11Names``. Case does not matter, and spaces, hyphens, underscores
/// and slashes in a name are left out, as is `KEY_` in front.
///
/// Buttons of mice and joysticks (`BTN_`) are left out: desktops do not treat a device that declares one as a keyboard.
package enum KeyNames {
  private static let prefix = "KEY_"

  /// What a name can mean.
  package enum Meaning: Equatable {
    case key(UInt16)
    /// A sign that the key has with shift on a US keyboard.
    case shifted(UInt16)
    /// Several keys; the names that mean one each.
    case ambiguous([String])
    case unknown
  }

  /// The meaning of a name that is written for a key.
  package static func meaning(of name: String) -> Meaning {
    if let sign = KeyAliases.signs[name] { return libevdevCode(of: sign).map(Meaning.key) ?? .unknown }
    if let meaning = modifier(atSideOf: name) { return meaning }
    guard let word = Word(name) else { return .unknown }
    if !word.isPrefixed, let names = KeyAliases.ambiguous[word.letters] { return .ambiguous(names) }
    if !word.isPrefixed, let key = X11Names.shifted[word.letters] { return libevdevCode(of: key).map(Meaning.shifted) ?? .unknown }
    return code(of: word).map(Meaning.key) ?? .unknown
  }

  /// The meaning of a modifier with the letter of a side, as in X11's Super_L; nil for other names.
  ///
  /// Only an underscore joins them surely: "super-l" may mean super+l, which locks the screen of many desktops.
  private static func modifier(atSideOf name: String) -> Meaning? {
    let name = name.lowercased()
    guard let letter = name.last, let side = ["l": "LEFT", "r": "RIGHT"][letter] else { return nil }
    let stem = name.dropLast()
    let modifier = String(stem.reversed().drop { Word.separators.contains($0) }.reversed())
    guard let code = KeyAliases.modifiers[modifier].flatMap({ libevdevCode(of: "\(prefix)\(side)\($0)") }) else { return nil }
    return stem == "\(modifier)_" ? .key(code) : .ambiguous([self.name(of: code), "\(modifier)+\(letter)"])
  }

  /// The name that is shown for a key, which is also one that is accepted.
  package static func name(of code: UInt16) -> String {
    guard let name = libevdevName(of: code) else { return "\(code)" }
    if let shown = KeyAliases.shown[name] { return shown }
    let friendly = name.dropFirst(prefix.count).lowercased()
    return KeyAliases.ambiguous[friendly] == nil ? friendly : name
  }

  /// The keys that a text without `+` names if its separators are read as one: `ctrl-left`. Nil unless all but the last are modifiers.
  static func chord(separatedIn text: String) -> [UInt16]? {
    let codes = text.split { Word.separators.contains($0) || $0 == "," }.map { meaning(of: String($0)) }
    let keys = codes.compactMap { if case .key(let code) = $0 { code } else { nil } }
    guard keys.count == codes.count, keys.count > 1, Set(keys).count == keys.count, keys.dropLast().allSatisfy(isModifier) else {
      return nil
    }
    return keys
  }

  /// Up to three names that are similar to a wrong one, most similar first.
  package static func nearest(to wrong: String) -> [String] {
    guard let word = Word(String(wrong.prefix(64))) else { return [] }
    let letters = word.letters
    func distance(_ name: String) -> Int {
      let edits = editDistance(letters, name)
      if letters.utf8.count > 2, name.contains(letters) { return min(edits, 1) }
      return name.utf8.count > 3 && letters.contains(name) ? min(edits, 3) : edits
    }
    // Desktops do not receive the keys of higher codes.
    let ranked = codes.map { (distance: distance($0.key), penalty: $0.value > 247 ? 1 : 0, name: name(of: $0.value)) }
      .filter { $0.distance <= max(1, letters.utf8.count / 2) }
      .sorted { ($0.distance + $0.penalty, $0.name) < ($1.distance + $1.penalty, $1.name) }
    var names: [String] = []
    for candidate in ranked where names.count < 3 && !names.contains(candidate.name) { names.append(candidate.name) }
    return names
  }

  /// A name without what does not matter in it.
  private struct Word {
    static let separators: Set<Character> = [" ", "-", "_", "/"]

    /// In lowercase.
    let letters: String
    /// As libevdev may write it.
    let name: String
    let isPrefixed: Bool

    /// Nil if it has other characters than letters, digits and separators.
    init?(_ name: String) {
      guard name.utf8.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || Self.separators.contains($0) }) else {
        return nil
      }
      let parts = name.lowercased().split { Self.separators.contains($0) }
      isPrefixed = parts.count > 1 && parts[0] == "key"
      let rest = isPrefixed ? parts.dropFirst() : parts[...]
      letters = rest.joined()
      self.name = prefix + rest.joined(separator: "_").uppercased()
      if letters.isEmpty { return nil }
    }
  }

  /// The codes of all names, without prefix and separators.
  private static let codes: [String: UInt16] = {
    var codes: [String: UInt16] = [:]
    for (alias, name) in KeyAliases.names { codes[alias] = libevdevCode(of: name) }
    for code in 1..<UInt16(KEY_MAX) {
      if let word = libevdevName(of: code).flatMap(Word.init) { codes[word.letters] = code }
    }
    return codes
  }()

  private static func code(of word: Word) -> UInt16? {
    let letters = word.letters
    // libevdev may know several names of a key.
    if let code = libevdevCode(of: word.name) ?? codes[letters] { return code }
    // As in KeyA, numpad 1 and XF86AudioNext.
    let prefixes = [("key", ""), ("numpad", "kp"), ("keypad", "kp"), ("xf86audio", "audio"), ("xf86", "")]
    for (written, meant) in prefixes where letters.hasPrefix(written) {
      if let code = codes[meant + letters.dropFirst(written.count)] { return code }
    }
    return nil
  }

  static func isShift(_ code: UInt16) -> Bool { [KEY_LEFTSHIFT, KEY_RIGHTSHIFT].contains(Int32(code)) }

  private static func isModifier(_ code: UInt16) -> Bool {
    [KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTMETA, KEY_RIGHTMETA].contains(
      Int32(code))
  }

  private static func libevdevCode(of name: String) -> UInt16? {
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
    // KEY_RESERVED is 0 and cannot be pressed; KEY_MAX ends the range.
    return (1..<KEY_MAX).contains(code) ? UInt16(code) : nil
  }

  private static func libevdevName(of code: UInt16) -> String? {
    let name = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
    return name?.hasPrefix(prefix) == true ? name : nil
  }
}
