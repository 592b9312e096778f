import FoundationEssentials

/// One line of a client: a call, or several.
private enum Message: Decodable {
  case single(Call)
  case batch([Call])

  init(from decoder: any Decoder) throws {
    guard var elements = try? decoder.unkeyedContainer() else {
      self = .single(try Call(from: decoder))
      return
    }
    var calls: [Call] = []
    while !elements.isAtEnd { calls.append(try elements.decode(Call.self)) }
    self = .batch(calls)
  }
}

/// Answers one line of a client by the rules of JSON-RPC 2.0.
///
/// - Parameters:
///   - line: what came, without its newline.
///   - topics: the connection's subscriptions, which the line may change.
///   - status: asked only when the line asks for it.
/// - Returns: the answering line, its newline included; nil when there is nothing to say.
package func answer(_ line: some Collection<UInt8>, topics: inout Set<Topic>, status: () -> Status) -> [UInt8]? {
  // A blank line is a person at `nc` who pressed return.
  guard line.contains(where: { $0 > 0x20 }) else { return nil }
  let json = reply(to: line, topics: &topics, status: status)
  guard let utf8 = json?.utf8 else { return nil }
  return (utf8.count <= lineLimit ? utf8 : response(.failure(.answerTooLong), to: .null).utf8) + [UInt8(ascii: "\n")]
}

/// The last line of a connection that the server ends, its newline included.
package func farewell(_ error: RPCError) -> [UInt8] {
  response(.failure(error), to: .null).utf8 + [UInt8(ascii: "\n")]
}

private func reply(to line: some Collection<UInt8>, topics: inout Set<Topic>, status: () -> Status) -> JSON? {
  // The decoder would guess at UTF-16 and UTF-32 too, by their zeros; the protocol knows UTF-8 alone.
  guard !line.contains(0), let text = String(validating: line, as: UTF8.self),
    let message = try? JSONDecoder().decode(Message.self, from: Data(text.utf8))
  else { return response(.failure(.parseError("this line is no JSON in UTF-8")), to: .null) }
  switch message {
  case .single(let call):
    return reply(to: call, topics: &topics, status: status)
  case .batch(let calls) where calls.isEmpty:
    return response(.failure(.invalidRequest("a batch holds at least one request")), to: .null)
  case .batch(let calls):
    var replies: [JSON] = []
    for call in calls {
      if let reply = reply(to: call, topics: &topics, status: status) { replies.append(reply) }
    }
    return replies.isEmpty ? nil : .array(replies)
  }
}

private func reply(to call: Call, topics: inout Set<Topic>, status: () -> Status) -> JSON? {
  let result = call.request.map { request -> JSON in
    switch request {
    case .subscribe(let more):
      topics.formUnion(more)
      return JSON(topics)
    case .unsubscribe(let fewer):
      topics.subtract(fewer)
      return JSON(topics)
    case .status:
      return call.id == nil ? .null : status().json
    }
  }
  return call.id.map { response(result, to: $0) }
}

private func response(_ result: Result<JSON, RPCError>, to id: RequestID) -> JSON {
  switch result {
  case .success(let value): ["jsonrpc": "2.0", "result": value, "id": id.json]
  case .failure(let error): ["jsonrpc": "2.0", "error": error.json, "id": id.json]
  }
}
