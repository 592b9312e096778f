import FoundationEssentials

/// The name of a file: bytes, which need not be UTF-8. Names are the same only if all of their bytes are, unlike strings, which are the same
/// also where one spells é in one character and the other in two.
package struct FileName: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether a file in a folder can have this name, which so leads to no other folder.
  package var isPossible: Bool {
    !bytes.isEmpty && bytes != [0x2e] && bytes != [0x2e, 0x2e] && !bytes.contains(0x2f) && !bytes.contains(0)
  }

  /// With U+FFFD in place of bytes that are not UTF-8, so that two names may have the same text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes in Base64; nil if the text has them all.
  package var base64: String? { String(validating: bytes, as: UTF8.self) == nil ? Data(bytes).base64EncodedString() : nil }

  /// The name on one line, with escapes, from which its bytes can be found again.
  package var escaped: String { escaping(bytes) }

  /// The name as a person reads it.
  package var shown: String { base64 == nil ? text : escaped }

  /// Writes the text and, if that does not have all bytes, those in Base64 under another key.
  package func encode<Key>(to object: inout KeyedEncodingContainer<Key>, _ key: Key, bytes bytesKey: Key) throws {
    try object.encode(text, forKey: key)
    try object.encodeIfPresent(base64, forKey: bytesKey)
  }

  /// Reads what ``encode(to:_:bytes:)`` wrote.
  ///
  /// - Parameter bytesKeys: the keys that the bytes may have.
  package init<Key>(from object: KeyedDecodingContainer<Key>, _ key: Key, bytes bytesKeys: Key...) throws {
    for key in bytesKeys {
      guard let base64 = try object.decodeIfPresent(String.self, forKey: key) else { continue }
      guard let bytes = Data(base64Encoded: base64) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: "is not Base64")
      }
      self.init(bytes)
      return
    }
    self.init(try object.decode(String.self, forKey: key).utf8)
  }
}
