import FoundationEssentials

/// One line of the daemon, as a client reads it.
public enum ServerMessage: Sendable, Equatable {
  case event(Event)
  /// A request was refused, or the daemon says why it closes the connection.
  case error(RPCError)
  /// A result, or a notification that this client does not know: fields and methods may be added at any time.
  case other
}

extension ServerMessage: Decodable {
  private enum Key: String, CodingKey { case method, params, error }

  public init(from decoder: any Decoder) throws {
    guard let object = try? decoder.container(keyedBy: Key.self) else {
      self = try Self.batch(decoder)
      return
    }
    if let error = try object.decodeIfPresent(RPCError.self, forKey: .error) {
      self = .error(error)
      return
    }
    self =
      switch try object.decodeIfPresent(String.self, forKey: .method) {
      case "hello": .event(.hello(try object.decode(Hello.self, forKey: .params)))
      case "status": .event(.status(try object.decode(Status.self, forKey: .params)))
      case "swipe": .event(.swipe(try object.decode(SwipeEvent.self, forKey: .params)))
      default: .other
      }
  }

  /// Of the answers to a batch, the first that is a refusal.
  private static func batch(_ decoder: any Decoder) throws -> ServerMessage {
    var answers = try decoder.unkeyedContainer()
    while !answers.isAtEnd {
      if case .error(let error) = try answers.decode(ServerMessage.self) { return .error(error) }
    }
    return .other
  }

  /// Reads one line.
  ///
  /// - Throws: `DecodingError` if it is not a message of this protocol.
  public init(line: some Collection<UInt8>) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(ServerMessage.self, from: Data(line))
  }
}

extension Request {
  /// Requests as one line, its newline included: alone as they are, several as a batch; their ids count from 1.
  package static func line(_ requests: [Request]) -> [UInt8] {
    let objects = requests.enumerated().map { $1.json(id: .integer($0 + 1)) }
    return (objects.count == 1 ? objects[0] : .array(objects)).utf8 + [UInt8(ascii: "\n")]
  }
}
