import EventProtocol

/// A request of a page: one for the daemon, one for the server itself, or the response to another.
enum PageRequest: Equatable {
  /// The line for the daemon, with its newline.
  case forwarded([UInt8])
  /// Begins a guided calibration of a profile; nil for the one that a calibration in the terminal would take.
  case calibrate(RequestID, profile: String?)
  case cancelCalibration(RequestID)
  /// The response to a request that no page may send: one line, with its newline.
  case refused([UInt8])

  /// - Parameter text: one JSON-RPC request. It is read here and written again, so that the daemon gets what was checked and no more.
  init(_ text: some Collection<UInt8>) {
    let own = try? JSONCoding.decode(OwnRequest.self, from: text)
    let id = own?.id ?? .null
    switch own?.method {
    case "calibrate":
      self = .calibrate(id, profile: own?.params?.profile)
      return
    case "cancel_calibration":
      self = .cancelCalibration(id)
      return
    default: break
    }
    do {
      let message = try JSONCoding.decode(RequestMessage.self, from: text)
      self = .forwarded(JSONCoding.line(message))
    } catch let error as RPCError {
      self = .refused(Response(id: id, result: .failure(error)).line)
    } catch {
      let error = RPCError.invalidRequest("this is not one JSON-RPC request")
      self = .refused(Response(id: id, result: .failure(error)).line)
    }
  }

  /// The response to a request that the daemon cannot get.
  static func unavailable(_ line: some Collection<UInt8>, _ reason: String) -> [UInt8] {
    let id = (try? JSONCoding.decode(OwnRequest.self, from: line))?.id ?? .null
    return Response(id: id, result: .failure(.unavailable(reason))).line
  }

  /// What is read of any request, and of those for the server itself.
  private struct OwnRequest: Decodable {
    struct Params: Decodable {
      let profile: String?
    }

    let id: RequestID?
    let method: String?
    let params: Params?
  }
}
