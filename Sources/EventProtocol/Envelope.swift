/// The `"jsonrpc":"2.0"` of every message.
struct VersionMark: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    guard try decoder.singleValueContainer().decode(String.self) == "2.0" else {
      throw DecodingError.typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "This is not JSON-RPC 2.0."))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("2.0")
  }
}

/// What a line holds: one message, or several.
enum OneOrMany<Message> {
  case one(Message)
  case many([Message])
}

extension OneOrMany: Decodable where Message: Decodable {
  init(from decoder: any Decoder) throws {
    let isArray = (try? decoder.unkeyedContainer()) != nil
    self = isArray ? .many(try [Message](from: decoder)) : .one(try Message(from: decoder))
  }
}

extension OneOrMany: Encodable where Message: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .one(let message): try message.encode(to: encoder)
    case .many(let messages): try messages.encode(to: encoder)
    }
  }
}
