import EventProtocol
import UserErrors

extension EventClient {
  /// Asks for the last ten seconds, piece by piece.
  ///
  /// - Throws: ``SocketError``; its code is `unavailable` if the daemon is of a version that keeps no frames.
  package mutating func recentRecording(until deadline: Deadline) throws(SocketError) -> RecentRecording {
    var recording = RecentRecording()
    var from: Int?
    repeat {
      let piece = try recentEvents(from: from, until: deadline, &recording)
      recording.pieces.append(piece)
      // A daemon that goes back, or on without an end, is none.
      guard (piece.next ?? .max) > (from ?? -1), !deadline.hasPassed else { throw .unknownAnswer }
      from = piece.next
    } while from != nil
    return recording
  }

  private mutating func recentEvents(
    from: Int?, until deadline: Deadline, _ recording: inout RecentRecording
  ) throws(SocketError) -> RecentEvents {
    let value: Response.Value
    do {
      value = try request(.recent(from: from), until: deadline) { _, event in
        switch event {
        case .hello(let hello): recording.version = hello.version
        case .status(let status): recording.status = status
        default: break
        }
      }
    } catch {
      guard case .refused(let refusal) = error.code, refusal.code == RPCError.methodNotFoundCode else { throw error }
      throw SocketError(
        .unavailable, "the running swiped is older than this program, and keeps no frames",
        fix: DaemonStart.current.restartFix)
    }
    guard case .recent(let piece) = value else { throw .unknownAnswer }
    return piece
  }
}
