import FoundationEssentials
import JSON

/// Conversion of the protocol's values to and from JSON.
///
/// Keys are in snake case and in alphabetical order, so that the same value always has the same text.
package enum JSONCoding {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }()

  private static let reader = JSONReader(keys: .convertFromSnakeCase)

  /// Encodes a value as UTF-8 without a newline.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("a value of the protocol holds what JSON cannot: \(error)")
    }
  }

  /// Encodes a value as one line of UTF-8, including its newline.
  package static func line(_ value: some Encodable) -> [UInt8] { encode(value) + [UInt8(ascii: "\n")] }

  package static func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>) throws -> Value {
    try reader.decode(type, from: text)
  }
}

extension KeyedEncodingContainer {
  /// Writes a number with all of its digits; null for infinity and NaN, which JSON does not have.
  mutating func encode(float value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try encodeNil(forKey: key) }
    // Without the sign of a negative zero.
    try encode(value == 0 ? 0 : value, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Reads what `encode(float:forKey:)` wrote; null becomes NaN.
  func decodeFloat(forKey key: Key) throws -> Float { try decode(Float?.self, forKey: key) ?? .nan }
}

/// The longest line that either side sends, in bytes without its newline.
public let lineLimit = 64 * 1024

/// Splits a stream of bytes into lines of the protocol.
package struct LineSplitter: Sendable {
  private var pieces = PieceSplitter(at: UInt8(ascii: "\n"), limit: lineLimit)

  package init() {}

  package mutating func append(_ piece: some Collection<UInt8>) { pieces.append(piece) }

  /// Returns the next complete line without its newline; nil when more bytes are needed.
  ///
  /// - Throws: `RPCError.lineTooLong`, after which nothing more can be read from the stream.
  package mutating func next() throws(RPCError) -> [UInt8]? {
    do throws(PieceSplitter.TooLong) { return try pieces.next() } catch { throw .lineTooLong }
  }

  /// Returns what is left when the stream has ended without a newline.
  package mutating func rest() -> [UInt8] { pieces.rest() ?? [] }
}
