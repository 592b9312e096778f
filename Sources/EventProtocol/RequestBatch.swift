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
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    // The decoder would recognize UTF-16 and UTF-32 too, by their zeros; the protocol has UTF-8 alone.
    let isText = !line.contains(0) && String(validating: line, as: UTF8.self) != nil
    let received = isText ? try? JSONCoding.decode(MessageOrBatch<ReceivedRequest>.self, from: line) : nil
    switch received {
    case nil: (requests, isArray) = ([.invalid(.parseError("this line is not JSON in UTF-8"))], false)
    case .batch(let requests) where requests.isEmpty:
      (self.requests, isArray) = ([.invalid(.invalidRequest("a batch holds at least one request"))], false)
    case .batch(let requests): (self.requests, isArray) = (requests[...], true)
    case .message(let request): (requests, isArray) = ([request], false)
    }
    for (index, text) in RequestIDScanner.texts(in: Array(line)).enumerated() where requests.indices.contains(index) {
      requests[index].id = requests[index].id?.asWritten(text)
    }
    // Before anything is carried out: its sender must learn what was.
    if Response.size(cutShort: requests.compactMap(\.id)) > lineLimit {
      (requests, isArray) = ([.invalid(.responseTooLong)], false)
    }
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
  var id: RequestID?
  let request: Result<Request, RPCError>

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
    #"a request is {"jsonrpc":"2.0","id":1,"method":"…","params":{…}}, its id a string, a number or null"#
}

/// Finds the ids of a line's requests as they were written: a JSON number has any number of digits, which no number type holds.
private enum RequestIDScanner {
  /// - Parameter line: valid JSON; for anything else the result means nothing.
  /// - Returns: one element per request of the line; nil for one without an id that is a string, a number or a name.
  static func texts(in line: [UInt8]) -> [String?] {
    var tokens = Tokens(bytes: line)
    // In a batch, the members of a request are one level further down.
    let requestDepth = line.first { $0 > 0x20 } == UInt8(ascii: "[") ? 2 : 1
    var (texts, depth, isRequest): ([String?], Int, Bool) = ([nil], 0, false)
    var (key, isValue): (ArraySlice<UInt8>, Bool) = ([], false)
    while let token = tokens.next(), let first = token.first {
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == requestDepth { isRequest = first == UInt8(ascii: "{") }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == requestDepth - 1: texts.append(nil)
      case UInt8(ascii: ","), UInt8(ascii: ":"): break
      case _ where depth != requestDepth || !isRequest: break
      case _ where !isValue: key = token
      // Of several ids the first counts, as for the decoder.
      case _ where isID(key) && texts[texts.count - 1] == nil: texts[texts.count - 1] = String(decoding: token, as: UTF8.self)
      default: break
      }
      isValue = first == UInt8(ascii: ":")
    }
    return texts
  }

  private static func isID(_ key: ArraySlice<UInt8>) -> Bool {
    if key.contains(UInt8(ascii: "\\")) { return (try? JSONCoding.decode(String.self, from: key)) == "id" }
    return key.elementsEqual(#""id""#.utf8)
  }

  /// The tokens of JSON: punctuation, strings with their quotation marks, numbers and names.
  private struct Tokens {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard position < bytes.count else { return nil }
      let start = position
      position += 1
      if bytes[start] == UInt8(ascii: "\"") {
        endString()
      } else if !Self.punctuation.contains(bytes[start]) {
        while position < bytes.count, bytes[position] > 0x20, !Self.punctuation.contains(bytes[position]) { position += 1 }
      }
      return bytes[start..<position]
    }

    private mutating func endString() {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
      position = min(position + 1, bytes.count)
    }

    private static let punctuation = Array("{}[],:\"".utf8)
  }
}
