/// Names of X11's keysyms that are not those of libevdev with other separators. All are in lowercase and without separators.
///
/// What X11 names is what a key produces in a layout. The virtual keyboard sends the key, and the desktop's layout decides what it produces;
/// so a sign is the key that has it on the US keyboard that libevdev's names are of.
enum X11Names {
  /// The keys that have these keysyms in the layouts of X11 for evdev.
  static let keys: [String: String] = [
    "isolevel3shift": "KEY_RIGHTALT", "prior": "KEY_PAGEUP", "sysreq": "KEY_SYSRQ",
    "henkanmode": "KEY_HENKAN", "hangul": "KEY_HANGEUL", "hangulhanja": "KEY_HANJA", "hiraganakatakana": "KEY_KATAKANAHIRAGANA",
    // Signs without shift.
    "bracketleft": "KEY_LEFTBRACE", "bracketright": "KEY_RIGHTBRACE", "quoteright": "KEY_APOSTROPHE", "quoteleft": "KEY_GRAVE",
    // The keypad, also as it is named without Num Lock.
    "kpadd": "KEY_KPPLUS", "kpsubtract": "KEY_KPMINUS", "kpmultiply": "KEY_KPASTERISK", "kpdivide": "KEY_KPSLASH",
    "kpdecimal": "KEY_KPDOT", "kpseparator": "KEY_KPCOMMA", "kpinsert": "KEY_KP0", "kpdelete": "KEY_KPDOT", "kpend": "KEY_KP1",
    "kpdown": "KEY_KP2", "kpnext": "KEY_KP3", "kppagedown": "KEY_KP3", "kpleft": "KEY_KP4", "kpbegin": "KEY_KP5", "kpright": "KEY_KP6",
    "kphome": "KEY_KP7", "kpup": "KEY_KP8", "kpprior": "KEY_KP9", "kppageup": "KEY_KP9",
    // Keys of media and of laptops.
    "audiomicmute": "KEY_MICMUTE", "audioforward": "KEY_FASTFORWARD", "audiorewind": "KEY_REWIND", "audiorecord": "KEY_RECORD",
    "xf86monbrightnessup": "KEY_BRIGHTNESSUP", "xf86monbrightnessdown": "KEY_BRIGHTNESSDOWN", "xf86kbdbrightnessup": "KEY_KBDILLUMUP",
    "xf86kbdbrightnessdown": "KEY_KBDILLUMDOWN", "xf86kbdlightonoff": "KEY_KBDILLUMTOGGLE", "xf86eject": "KEY_EJECTCD",
    "xf86poweroff": "KEY_POWER", "xf86screensaver": "KEY_COFFEE", "xf86display": "KEY_SWITCHVIDEOMODE", "xf86webcam": "KEY_CAMERA",
    // Keys that start or control programs.
    "xf86calculator": "KEY_CALC", "xf86explorer": "KEY_FILE", "xf86mycomputer": "KEY_COMPUTER", "xf86favorites": "KEY_BOOKMARKS",
    "xf86reload": "KEY_REFRESH", "xf86tools": "KEY_CONFIG", "xf86menukb": "KEY_MENU", "xf86mailforward": "KEY_FORWARDMAIL",
    "xf86dos": "KEY_MSDOS", "xf86messenger": "KEY_CHAT", "xf86launch1": "KEY_PROG1", "xf86launch2": "KEY_PROG2",
    "xf86launch3": "KEY_PROG3", "xf86launch4": "KEY_PROG4",
  ]

  /// The signs that a US keyboard has with shift, as they are written, with X11's name and the key. `question` and `dollar` are also names of
  /// libevdev, so ``KeyAliases/ambiguous`` has them.
  private static let signs: [(sign: String, name: String, key: String)] = [
    ("~", "tilde", "KEY_GRAVE"), ("!", "exclam", "KEY_1"), ("@", "at", "KEY_2"), ("#", "numbersign", "KEY_3"), ("$", "dollar", "KEY_4"),
    ("%", "percent", "KEY_5"), ("^", "asciicircum", "KEY_6"), ("&", "ampersand", "KEY_7"), ("*", "asterisk", "KEY_8"),
    ("(", "parenleft", "KEY_9"), (")", "parenright", "KEY_0"), ("_", "underscore", "KEY_MINUS"), ("{", "braceleft", "KEY_LEFTBRACE"),
    ("}", "braceright", "KEY_RIGHTBRACE"), ("|", "bar", "KEY_BACKSLASH"), (":", "colon", "KEY_SEMICOLON"),
    ("\"", "quotedbl", "KEY_APOSTROPHE"), ("<", "less", "KEY_COMMA"), (">", "greater", "KEY_DOT"), ("?", "question", "KEY_SLASH"),
  ]

  /// The keys of the signs, by X11's names.
  static let shifted = Dictionary(uniqueKeysWithValues: signs.map { ($0.name, $0.key) } + [("asciitilde", "KEY_GRAVE")])

  /// What to write for a sign, as in `shift+1`.
  static let shiftedSigns = Dictionary(
    uniqueKeysWithValues: signs.map { sign in
      (sign.sign, "shift+\(KeyAliases.shown[sign.key] ?? sign.key.dropFirst("KEY_".count).lowercased())")
    })
}
