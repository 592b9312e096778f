import EventProtocol
import Settings

/// A request of a page that the relay carries out, or the response to another.
enum PageRequest: Equatable {
  case relayed(Relay.Request)
  /// The response to a request that no page may send: one line, with its newline.
  case refused([UInt8])

  /// - Parameter text: one JSON-RPC request. It is read here and written again, so that the daemon gets what was checked and no more.
  init(_ text: some Collection<UInt8>) {
    let own = try? JSONCoding.decode(OwnRequest.self, from: text)
    let id = own?.id ?? .null
    switch own?.method {
    case "last_events":
      self = .relayed(.lastEvents(id))
      return
    case "calibrate":
      self = .relayed(.calibrate(id, profile: own?.params?.profile))
      return
    case "cancel_calibration":
      self = .relayed(.cancelCalibration(id))
      return
    case "gather_frames":
      self = .relayed(.gatherFrames(id, own?.params?.isWanted ?? true))
      return
    default: break
    }
    do {
      let message = try JSONCoding.decode(RequestMessage.self, from: text)
      self = .relayed(.forward(JSONCoding.line(message)))
    } catch let error as RPCError {
      self = .refused(Response(id: id, result: .failure(error)).line)
    } catch {
      let error = RPCError.invalidRequest("this is not one JSON-RPC request")
      self = .refused(Response(id: id, result: .failure(error)).line)
    }
  }

  /// The id of a request that the daemon cannot get.
  static func id(_ line: some Collection<UInt8>) -> RequestID {
    (try? JSONCoding.decode(OwnRequest.self, from: line))?.id ?? .null
  }

  /// What is read of any request, and of those for the server itself.
  private struct OwnRequest: Decodable {
    struct Params: Decodable {
      let profile: String?
      let isWanted: Bool?
    }

    let id: RequestID?
    let method: String?
    let params: Params?
  }
}
