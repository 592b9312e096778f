import FoundationEssentials

/// The name of a picture's file, as it was given: bytes, which need not be UTF-8.
package struct PictureName: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// With U+FFFD in place of bytes that are not UTF-8, so that two names may have the same text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes in Base64; nil if the text has them all.
  var base64: String? { String(validating: bytes, as: UTF8.self) == nil ? Data(bytes).base64EncodedString() : nil }
}

extension PictureName: Decodable {
  private enum CodingKeys: CodingKey {
    case file, fileBytes
  }

  /// Reads the name in a line of `landmarks --json`.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let text = try members.decode(String.self, forKey: .file)
    guard let base64 = try members.decodeIfPresent(String.self, forKey: .fileBytes) else {
      self.init(text.utf8)
      return
    }
    guard let bytes = Data(base64Encoded: base64) else {
      throw DecodingError.dataCorruptedError(forKey: .fileBytes, in: members, debugDescription: "is not Base64")
    }
    self.init(bytes)
  }
}
