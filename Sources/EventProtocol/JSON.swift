/// A JSON value to be written; objects keep the order of their literals, so that the same value is always the same line.
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package let key: String
    package let value: JSON
  }

  /// A number rounded to so many places, since nobody is served by `83.4000015258789`; null if there is none.
  package static func rounded(_ value: Double?, places: Int) -> JSON {
    guard let value, value.isFinite else { return .null }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (value * scale).rounded() / scale
    return .number(rounded == 0 ? 0 : rounded)
  }

  package static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// Nanoseconds: 63 bits of them are 292 years.
  package static func nanoseconds(_ value: UInt64) -> JSON { .integer(Int(clamping: value)) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSON {
  /// The value as UTF-8 without any newline.
  package var utf8: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(256)
    write(to: &out)
    return out
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .integer(let value): out += String(value).utf8
    case .number(let value): Self.write(value, to: &out)
    case .string(let value): Self.write(value, to: &out)
    case .array(let values):
      Self.write(values, between: "[", "]", to: &out) { value, out in value.write(to: &out) }
    case .object(let members):
      Self.write(members, between: "{", "}", to: &out) { member, out in
        Self.write(member.key, to: &out)
        out += ":".utf8
        member.value.write(to: &out)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between open: String, _ close: String, to out: inout [UInt8],
    each: (Element, inout [UInt8]) -> Void
  ) {
    out += open.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { out += ",".utf8 }
      each(element, &out)
    }
    out += close.utf8
  }

  /// Whole numbers without the fraction that Swift would print; JSON has no infinity and no NaN.
  private static func write(_ value: Double, to out: inout [UInt8]) {
    guard value.isFinite else {
      out += "null".utf8
      return
    }
    let text = value.description
    out += (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out += "\"".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): out += "\\\"".utf8
      case UInt8(ascii: "\\"): out += "\\\\".utf8
      case UInt8(ascii: "\n"): out += "\\n".utf8
      case UInt8(ascii: "\t"): out += "\\t".utf8
      case ..<0x20: out += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: out.append(byte)
      }
    }
    out += "\"".utf8
  }
}
