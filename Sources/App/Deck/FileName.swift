import FoundationEssentials
import Platform
import Product

/// The name of a file: bytes, which need not be UTF-8. Names are the same only if all of their bytes are, unlike strings, which are the same
/// also where one spells é in one character and the other in two.
struct FileName: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a file in a folder can have this name, which so leads to no other folder.
  var isPossible: Bool { !bytes.isEmpty && bytes != [0x2e] && bytes != [0x2e, 0x2e] && !bytes.contains(0x2f) && !bytes.contains(0) }

  /// Nil where the bytes are not UTF-8.
  private var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The name on one line, with escapes, from which its bytes can be found again.
  var escaped: String { escaping(bytes) }

  /// The name as a person reads it.
  var shown: String { text ?? escaped }

  /// Writes a text or, where the name is none, its bytes in base64 under another key.
  func encode<Key>(to object: inout KeyedEncodingContainer<Key>, _ key: Key, base64 otherKey: Key) throws {
    if let text { try object.encode(text, forKey: key) } else { try object.encode(Data(bytes).base64EncodedString(), forKey: otherKey) }
  }

  /// Reads what ``encode(to:_:base64:)`` wrote.
  init<Key>(from object: KeyedDecodingContainer<Key>, _ key: Key, base64 otherKey: Key) throws {
    guard object.contains(otherKey) else {
      self.init(Array(try object.decode(String.self, forKey: key).utf8))
      return
    }
    guard let data = Data(base64Encoded: try object.decode(String.self, forKey: otherKey)) else {
      throw DecodingError.dataCorruptedError(forKey: otherKey, in: object, debugDescription: "This is not base64.")
    }
    self.init(Array(data))
  }
}
