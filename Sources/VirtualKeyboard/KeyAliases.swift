/// What people write for keys in addition to libevdev's names and to ``X11Names``. All is in lowercase and without separators.
package enum KeyAliases {
  /// Other names of keys. None of them is a name of libevdev without its `KEY_`, which would be hidden.
  package static let names: [String: String] = {
    var names = [
      "return": "KEY_ENTER", "escape": "KEY_ESC", "spacebar": "KEY_SPACE", "del": "KEY_DELETE", "ins": "KEY_INSERT",
      "bksp": "KEY_BACKSPACE", "pgup": "KEY_PAGEUP", "pgdn": "KEY_PAGEDOWN", "pgdown": "KEY_PAGEDOWN", "altgr": "KEY_RIGHTALT",
      "printscreen": "KEY_SYSRQ", "printscrn": "KEY_SYSRQ", "prtscr": "KEY_SYSRQ", "prtscn": "KEY_SYSRQ", "prtsc": "KEY_SYSRQ",
      // On any layout, and without shift.
      "plus": "KEY_KPPLUS", "hyphen": "KEY_MINUS", "dash": "KEY_MINUS", "equals": "KEY_EQUAL", "period": "KEY_DOT",
      "backtick": "KEY_GRAVE", "quote": "KEY_APOSTROPHE", "leftbracket": "KEY_LEFTBRACE", "rightbracket": "KEY_RIGHTBRACE",
      "nexttrack": "KEY_NEXTSONG", "previoustrack": "KEY_PREVIOUSSONG", "prevtrack": "KEY_PREVIOUSSONG", "prevsong": "KEY_PREVIOUSSONG",
      "volup": "KEY_VOLUMEUP", "voldown": "KEY_VOLUMEDOWN", "browserback": "KEY_BACK", "browserforward": "KEY_FORWARD",
      "audioraisevolume": "KEY_VOLUMEUP", "audiolowervolume": "KEY_VOLUMEDOWN", "audiomute": "KEY_MUTE",
    ]
    for arrow in ["left", "right", "up", "down"] {
      for name in ["arrow\(arrow)", "\(arrow)arrow"] { names[name] = "KEY_\(arrow.uppercased())" }
    }
    for player in ["media", "audio"] {
      names.merge([
        "\(player)next": "KEY_NEXTSONG", "\(player)previous": "KEY_PREVIOUSSONG", "\(player)prev": "KEY_PREVIOUSSONG",
        "\(player)play": "KEY_PLAYPAUSE", "\(player)playpause": "KEY_PLAYPAUSE", "\(player)pause": "KEY_PAUSECD",
        "\(player)stop": "KEY_STOPCD",
      ]) { first, _ in first }
    }
    for (modifier, key) in modifiers {
      names[modifier] = "KEY_LEFT\(key)"
      for (side, letter) in [("left", "l"), ("right", "r")] {
        names["\(letter)\(modifier)"] = "KEY_\(side.uppercased())\(key)"
        if modifier != key.lowercased() { names["\(side)\(modifier)"] = "KEY_\(side.uppercased())\(key)" }
      }
    }
    return names.merging(X11Names.keys) { first, _ in first }
  }()

  /// The words for modifiers, and the end of libevdev's name.
  static let modifiers = [
    "ctrl": "CTRL", "control": "CTRL", "alt": "ALT", "shift": "SHIFT", "super": "META", "meta": "META", "win": "META", "windows": "META",
    "cmd": "META", "command": "META",
  ]

  /// Signs, by the key that has them on a US keyboard. "+" joins keys.
  package static let signs = [
    "-": "KEY_MINUS", "=": "KEY_EQUAL", "[": "KEY_LEFTBRACE", "]": "KEY_RIGHTBRACE", ";": "KEY_SEMICOLON", "'": "KEY_APOSTROPHE",
    "`": "KEY_GRAVE", "\\": "KEY_BACKSLASH", ",": "KEY_COMMA", ".": "KEY_DOT", "/": "KEY_SLASH",
  ]

  /// Words that people use for another key than libevdev, and what they may mean. They are refused, except with `KEY_` in front.
  package static let ambiguous = [
    "next": ["next_song", "page_down", "KEY_NEXT"], "previous": ["previous_song", "page_up", "KEY_PREVIOUS"],
    "prev": ["previous_song", "page_up", "KEY_PREVIOUS"], "pause": ["play_pause", "media_pause", "KEY_PAUSE"],
    "stop": ["media_stop", "KEY_STOP"], "menu": ["compose", "KEY_MENU"], "print": ["print_screen", "KEY_PRINT"],
    "option": ["alt", "KEY_OPTION"], "question": ["shift+slash", "KEY_QUESTION"], "dollar": ["shift+4", "KEY_DOLLAR"],
  ]

  /// How keys are shown whose name in libevdev is not what people write.
  package static let shown = [
    "KEY_LEFTCTRL": "ctrl", "KEY_LEFTALT": "alt", "KEY_LEFTSHIFT": "shift", "KEY_LEFTMETA": "super", "KEY_RIGHTCTRL": "right_ctrl",
    "KEY_RIGHTALT": "right_alt", "KEY_RIGHTSHIFT": "right_shift", "KEY_RIGHTMETA": "right_super", "KEY_PAGEUP": "page_up",
    "KEY_PAGEDOWN": "page_down", "KEY_VOLUMEUP": "volume_up", "KEY_VOLUMEDOWN": "volume_down", "KEY_PLAYPAUSE": "play_pause",
    "KEY_NEXTSONG": "next_song", "KEY_PREVIOUSSONG": "previous_song", "KEY_STOPCD": "media_stop", "KEY_PAUSECD": "media_pause",
    "KEY_SYSRQ": "print_screen", "KEY_BRIGHTNESSUP": "brightness_up", "KEY_BRIGHTNESSDOWN": "brightness_down",
    "KEY_SCROLLUP": "scroll_up", "KEY_SCROLLDOWN": "scroll_down", "KEY_ZOOMIN": "zoom_in", "KEY_ZOOMOUT": "zoom_out",
    "KEY_CAPSLOCK": "caps_lock", "KEY_NUMLOCK": "num_lock", "KEY_SCROLLLOCK": "scroll_lock", "KEY_FASTFORWARD": "fast_forward",
    "KEY_MICMUTE": "mic_mute", "KEY_LEFTBRACE": "left_bracket", "KEY_RIGHTBRACE": "right_bracket",
  ]
}
