import EventProtocol
import Hands
import Synchronization

/// The frames of the last ten seconds, which the pipeline writes and the socket's thread reads. They are in memory only.
final class RecentOutput: Sendable {
  private let frames = Mutex(RecentFrames())

  func note(_ frame: RecentFrame, hands: [HumanHandPoseObservation]) { frames.withLock { $0.note(frame, hands: hands) } }

  func removeAll() { frames.withLock { $0.removeAll() } }

  /// A piece of them. Any thread.
  func events(from start: Int?, at ns: UInt64) -> RecentEvents {
    // Only copied under the lock: the pipeline must not wait for the conversion.
    frames.withLock { $0.piece(from: start, at: ns) }.events
  }
}
