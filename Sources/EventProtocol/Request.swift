/// What a client can ask.
public enum Request: Sendable, Equatable {
  /// Adds topics; the result is all that are now subscribed.
  case subscribe(Set<Topic>)
  /// Removes topics, or all if none is named; the result is what is left.
  case unsubscribe(Set<Topic>)
  /// The result is the status of this moment.
  case status
  /// Has the daemon do something; the result is the status once it is done.
  case control(Control)

  /// Requests as one line, its newline included: alone as they are, several as a batch; their ids count from 1.
  package static func line(_ requests: [Request]) -> [UInt8] {
    let calls = requests.enumerated().map { Call(id: .integer($0 + 1), request: $1) }
    return JSONCoding.line(calls.count == 1 ? OneOrMany.one(calls[0]) : .many(calls))
  }
}

/// The members `method` and `params` of a call.
extension Request: Codable {
  private enum Key: CodingKey { case method, params }

  private enum Method: String, CaseIterable { case subscribe, unsubscribe, status }

  private struct Params: Codable {
    var topics: [String]?
  }

  /// - Throws: ``RPCError`` for a method, topic or params that there are not; `DecodingError` for what is no call.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let name = try object.decode(String.self, forKey: .method)
    switch Method(rawValue: name) {
    case .subscribe:
      guard let topics = try Self.topics(of: name, object) else { throw Self.needsTopics(name) }
      self = .subscribe(topics)
    case .unsubscribe: self = .unsubscribe(try Self.topics(of: name, object) ?? Set(Topic.allCases))
    case .status: self = .status
    case nil:
      if let control = Control(rawValue: name) {
        self = .control(control)
        return
      }
      let known = (Method.allCases.map(\.rawValue) + Control.allCases.map(\.rawValue)).joined(separator: ", ")
      throw RPCError.methodNotFound("there is no method \"\(name.prefix(64))\"; there are: \(known)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    let (method, topics): (String, Set<Topic>?) =
      switch self {
      case .subscribe(let topics): (Method.subscribe.rawValue, topics)
      case .unsubscribe(let topics): (Method.unsubscribe.rawValue, topics)
      case .status: (Method.status.rawValue, nil)
      case .control(let control): (control.rawValue, nil)
      }
    try object.encode(method, forKey: .method)
    try object.encodeIfPresent(topics.map { Params(topics: $0.inOrder.map(\.rawValue)) }, forKey: .params)
  }

  private static func topics(of method: String, _ object: KeyedDecodingContainer<Key>) throws(RPCError) -> Set<Topic>? {
    let params: Params?
    do {
      params = try object.decodeIfPresent(Params.self, forKey: .params)
    } catch {
      throw needsTopics(method)
    }
    guard let names = params?.topics else { return nil }
    var topics: Set<Topic> = []
    for name in names {
      guard let topic = Topic(rawValue: name) else {
        throw .invalidParams("there is no topic \"\(name.prefix(64))\"; there are: \(Topic.names)")
      }
      topics.insert(topic)
    }
    return topics
  }

  private static func needsTopics(_ method: String) -> RPCError {
    .invalidParams(#"\#(method) takes {"topics":[…]}, of: \#(Topic.names)"#)
  }
}
