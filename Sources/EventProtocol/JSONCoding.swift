import FoundationEssentials

/// Values of the protocol to and from JSON: keys in snake case, and alphabetical, so that the same value is always the same text.
package enum JSONCoding {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  /// The value in UTF-8, without any newline.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("no value of this protocol holds what JSON cannot: \(error)")
    }
  }

  /// The value as one line in UTF-8, its newline included.
  package static func line(_ value: some Encodable) -> [UInt8] { encode(value) + [UInt8(ascii: "\n")] }

  package static func decode<Value: Decodable>(_ type: Value.Type, from text: some Collection<UInt8>) throws -> Value {
    try decoder.decode(type, from: Data(text))
  }
}

extension KeyedEncodingContainer {
  /// A number rounded to so many decimals, since nobody is served by `83.4000015258789`; null if there is none, or if it is infinite
  /// or not a number, which JSON does not know.
  mutating func encode(_ value: Double?, decimals: Int, forKey key: Key) throws {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    guard let rounded = value.map({ ($0 * scale).rounded() / scale }), rounded.isFinite else { return try encodeNil(forKey: key) }
    // Without the sign of a negative zero.
    try encode(rounded == 0 ? 0 : rounded, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// A number to its last bit; null if it is infinite or not a number, which JSON does not know.
  mutating func encode(float value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try encodeNil(forKey: key) }
    // Without the sign of a negative zero.
    try encode(value == 0 ? 0 : value, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// What `encode(float:forKey:)` wrote; null is not a number.
  func decodeFloat(forKey key: Key) throws -> Float { try decode(Float?.self, forKey: key) ?? .nan }
}
