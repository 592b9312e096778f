/// One line of a client and the line that answers it, by the rules of JSON-RPC 2.0.
///
/// The line is read at once. Then each of its requests takes its turn as ``request``, and waits for as long as it takes until
/// ``answer(_:)`` has its result. With none left, ``line`` is what to send.
package struct Exchange: Sendable {
  private var calls: ArraySlice<ReceivedCall>
  private var responses: [Response] = []
  private let isBatch: Bool

  /// - Parameter line: what came, without its newline.
  /// - Returns: nil for a blank line: a person at `nc` who pressed return.
  package init?(_ line: some Collection<UInt8>) {
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    // The decoder would guess at UTF-16 and UTF-32 too, by their zeros; the protocol knows UTF-8 alone.
    let isText = !line.contains(0) && String(validating: line, as: UTF8.self) != nil
    let received = isText ? try? JSONCoding.decode(OneOrMany<ReceivedCall>.self, from: line) : nil
    switch received {
    case nil: (calls, isBatch) = ([.refused(.parseError("this line is no JSON in UTF-8"))], false)
    case .many(let calls) where calls.isEmpty:
      (self.calls, isBatch) = ([.refused(.invalidRequest("a batch holds at least one request"))], false)
    case .many(let calls): (self.calls, isBatch) = (calls[...], true)
    case .one(let call): (calls, isBatch) = ([call], false)
    }
    answerRefused()
  }

  /// The request whose turn it is; nil when all have had theirs.
  package var request: Request? { try? calls.first?.request.get() }

  /// Ends the turn of ``request``.
  package mutating func answer(_ result: Result<Response.Value, RPCError>) {
    respond(result)
    answerRefused()
  }

  /// What is wrong with the calls next in line is their answer.
  private mutating func answerRefused() {
    while case .failure(let error)? = calls.first?.request { respond(.failure(error)) }
  }

  private mutating func respond(_ result: Result<Response.Value, RPCError>) {
    guard let id = calls.popFirst()?.id else { return }
    responses.append(Response(id: id, result: result))
  }

  /// The answering line, its newline included; nil when there is nothing to say.
  package var line: [UInt8]? {
    guard let first = responses.first else { return nil }
    let line = JSONCoding.line(isBatch ? OneOrMany.many(responses) : .one(first))
    return line.count <= lineLimit + 1 ? line : farewell(.answerTooLong)
  }
}

/// The last line of a connection that the server ends, its newline included.
package func farewell(_ error: RPCError) -> [UInt8] {
  JSONCoding.line(Response(id: .null, result: .failure(error)))
}
