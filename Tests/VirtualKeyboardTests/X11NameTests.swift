import Testing
import UserErrors
import VirtualKeyboard

@Suite("Names of keys that X11 has")
struct X11NameTests {
  @Test(
    "Names of X11 mean the keys of its layouts for evdev, in any case",
    arguments: [
      ("Super_L", [125]), ("super_l", [125]), ("SUPER_L", [125]), ("Super_R", [126]), ("Control_L", [29]), ("Control_R", [97]),
      ("Alt_L", [56]), ("Alt_R", [100]), ("Shift_L", [42]), ("Shift_R", [54]), ("Meta_L", [125]), ("ISO_Level3_Shift", [100]),
      ("Page_Up", [104]), ("Prior", [104]), ("Page_Down", [109]), ("KP_Enter", [96]), ("KP_Add", [78]), ("KP_5", [76]), ("KP_Home", [71]),
      ("XF86AudioPlay", [164]), ("XF86AudioPrev", [165]), ("XF86AudioStop", [166]), ("XF86AudioMute", [113]), ("XF86AudioMicMute", [248]),
      ("XF86MonBrightnessUp", [225]), ("XF86Back", [158]), ("XF86Reload", [173]), ("XF86Calculator", [140]), ("Scroll_Lock", [70]),
      ("asciitilde", [42, 41]), ("colon+shift", [42, 39]), ("colon+right_shift", [54, 39]), ("Return", [28]), ("BackSpace", [14]),
      ("leftmeta", [125]), ("KEY_LEFTMETA", [125]),
      ("Super_L+Left", [125, 105]),
    ] as [(String, [UInt16])])
  func keys(_ text: String, codes: [UInt16]) throws { #expect(try KeyChord(text).codes == codes) }

  @Test(
    "A modifier and l or r that no underscore joins may mean a chord, and is refused with both",
    arguments: [
      ("super-l", "super", "super+l"), ("Ctrl R", "right_ctrl", "ctrl+r"), ("altl", "alt", "alt+l"), ("win/r", "right_super", "win+r"),
    ])
  func sides(_ text: String, key: String, chord: String) throws {
    let error = #expect(throws: UserError.self) { try KeyChord(text) }
    #expect(error?.description.hasSuffix("; write \(key) or \(chord)") == true, "\(error?.description ?? "")")
    #expect(try KeyChord(key).codes.count == 1 && KeyChord(chord).codes.count == 2)
  }

  @Test(
    "A sign that a US keyboard has with shift is pressed with shift, once",
    arguments: [
      ("tilde", [42, 41]), ("exclam", [42, 2]), ("at", [42, 3]), ("numbersign", [42, 4]), ("percent", [42, 6]), ("asciicircum", [42, 7]),
      ("ampersand", [42, 8]), ("asterisk", [42, 9]), ("parenleft", [42, 10]), ("parenright", [42, 11]), ("underscore", [42, 12]),
      ("BraceLeft", [42, 26]), ("braceright", [42, 27]), ("bar", [42, 43]), ("Colon", [42, 39]), ("quotedbl", [42, 40]),
      ("less", [42, 51]),
      ("greater", [42, 52]), ("ctrl+colon", [29, 42, 39]), ("shift+colon", [42, 39]), ("colon+right_shift", [54, 39]),
      ("bracketleft", [26]), ("quoteleft", [41]),
    ] as [(String, [UInt16])])
  func shifted(_ text: String, codes: [UInt16]) throws {
    let chord = try KeyChord(text)
    #expect(chord.codes == codes)
    #expect(try KeyChord(chord.description) == chord)
  }

  @Test("A sign that is also the name of another key of libevdev is refused with both", arguments: ["question", "dollar"])
  func twoKeys(_ name: String) throws {
    let error = #expect(throws: UserError.self) { try KeyChord(name) }
    #expect(error?.description.contains("shift+") == true && error?.description.contains("KEY_\(name.uppercased())") == true)
  }

  @Test(
    "A sign itself is refused with the keys to write", arguments: [("?", "shift+slash"), ("{", "shift+left_bracket"), ("!", "shift+1")])
  func signs(_ sign: String, keys: String) throws {
    let error = #expect(throws: UserError.self) { try KeyChord(sign) }
    #expect(error?.description.contains("write \(keys), ") == true)
    #expect(try KeyChord(keys).codes.count == 2)
  }
}
