import FoundationEssentials

/// Reads JSON that others wrote. The only place that calls the decoder of FoundationEssentials: `scripts/check` finds every other.
///
/// That decoder ends the process at a text whose last byte opens one level more than it allows, and accepts text that is not JSON: a comma
/// before a bracket, numbers such as 01, and anything within members that nobody asks for. So each text is checked before.
package struct JSONReader: Sendable {
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
    if let problem = JSONGrammar.problem(in: text) { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: problem)) }
    return try decoder.decode(type, from: Data(text))
  }
}
