/// The answer to a request.
package struct Response: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case topics(Set<Topic>)
    case status(Status)
  }

  package let id: RequestID
  package let result: Result<Value, RPCError>

  package init(id: RequestID, result: Result<Value, RPCError>) {
    self.id = id
    self.result = result
  }
}

extension Response: Codable {
  private enum Key: CodingKey { case jsonrpc, id, result, error }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(VersionMark.self, forKey: .jsonrpc)
    id = try object.decode(RequestID.self, forKey: .id)
    let error = try object.decodeIfPresent(RPCError.self, forKey: .error)
    result = if let error { .failure(error) } else { .success(try object.decode(Value.self, forKey: .result)) }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(VersionMark(), forKey: .jsonrpc)
    try object.encode(id, forKey: .id)
    switch result {
    case .success(let value): try object.encode(value, forKey: .result)
    case .failure(let error): try object.encode(error, forKey: .error)
    }
  }
}

extension Response.Value: Codable {
  package init(from decoder: any Decoder) throws {
    let isArray = (try? decoder.unkeyedContainer()) != nil
    self = isArray ? .topics(try Set(from: decoder)) : .status(try Status(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .topics(let topics): try topics.inOrder.encode(to: encoder)
    case .status(let status): try status.encode(to: encoder)
    }
  }
}
