/// The requests of one line, and the line of responses to them, by the rules of JSON-RPC 2.0.
///
/// The line is parsed at once. Its requests are then handled one by one: each is ``request`` until ``respond(_:)`` gets its result.
/// When none is left, ``line`` is what to send.
package struct RequestBatch: Sendable {
  private var requests: ArraySlice<ReceivedRequest>
  private var responses: [Response] = []
  /// Whether the line is an array, so that the responses are one too.
  private var isArray: Bool

  /// - Parameter line: the line without its newline.
  /// - Returns: nil for a blank line, as of a person at `nc` who pressed return.
  package init?(_ line: some Collection<UInt8>) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) else { return nil }
    let received = try? JSONCoding.decode(MessageOrBatch<ReceivedRequest>.self, from: line)
    switch received {
    case nil: (requests, isArray) = ([.invalid(.parseError("this line is not JSON in UTF-8"))], false)
    case .batch(let requests) where requests.isEmpty:
      (self.requests, isArray) = ([.invalid(.invalidRequest("a batch holds at least one request"))], false)
    case .batch(let requests): (self.requests, isArray) = (requests[...], true)
    case .message(let request): (requests, isArray) = ([request], false)
    }
    // Before anything is carried out: its sender must learn what was.
    if Response.size(cutShort: requests.compactMap(\.id)) > lineLimit {
      (requests, isArray) = ([.invalid(.responseTooLong)], false)
    }
    // Questions whose answer nobody gets would only take time.
    requests.removeAll { $0.id == nil && $0.isQuestion }
    respondToInvalid()
  }

  /// The next request to handle; nil when all have been handled.
  package var request: Request? { try? requests.first?.request.get() }

  /// Ends the handling of ``request``.
  package mutating func respond(_ result: Result<Response.Value, RPCError>) {
    append(result)
    respondToInvalid()
  }

  /// Responds to the invalid requests that come next with what is wrong with them.
  private mutating func respondToInvalid() {
    while case .failure(let error)? = requests.first?.request { append(.failure(error)) }
  }

  private mutating func append(_ result: Result<Response.Value, RPCError>) {
    guard let id = requests.popFirst()?.id else { return }
    responses.append(Response(id: id, result: result))
  }

  /// The line of responses, including its newline; nil when there is nothing to send. Where it would be too long, the last results are cut
  /// short.
  package var line: [UInt8]? {
    guard !responses.isEmpty else { return nil }
    var texts = responses.map(\.json)
    var size = Response.size(texts)
    for index in texts.indices.reversed() where size > lineLimit {
      let short = responses[index].cutShort.json
      guard short.count < texts[index].count else { continue }
      size -= texts[index].count - short.count
      texts[index] = short
    }
    return isArray ? Response.line(batch: texts) : texts[0] + [UInt8(ascii: "\n")]
  }
}

/// A request as it was received: the request or what is wrong with it, and the id to respond to.
private struct ReceivedRequest: Sendable {
  /// Nil when the sender wants no response.
  let id: RequestID?
  let request: Result<Request, RPCError>

  /// Whether it changes nothing.
  var isQuestion: Bool {
    switch request {
    case .success(.status), .success(.recent): true
    default: false
    }
  }

  static func invalid(_ error: RPCError) -> ReceivedRequest { ReceivedRequest(id: .null, request: .failure(error)) }
}

extension ReceivedRequest: Decodable {
  private enum Key: CodingKey { case id }

  /// Throws only for what is not JSON at all, never for an invalid request, so that one does not spoil the others of its batch.
  init(from decoder: any Decoder) throws {
    var id: RequestID? = .null
    do {
      let object = try decoder.container(keyedBy: Key.self)
      id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
      request = .success(try RequestMessage(from: decoder).request)
    } catch let error as RPCError {
      request = .failure(error)
    } catch DecodingError.keyNotFound, DecodingError.valueNotFound, DecodingError.typeMismatch {
      // Whether its sender wants a response cannot be known; who sends such a line needs one.
      id = id ?? .null
      request = .failure(.invalidRequest(Self.shape))
    }
    self.id = id
  }

  private static let shape =
    #"a request is {"jsonrpc":"2.0","id":1,"method":"…","params":{…}}, its id a string, a 64-bit integer or null"#
}
