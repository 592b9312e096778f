/// One line of the daemon, as a client reads it.
public enum ServerMessage: Sendable, Equatable {
  case event(Event)
  /// A request was refused, or the daemon says why it closes the connection.
  case error(RPCError)
  /// A result, or a notification that this client does not know: fields and methods may be added at any time.
  case other

  /// Reads one line.
  ///
  /// - Throws: `DecodingError` if it is not a message of this protocol.
  public init(line: some Collection<UInt8>) throws {
    switch try JSONCoding.decode(OneOrMany<ServerMessage>.self, from: line) {
    case .one(let message): self = message
    case .many(let answers): self = answers.first { if case .error = $0 { true } else { false } } ?? .other
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
      let method = try object.decodeIfPresent(String.self, forKey: .method)
      self = method.flatMap(Event.Method.init) == nil ? .other : .event(try Event(from: decoder))
    }
  }
}
