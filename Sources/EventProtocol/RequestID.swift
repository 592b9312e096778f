/// What ties an answer to its request.
package enum RequestID: Sendable, Equatable {
  case null
  case integer(Int)
  case number(Double)
  case string(String)
}

extension RequestID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .number(let value) where value.isFinite: try container.encode(value)
    case .string(let value): try container.encode(value)
    case .null, .number: try container.encodeNil()
    }
  }
}
