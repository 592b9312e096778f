// The names of keys in the configuration (those of linux/input-event-codes.h), for the keys that a browser reports.

const named = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", PageUp: "page_up", PageDown: "page_down", Home: "home", End: "end",
  Space: "space", Enter: "enter", Tab: "tab", Escape: "esc", Backspace: "backspace", Delete: "delete", Insert: "insert",
  Minus: "minus", Equal: "equal", BracketLeft: "left_bracket", BracketRight: "right_bracket", Semicolon: "semicolon", Quote: "apostrophe",
  Backquote: "grave", Backslash: "backslash", IntlBackslash: "102nd", Comma: "comma", Period: "dot", Slash: "slash",
  NumpadAdd: "plus", NumpadSubtract: "kpminus", NumpadMultiply: "kpasterisk", NumpadDivide: "kpslash", NumpadDecimal: "kpdot",
  NumpadEnter: "kpenter", CapsLock: "caps_lock", NumLock: "num_lock", ScrollLock: "scroll_lock", PrintScreen: "print_screen",
  Pause: "KEY_PAUSE", ContextMenu: "compose", MediaPlayPause: "play_pause", MediaTrackNext: "next_song", MediaTrackPrevious: "previous_song",
  MediaStop: "media_stop", AudioVolumeUp: "volume_up", AudioVolumeDown: "volume_down", AudioVolumeMute: "mute", VolumeUp: "volume_up",
  VolumeDown: "volume_down", VolumeMute: "mute", BrowserBack: "back", BrowserForward: "forward", BrowserRefresh: "refresh",
  BrowserHome: "homepage", BrowserSearch: "search", BrowserFavorites: "bookmarks",
};
const modifiers = {
  ControlLeft: "ctrl", ControlRight: "right_ctrl", AltLeft: "alt", AltRight: "right_alt", ShiftLeft: "shift", ShiftRight: "right_shift",
  MetaLeft: "super", MetaRight: "right_super",
};
/** The members of a KeyboardEvent that say which modifiers are held, in the order in which they are written. */
const held = [["ctrlKey", "ctrl"], ["altKey", "alt"], ["shiftKey", "shift"], ["metaKey", "super"]];

/** The name of a key that is no modifier; null if the configuration has none for it. @param {string} code - of a KeyboardEvent */
function nameOf(code) {
  const [, letter, digit, pad, number] = /^(?:Key([A-Z])|Digit(\d)|Numpad(\d)|F(\d+))$/.exec(code) ?? [];
  if (letter) return letter.toLowerCase();
  if (digit) return digit;
  if (pad) return `kp${pad}`;
  if (number) return `f${number}`;
  return Object.hasOwn(named, code) ? named[code] : null;
}

/** The modifiers that are held. The layout may have AltGr in place of the right Alt. @param {KeyboardEvent} event */
function modifiersOf(event) {
  const names = held.filter(([member]) => event[member]).map(([, modifier]) => modifier);
  return event.getModifierState?.("AltGraph") ? [...names, "right_alt"] : names;
}

/**
 * The keys that are pressed together when a key goes down, such as "alt+right".
 *
 * @param {KeyboardEvent} event - or what of it counts: `code` and the modifiers
 * @returns null for a modifier alone, and for a key without a name
 */
export function chordOf(event) {
  const name = nameOf(event.code);
  return name === null ? null : [...modifiersOf(event), name].join("+");
}

/** The same with modifiers alone, for keys that are to be compared. @param {KeyboardEvent} event */
export function pressedKeys(event) {
  return chordOf(event) ?? [...modifiersOf(event), modifierOf(event.code)].filter(Boolean).join("+");
}

/** The name of a key that modifies others; null for one that does not. @param {string} code - of a KeyboardEvent */
export function modifierOf(code) {
  return Object.hasOwn(modifiers, code) ? modifiers[code] : null;
}

/**
 * Whether two texts of the configuration name the same keys, as far as the spelling goes: case does not matter, nor do spaces, "-" and "_"
 * within a name, "KEY_" before it, the order, and on which side a modifier is.
 */
export function isSameChord(one, other) {
  const plain = (name) => name.toLowerCase().replace(/[\s_/-]/g, "").replace(/^key(?=.)/, "").replace(/^(right|left)(?=(ctrl|alt|shift|super|meta)$)/, "");
  const keys = (text) => [...new Set(text.split("+").map(plain))].sort().join("+");
  return keys(one) === keys(other);
}
