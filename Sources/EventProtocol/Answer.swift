/// Answers one line of a client by the rules of JSON-RPC 2.0.
///
/// - Parameters:
///   - line: what came, without its newline.
///   - topics: the connection's subscriptions, which the line may change.
///   - status: asked only when the line asks for it.
/// - Returns: the answering line, its newline included; nil when there is nothing to say.
package func answer(_ line: some Collection<UInt8>, topics: inout Set<Topic>, status: () -> Status) -> [UInt8]? {
  // A blank line is a person at `nc` who pressed return.
  guard line.contains(where: { $0 > 0x20 }), let responses = responses(to: line, topics: &topics, status: status) else { return nil }
  let answer = JSONCoding.line(responses)
  return answer.count <= lineLimit + 1 ? answer : farewell(.answerTooLong)
}

/// The last line of a connection that the server ends, its newline included.
package func farewell(_ error: RPCError) -> [UInt8] {
  JSONCoding.line(Response(id: .null, result: .failure(error)))
}

private func responses(
  to line: some Collection<UInt8>, topics: inout Set<Topic>, status: () -> Status
) -> OneOrMany<Response>? {
  // The decoder would guess at UTF-16 and UTF-32 too, by their zeros; the protocol knows UTF-8 alone.
  guard !line.contains(0), String(validating: line, as: UTF8.self) != nil,
    let calls = try? JSONCoding.decode(OneOrMany<ReceivedCall>.self, from: line)
  else { return .one(Response(id: .null, result: .failure(.parseError("this line is no JSON in UTF-8")))) }
  switch calls {
  case .one(let call):
    return response(to: call, topics: &topics, status: status).map(OneOrMany.one)
  case .many(let calls) where calls.isEmpty:
    return .one(Response(id: .null, result: .failure(.invalidRequest("a batch holds at least one request"))))
  case .many(let calls):
    let responses = calls.compactMap { response(to: $0, topics: &topics, status: status) }
    return responses.isEmpty ? nil : .many(responses)
  }
}

private func response(to call: ReceivedCall, topics: inout Set<Topic>, status: () -> Status) -> Response? {
  switch call.request {
  case .success(.subscribe(let more)): topics.formUnion(more)
  case .success(.unsubscribe(let fewer)): topics.subtract(fewer)
  case .success(.status), .failure: break
  }
  guard let id = call.id else { return nil }
  return Response(id: id, result: call.request.map { $0 == .status ? .status(status()) : .topics(topics) })
}
