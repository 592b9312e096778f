import EventProtocol

/// A request of a page: one for the daemon, or the response to another.
enum PageRequest: Equatable {
  /// The line for the daemon, with its newline.
  case forwarded([UInt8])
  /// The response to a request that no page may send: one line, with its newline.
  case refused([UInt8])

  /// - Parameter text: one JSON-RPC request. It is read here and written again, so that the daemon gets what was checked and no more.
  init(_ text: some Collection<UInt8>) {
    let id = (try? JSONCoding.decode(AnyID.self, from: text))?.id ?? .null
    do {
      let message = try JSONCoding.decode(RequestMessage.self, from: text)
      switch message.request {
      // A page in front of the person takes the swipes itself, until it closes or is left.
      case .subscribe, .unsubscribe, .status, .control(.suspendKeys), .control(.resumeKeys): self = .forwarded(JSONCoding.line(message))
      case .recent: throw RPCError.methodNotFound("a page may not send recent; use `swipectl wrong`")
      case .control(let control): throw RPCError.methodNotFound("a page may not send \(control.method); use `swipectl`")
      }
    } catch let error as RPCError {
      self = .refused(Response(id: id, result: .failure(error)).line)
    } catch {
      let error = RPCError.invalidRequest("this is not one JSON-RPC request")
      self = .refused(Response(id: id, result: .failure(error)).line)
    }
  }

  /// The response to a request that the daemon cannot get.
  static func unavailable(_ line: some Collection<UInt8>, _ reason: String) -> [UInt8] {
    let id = (try? JSONCoding.decode(AnyID.self, from: line))?.id ?? .null
    return Response(id: id, result: .failure(.unavailable(reason))).line
  }

  private struct AnyID: Decodable {
    let id: RequestID?
  }
}
