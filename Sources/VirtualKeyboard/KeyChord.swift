import CEvdev
import Platform
import UserErrors

/// Keys that are pressed together: `alt+right`.
package struct KeyChord: Sendable, Hashable, CustomStringConvertible {
  /// Codes of linux/input-event-codes.h, in the order in which they are pressed.
  package let codes: [UInt16]

  /// - Parameter text: names of keys, joined by `+`: those of linux/input-event-codes.h with or without `KEY_`, in any case and with any
  ///   separators within a name, those of X11, such as `Super_L` or `Prior`, or other common ones, such as `ctrl`, `return` or `pgdn`. A sign
  ///   that a US keyboard has above another, such as `colon`, is that key with shift.
  /// - Throws: ``UserError`` for a name that is none, with the nearest ones, or that can mean several keys, or for a key that occurs twice.
  package init(_ text: String) throws(UserError) {
    let parts = try text.split(separator: "+", omittingEmptySubsequences: false).map { part throws(UserError) in
      try Self.key(String(part.trimming { $0 == " " }), in: text)
    }
    var codes: [UInt16] = []
    // A shift that is named after a sign that needs it goes down before it.
    let shift = parts.first { KeyNames.isShift($0.code) }?.code ?? UInt16(KEY_LEFTSHIFT)
    let needsShift = parts.contains(where: \.needsShift)
    for part in parts where !(needsShift && part.code == shift && codes.contains(shift)) {
      if part.needsShift, !codes.contains(where: KeyNames.isShift) { codes.append(shift) }
      guard !codes.contains(part.code) else {
        throw Self.error("\(Self.quoted(text)) has \(KeyNames.name(of: part.code)) twice", fix: "name each key once")
      }
      codes.append(part.code)
    }
    self.codes = codes
  }

  /// A key of a chord.
  private static func key(_ name: String, in text: String) throws(UserError) -> (code: UInt16, needsShift: Bool) {
    guard !name.isEmpty else {
      throw error("\(quoted(text)) lacks a key", fix: "write names joined by +, as in \"alt+right\"; the key + itself is \"plus\"")
    }
    switch KeyNames.meaning(of: name) {
    case .key(let code): return (code, false)
    case .shifted(let code): return (code, true)
    case .ambiguous(let names):
      throw error("\(quoted(name, in: text)) can mean several keys", fix: "write \(words: list(names, "or"))")
    case .unknown: throw error("\(quoted(name, in: text)) is not a key", fix: fix(for: name))
    }
  }

  private static func fix(for name: String) -> Fix {
    if let key = X11Names.shiftedSigns[name] { return "write \(words: key), as on a US keyboard: the layout decides which sign it is" }
    if let keys = KeyNames.chord(separatedIn: name) {
      return "join keys with +: \(words: keys.map(KeyNames.name).joined(separator: "+"))"
    }
    let nearest = KeyNames.nearest(to: name)
    switch nearest.count {
    case 0: return "write a name such as left, page_down, volume_up, f5 or a; swiped.toml(5) explains them"
    case 1: return "the nearest name is \(words: nearest[0])"
    default: return "the nearest names are \(words: list(nearest, "and"))"
    }
  }

  /// A name, and the chord that it is part of.
  private static func quoted(_ name: String, in text: String) -> String {
    text.contains("+") ? "\(Self.quoted(name)) in \(Self.quoted(text))" : Self.quoted(name)
  }

  private static func quoted(_ text: String) -> String { "\"\(text.prefix(60).description.printable)\(text.count > 60 ? "…" : "")\"" }

  private static func list(_ names: [String], _ conjunction: String) -> String {
    names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(names[names.count - 1])"
  }

  private static func error(_ summary: String, fix: Fix) -> UserError {
    UserError(summary, fix: fix, exitStatus: .configuration)
  }

  /// The names that people write, joined by `+`.
  package var description: String { codes.map(KeyNames.name).joined(separator: "+") }
}

/// An event of the kernel's input protocol.
package struct KeyEvent: Sendable, Hashable {
  /// EV_KEY or EV_SYN.
  package let type: UInt16
  package let code: UInt16
  /// 1 for a press, 0 for a release.
  package let value: Int32

  package init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// Ends a group of simultaneous events.
  package static let synchronize = KeyEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
}

extension KeyChord {
  /// The events of pressing all keys in order, then releasing them in reverse.
  package var events: [KeyEvent] { presses + releases }

  /// The events of pressing all keys, in order.
  var presses: [KeyEvent] { codes.map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 1) } + [.synchronize] }

  /// The events of releasing all keys, in reverse.
  var releases: [KeyEvent] {
    codes.reversed().map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 0) } + [.synchronize]
  }
}
