import CEvdev
import Platform
import Product

/// Keys that are pressed together: `KEY_LEFTALT+KEY_RIGHT`.
public struct KeyChord: Sendable, Hashable, CustomStringConvertible {
  /// Codes of linux/input-event-codes.h, in the order in which they are pressed.
  public let codes: [UInt16]

  /// - Parameter text: names of linux/input-event-codes.h that start with `KEY_`, joined by `+`.
  /// - Throws: ``UserError`` for a name that libevdev does not know, with the nearest known ones, or for a key that occurs twice.
  public init(_ text: String) throws(UserError) {
    var codes: [UInt16] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let name = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      guard let code = KeyNames.code(of: name) else {
        throw name.isEmpty
          ? Self.error("the chord \"\(text)\" lacks a key", fix: "write names joined by +, as in \"KEY_LEFTALT+KEY_RIGHT\"")
          : Self.error(
            "\"\(name)\" is not a key", fix: "the nearest names are \(words: KeyNames.nearest(to: name).joined(separator: ", "))")
      }
      guard !codes.contains(code) else {
        throw Self.error("the chord \"\(text)\" has \(name) twice", fix: "name each key once")
      }
      codes.append(code)
    }
    self.codes = codes
  }

  private static func error(_ summary: String, fix: Fix) -> UserError {
    UserError(summary, fix: fix, exitStatus: .configuration)
  }

  /// The key names, joined by `+`.
  public var description: String { codes.map(KeyNames.name).joined(separator: "+") }
}

/// An event of the kernel's input protocol.
public struct KeyEvent: Sendable, Hashable {
  /// EV_KEY or EV_SYN.
  public let type: UInt16
  public let code: UInt16
  /// 1 for a press, 0 for a release.
  public let value: Int32

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
  package var events: [KeyEvent] {
    codes.map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 1) } + [.synchronize] + releases
  }

  /// The events of releasing all keys, in reverse.
  var releases: [KeyEvent] {
    codes.reversed().map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 0) } + [.synchronize]
  }
}

/// libevdev's names of keys. Buttons of mice and joysticks (`BTN_`) are left out: desktops do not treat a device that declares one as
/// a keyboard.
enum KeyNames {
  private static let prefix = "KEY_"

  static func code(of name: String) -> UInt16? {
    guard name.hasPrefix(prefix) else { return nil }
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
    // KEY_RESERVED is 0 and cannot be pressed; KEY_MAX ends the range.
    return (1..<KEY_MAX).contains(code) ? UInt16(code) : nil
  }

  static func name(of code: UInt16) -> String {
    libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) } ?? "\(code)"
  }

  /// The three names that are most similar to a wrong one, most similar first.
  static func nearest(to wrong: String) -> [String] {
    let upper = wrong.uppercased()
    let probable = upper.hasPrefix(prefix) ? upper : prefix + upper
    let names = (1..<UInt16(KEY_MAX)).map(name).filter { $0.hasPrefix(prefix) }
    let ranked = names.map { (distance: editDistance(probable, $0), name: $0) }.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    // If only the case or the prefix was wrong, other names would confuse.
    if ranked.first?.distance == 0 { return [ranked[0].name] }
    return ranked.prefix(3).map(\.name)
  }
}
