import FoundationEssentials

/// A request as it came: what it asks, or what is wrong with it, and the id to answer to.
package struct Call: Sendable, Equatable {
  /// Nil when the sender wants no answer.
  package let id: RequestID?
  package let request: Result<Request, RPCError>
}

extension Call: Decodable {
  private enum Key: String, CodingKey { case jsonrpc, id, method, params }

  /// Never throws for a wrong request, so that one of them does not spoil the others of its batch;
  /// only for what is no JSON at all.
  package init(from decoder: any Decoder) throws {
    var id: RequestID? = .null
    do {
      let object = try decoder.container(keyedBy: Key.self)
      id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
      self.init(id: id, request: .success(try Self.request(object)))
    } catch let error as RPCError {
      self.init(id: id, request: .failure(error))
    } catch is NotARequest, DecodingError.keyNotFound, DecodingError.valueNotFound, DecodingError.typeMismatch {
      // Without an id it cannot be told whether an answer is wanted; the sender of such a line needs one.
      self.init(id: id ?? .null, request: .failure(.invalidRequest(Self.shape)))
    }
  }

  package static let shape =
    #"a request is {"jsonrpc":"2.0","id":1,"method":"…","params":{…}}, its id a string, a number or null"#

  private static func request(_ object: KeyedDecodingContainer<Key>) throws -> Request {
    guard try object.decode(String.self, forKey: .jsonrpc) == "2.0" else { throw NotARequest() }
    let method = try object.decode(String.self, forKey: .method)
    switch method {
    case "subscribe":
      guard let topics = try topics(of: method, object) else { throw Self.needsTopics(method) }
      return .subscribe(topics)
    case "unsubscribe":
      return .unsubscribe(try topics(of: method, object) ?? Set(Topic.allCases))
    case "status":
      return .status
    default:
      let known = Request.methods.joined(separator: ", ")
      throw RPCError.methodNotFound("there is no method \"\(method.prefix(64))\"; there are: \(known)")
    }
  }

  private struct NotARequest: Error {}

  private struct Params: Decodable {
    let topics: [String]?
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
