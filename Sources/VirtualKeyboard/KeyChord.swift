import CEvdev

/// Why a key chord cannot be read: one line that names the bad name and the nearest good ones.
public struct KeyChordError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The part that is no key's name.
  public let name: String
  /// Names that may have been meant, nearest first.
  public let suggestions: [String]
  public let description: String
}

/// Keys pressed together: `KEY_LEFTALT+KEY_RIGHT`.
public struct KeyChord: Sendable, Hashable, CustomStringConvertible {
  /// Codes of linux/input-event-codes.h, in the order in which they go down.
  public let codes: [UInt16]

  /// - Parameter text: names of linux/input-event-codes.h that begin with `KEY_`, joined by `+`.
  /// - Throws: `KeyChordError` for a name that libevdev does not know, or that is there twice.
  public init(_ text: String) throws(KeyChordError) {
    var codes: [UInt16] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let name = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      guard let code = KeyNames.code(of: name) else {
        let suggestions = KeyNames.nearest(to: name)
        throw KeyChordError(
          name: name, suggestions: suggestions,
          description: name.isEmpty
            ? "the chord \"\(text)\" lacks a key; write names joined by +, as in \"KEY_LEFTALT+KEY_RIGHT\""
            : "\"\(name)\" is no key; the nearest names are \(suggestions.joined(separator: ", "))")
      }
      guard !codes.contains(code) else {
        throw KeyChordError(name: name, suggestions: [], description: "the chord \"\(text)\" has \(name) twice; name each key once")
      }
      codes.append(code)
    }
    self.codes = codes
  }

  /// The chord as the configuration has it.
  public var description: String { codes.map(KeyNames.name).joined(separator: "+") }
}

/// One event of the kernel's input protocol.
public struct KeyEvent: Sendable, Hashable {
  /// EV_KEY or EV_SYN.
  public let type: UInt16
  public let code: UInt16
  /// 1 down, 0 up.
  public let value: Int32

  package init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// Ends a group of events that happen at once.
  package static let synchronize = KeyEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
}

extension KeyChord {
  /// What pressing and releasing the chord is: all down in order, all up in reverse.
  package var events: [KeyEvent] {
    codes.map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 1) } + [.synchronize] + releases
  }

  /// All up, in reverse.
  var releases: [KeyEvent] {
    codes.reversed().map { KeyEvent(type: UInt16(EV_KEY), code: $0, value: 0) } + [.synchronize]
  }
}
