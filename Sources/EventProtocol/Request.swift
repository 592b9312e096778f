import FoundationEssentials

/// What a client can ask.
public enum Request: Sendable, Equatable {
  /// Adds topics; the result is all that are now subscribed.
  case subscribe(Set<Topic>)
  /// Removes topics, or all if none is named; the result is what is left.
  case unsubscribe(Set<Topic>)
  /// The result is the status of this moment.
  case status

  package static let methods = ["subscribe", "unsubscribe", "status"]

  /// The request as a JSON-RPC object.
  package func json(id: RequestID) -> JSON {
    let (method, topics): (String, Set<Topic>?) =
      switch self {
      case .subscribe(let topics): ("subscribe", topics)
      case .unsubscribe(let topics): ("unsubscribe", topics)
      case .status: ("status", nil)
      }
    guard let topics else { return ["jsonrpc": "2.0", "method": .string(method), "id": id.json] }
    return ["jsonrpc": "2.0", "method": .string(method), "params": ["topics": JSON(topics)], "id": id.json]
  }
}

/// What ties an answer to its request.
package enum RequestID: Decodable, Sendable, Equatable {
  case null
  case integer(Int)
  case number(Double)
  case string(String)

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

  package var json: JSON {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    }
  }
}

extension JSON {
  /// Topics in their declared order.
  package init(_ topics: Set<Topic>) {
    self = .array(Topic.allCases.filter(topics.contains).map { .string($0.rawValue) })
  }
}
