/// The response to a request.
package struct Response: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case topics(Set<Topic>)
    case status(Status)
    case recent(RecentEvents)
  }

  package let id: RequestID
  package let result: Result<Value, RPCError>

  package init(id: RequestID, result: Result<Value, RPCError>) {
    self.id = id
    self.result = result
  }

  /// The response as JSON in UTF-8, its members in alphabetical order.
  package var json: [UInt8] { JSONCoding.encode(self) }

  /// The response as a line, including its newline.
  package var line: [UInt8] { json + [UInt8(ascii: "\n")] }

  /// The responses to a batch as one line, including its newline.
  package static func line(batch texts: [[UInt8]]) -> [UInt8] { Array("[".utf8) + texts.joined(separator: ",".utf8) + Array("]\n".utf8) }

  /// The most bytes that a line of responses can have, without its newline.
  static func size(_ texts: [[UInt8]]) -> Int { texts.reduce(1) { $0 + $1.count + 1 } }

  /// What takes the place of a response that does not fit into a line: whether its request was carried out.
  var cutShort: Response {
    switch result {
    case .success: Response(id: id, result: .failure(.resultTooLong))
    case .failure(let error): Response(id: id, result: .failure(RPCError(code: error.code, message: RPCError.cutMessage)))
    }
  }

  /// The most bytes that a line of responses has if all are cut short, without its newline.
  static func size(cutShort ids: [RequestID]) -> Int {
    let each = Response(id: .null, result: .failure(.resultTooLong)).json.count
    return ids.reduce(1) { $0 + each + JSONCoding.encode($1).count + 1 }
  }
}

extension Response: Codable {
  private enum Key: CodingKey { case jsonrpc, id, result, error }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(JSONRPCVersion.self, forKey: .jsonrpc)
    id = try object.decode(RequestID.self, forKey: .id)
    let error = try object.decodeIfPresent(RPCError.self, forKey: .error)
    result = if let error { .failure(error) } else { .success(try object.decode(Value.self, forKey: .result)) }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(JSONRPCVersion(), forKey: .jsonrpc)
    try object.encode(id, forKey: .id)
    switch result {
    case .success(let value): try object.encode(value, forKey: .result)
    case .failure(let error): try object.encode(error, forKey: .error)
    }
  }
}

extension Response.Value: Codable {
  private enum Key: CodingKey { case events }

  package init(from decoder: any Decoder) throws {
    guard let object = try? decoder.container(keyedBy: Key.self) else {
      self = .topics(try Set(from: decoder))
      return
    }
    self = object.contains(.events) ? .recent(try RecentEvents(from: decoder)) : .status(try Status(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .topics(let topics): try topics.inOrder.encode(to: encoder)
    case .status(let status): try status.encode(to: encoder)
    case .recent(let piece): try piece.encode(to: encoder)
    }
  }
}

/// A line of the daemon as a client reads it.
public enum ServerMessage: Sendable, Equatable {
  case event(Event)
  /// A request failed, or the daemon says why it closes the connection.
  case error(RPCError)
  /// A result, or a notification that this client does not know: methods and members may be added at any time.
  case other

  /// Reads a line. An array, the response to a batch, counts as its first error.
  ///
  /// - Throws: `DecodingError` if the line is not a message of this protocol.
  public init(line: some Collection<UInt8>) throws {
    switch try JSONCoding.decode(MessageOrBatch<ServerMessage>.self, from: line) {
    case .message(let message): self = message
    case .batch(let responses): self = responses.first { if case .error = $0 { true } else { false } } ?? .other
    }
  }
}

extension ServerMessage: Decodable {
  private enum Key: CodingKey { case method, error }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    if let error = try object.decodeIfPresent(RPCError.self, forKey: .error) {
      self = .error(error)
    } else {
      switch try object.decodeIfPresent(String.self, forKey: .method).flatMap(Event.Method.init) {
      case nil: self = .other
      // It may be one that this version does not know.
      case .gesture: self = (try? Event(from: decoder)).flatMap { $0.name == Event.Method.gesture.rawValue ? .event($0) : nil } ?? .other
      case _?: self = .event(try Event(from: decoder))
      }
    }
  }
}
