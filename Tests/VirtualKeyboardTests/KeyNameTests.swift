import CEvdev
import Platform
import Testing
import UserErrors
import VirtualKeyboard

@Suite("Names of keys")
struct KeyNameTests {
  @Test(
    "What people write for a key is understood, in any case and with any separators",
    arguments: [
      ("left", 105), ("Right", 106), ("UP", 103), ("Left arrow", 105), ("ArrowLeft", 105), ("arrow-down", 108), ("page_down", 109),
      ("pagedown", 109), ("Page Down", 109), ("page-up", 104), ("PgUp", 104), ("PgDn", 109), ("space", 57), ("Spacebar", 57),
      ("Return", 28), ("enter", 28), ("Esc", 1), ("Escape", 1), ("Del", 111), ("ins", 110), ("tab", 15), ("BackSpace", 14), ("f5", 63),
      ("F12", 88), ("a", 30), ("Z", 44), ("0", 11), ("1", 2), ("minus", 12), ("-", 12), ("plus", 78), (".", 52), ("volume_up", 115),
      ("Volume Down", 114), ("mute", 113), ("play_pause", 164), ("Play/Pause", 164), ("next_song", 163), ("next track", 163),
      ("media_previous", 165), ("XF86AudioNext", 163), ("XF86AudioRaiseVolume", 115), ("back", 158), ("forward", 159),
      ("browser_back", 158), ("Print Screen", 99), ("brightness_up", 225), ("numpad 1", 79), ("keypad_enter", 96), ("kp1", 79),
      ("KeyA", 30), ("key_left", 105), ("key-page-down", 109), ("KEY_PAGE_DOWN", 109), ("ctrl", 29), ("Control", 29), ("right_ctrl", 97),
      ("RCtrl", 97), ("alt", 56), ("AltGr", 100), ("shift", 42), ("Super", 125), ("Meta", 125), ("Win", 125), ("Windows", 125),
      ("Cmd", 125), ("right_super", 126),
    ] as [(String, UInt16)])
  func people(_ name: String, code: UInt16) throws { #expect(try KeyChord(name).codes == [code]) }

  @Test(
    "Chords mix all kinds of names",
    arguments: [
      ("ctrl+left", [29, 105]), ("Alt + Tab", [56, 15]), ("KEY_LEFTALT+page_down", [56, 109]), ("ctrl+shift+t", [29, 42, 20]),
      ("ctrl+-", [29, 12]), ("ctrl+plus", [29, 78]), ("SUPER+1", [125, 2]),
    ] as [(String, [UInt16])])
  func chords(_ text: String, codes: [UInt16]) throws { #expect(try KeyChord(text).codes == codes) }

  /// The codes that libevdev names, with their names.
  private static let libevdev: [(code: UInt16, name: String)] = (1..<UInt16(KEY_MAX)).compactMap { code in
    let name = libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
    return name.flatMap { $0.hasPrefix("KEY_") ? (code, $0) : nil }
  }

  @Test("Every name of libevdev means its own key with KEY_, and without it no other key")
  func everyName() throws {
    #expect(Self.libevdev.count > 400)
    for (code, name) in Self.libevdev {
      #expect(try KeyChord(name).codes == [code])
      #expect(try KeyChord(name.lowercased()).codes == [code])
      switch KeyNames.meaning(of: String(name.dropFirst(4)).lowercased()) {
      case .key(let found): #expect(found == code, "\(name)")
      case .ambiguous(let names): #expect(names.contains(name), "\(name) is hidden")
      case .shifted: Issue.record("\(name) means another key without KEY_")
      case .unknown: Issue.record("\(name) is not found without KEY_")
      }
    }
  }

  @Test("No other name hides one of libevdev, and each means a key that libevdev has")
  func aliases() {
    let letters = Set(Self.libevdev.map { $0.name.dropFirst(4).lowercased().filter { $0 != "_" } })
    for (alias, name) in KeyAliases.names {
      #expect(!letters.contains(alias), "\(alias) hides a name")
      #expect(alias.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }, "\(alias) is never found")
      #expect(KeyAliases.ambiguous[alias] == nil, "\(alias) is refused")
      #expect(Self.libevdev.contains { $0.name == name && KeyNames.meaning(of: alias) == .key($0.code) }, "\(alias): \(name)")
    }
    for (sign, name) in KeyAliases.signs {
      #expect(Self.libevdev.contains { $0.name == name && KeyNames.meaning(of: sign) == .key($0.code) }, "\(sign): \(name)")
    }
    for name in KeyAliases.shown.keys { #expect(Self.libevdev.contains { $0.name == name }, "\(name)") }
  }

  @Test("The name that is shown for a key is accepted for the same key")
  func shown() throws {
    for (code, _) in Self.libevdev { #expect(try KeyChord(KeyNames.name(of: code)).codes == [code]) }
    #expect(try KeyChord("KEY_LEFTALT + Page Down").description == "alt+page_down")
    #expect(try KeyChord("KEY_NEXT").description == "KEY_NEXT")
  }

  @Test("A word for which people and libevdev mean different keys is refused with names that are accepted")
  func ambiguous() throws {
    for (word, names) in KeyAliases.ambiguous {
      let error = #expect(throws: UserError.self) { try KeyChord("ctrl+\(word)") }
      #expect(error?.exitStatus == .configuration && error?.summary.contains("\"\(word)\"") == true)
      for name in names {
        #expect(error?.description.contains(name) == true)
        #expect(throws: Never.self) { try KeyChord(name) }
      }
    }
  }

  @Test(
    "A wrong name is refused with the nearest ones, which are accepted",
    arguments: [
      ("lefft", "left"), ("KEY_LEFFT", "left"), ("ctlr", "ctrl"), ("pagedwon", "page_down"), ("volume", "volume_down"),
      ("vol", "volume_down"),
      ("arrow", "down"), ("spcae", "space"), ("KEY_LEFTCONTRL", "ctrl"), ("XF86AudioPlayer", "play"),
    ])
  func nearest(_ wrong: String, first: String) throws {
    let names = KeyNames.nearest(to: wrong)
    #expect(names.first == first && names.count <= 3, "\(names)")
    for name in names { #expect(throws: Never.self) { try KeyChord(name) } }
    let error = #expect(throws: UserError.self) { try KeyChord("shift+\(wrong)") }
    #expect(error?.summary.contains("\"\(wrong)\"") == true && error?.summary.contains("\"shift+\(wrong)\"") == true)
  }

  @Test(
    "Keys that are joined by other signs are refused with the chord",
    arguments: [("ctrl-left", "ctrl+left"), ("alt tab", "alt+tab"), ("Shift,Ctrl-F5", "shift+ctrl+f5"), ("super_1", "super+1")])
  func otherJoints(_ text: String, chord: String) {
    let error = #expect(throws: UserError.self) { try KeyChord(text) }
    #expect(error?.description.contains(chord) == true)
  }

  @Test(
    "What is like no name is refused, whatever its characters and length",
    arguments: [
      "BTN_LEFT", "KEY_RESERVED", "KEY_MAX", "KEY_", "106", "_", "a\u{0}", "\u{212A}", "ä", "left\n", "!",
      String(repeating: "a", count: 60_000),
    ])
  func noName(_ text: String) {
    let error = #expect(throws: UserError.self) { try KeyChord(text) }
    #expect(error?.fix != nil && (error?.description.utf8.count ?? .max) < 300)
    #expect(error?.description.contains { $0.isNewline } == false)
  }
}
