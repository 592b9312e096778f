/// A request in its envelope.
package struct Call: Sendable, Equatable {
  /// What ties the answer to the request; nil when the sender wants none.
  package let id: RequestID?
  package let request: Request

  package init(id: RequestID?, request: Request) {
    self.id = id
    self.request = request
  }
}

extension Call: Codable {
  private enum Key: CodingKey { case jsonrpc, id }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
    _ = try object.decode(VersionMark.self, forKey: .jsonrpc)
    request = try Request(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(VersionMark(), forKey: .jsonrpc)
    try object.encodeIfPresent(id, forKey: .id)
    try request.encode(to: encoder)
  }
}

/// A call as it came: what it asks, or what is wrong with it, and the id to answer to.
struct ReceivedCall: Sendable {
  /// Nil when the sender wants no answer.
  let id: RequestID?
  let request: Result<Request, RPCError>

  /// Where a call cannot even be told from its neighbours.
  static func refused(_ error: RPCError) -> ReceivedCall { ReceivedCall(id: .null, request: .failure(error)) }
}

extension ReceivedCall: Decodable {
  private enum Key: CodingKey { case id }

  /// Never throws for a wrong request, so that one of them does not spoil the others of its batch;
  /// only for what is no JSON at all.
  init(from decoder: any Decoder) throws {
    var id: RequestID? = .null
    do {
      let object = try decoder.container(keyedBy: Key.self)
      id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
      request = .success(try Call(from: decoder).request)
    } catch let error as RPCError {
      request = .failure(error)
    } catch DecodingError.keyNotFound, DecodingError.valueNotFound, DecodingError.typeMismatch {
      // Without an id it cannot be told whether an answer is wanted; the sender of such a line needs one.
      id = id ?? .null
      request = .failure(.invalidRequest(Self.shape))
    }
    self.id = id
  }

  private static let shape =
    #"a request is {"jsonrpc":"2.0","id":1,"method":"…","params":{…}}, its id a string, a number or null"#
}
