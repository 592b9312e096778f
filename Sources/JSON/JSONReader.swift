import FoundationEssentials

/// Reads JSON that others wrote. The only place that calls the decoder of FoundationEssentials: `scripts/check` finds every other.
///
/// That decoder ends the process at a text whose last byte opens one level more than it allows, so that the depth is checked before it.
package struct JSONReader: Sendable {
  /// Most levels of arrays and objects, which are those that the decoder allows.
  package static let depthLimit = 512

  private let decoder: JSONDecoder

  /// - Parameter keys: how the keys of the text become those of the values.
  package init(keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys) {
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
  }

  /// Reads a text in UTF-8.
  ///
  /// - Throws: `DecodingError`.
  package func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>) throws -> Value {
    if let problem = Self.problem(in: text) { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: problem)) }
    return try decoder.decode(type, from: Data(text))
  }

  /// Why the decoder must not get a text; nil if it may. Of a text that is not JSON, only what the decoder reads before it notices counts.
  private static func problem(in text: some Collection<UInt8>) -> String? {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in text {
      switch byte {
      // The decoder would recognize UTF-16 and UTF-32 by it, and find other brackets than this function.
      case 0: return "a text in UTF-8 has no zero bytes"
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isString
      case UInt8(ascii: "\""): isString.toggle()
      case _ where isString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        guard depth <= depthLimit else { return "more than \(depthLimit) levels of arrays and objects" }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return nil
  }
}
