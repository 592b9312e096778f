import Dispatch
import EventProtocol
import Foundation
import Hands
import Imaging
import Landmarks
import Synchronization

/// Makes small pictures of what the camera sees, with the hands drawn in, while somebody is subscribed to them.
///
/// The pipeline's thread only copies the frame; the rest is done on a queue of its own. A frame that is still waiting there is replaced by
/// the next.
package final class PreviewMaker: Sendable {
  /// The highest rate, in pictures a second.
  package static let mostASecond = 15
  /// The largest size, in pixels, at which even a picture of noise fits into a line of the protocol.
  package static let size = (width: 320, height: 240)
  private static let intervalNs = 1_000_000_000 / UInt64(mostASecond)
  /// The size of a JPEG whose event, in Base64, fits into a line.
  private static let mostBytes = (lineLimit - 256) / 4 * 3

  private struct Shot {
    var frame: FrameCopy
    var number: Int
    var hands: [HumanHandPoseObservation]
  }

  private struct State {
    var dueNs: UInt64 = 0
    var waiting: Shot?
    /// The memory of a picture that is done, for the next one.
    var spare: FrameCopy?
  }

  private let queue = DispatchQueue(label: "preview", qos: .utility)
  private let state = Mutex(State())
  private let isWanted: @Sendable () -> Bool
  private let publish: @Sendable (PreviewEvent) -> Void

  /// - Parameters:
  ///   - isWanted: called on the pipeline's thread, for every frame.
  ///   - publish: called on the maker's queue.
  package init(isWanted: @escaping @Sendable () -> Bool, publish: @escaping @Sendable (PreviewEvent) -> Void) {
    self.isWanted = isWanted
    self.publish = publish
  }

  /// Copies a frame if it is wanted and due. One thread only.
  ///
  /// - Parameter now: in ns of CLOCK_MONOTONIC.
  package func offer(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation], at now: UInt64) {
    guard isWanted() else { return }
    let (isDue, spare) = state.withLock { state in
      guard now >= state.dueNs else { return (false, FrameCopy?.none) }
      // A late picture does not delay those that follow.
      state.dueNs = (now - state.dueNs < Self.intervalNs ? state.dueNs : now) + Self.intervalNs
      return (true, state.spare.take())
    }
    guard isDue else { return }
    var copy = spare ?? FrameCopy()
    copy.copy(frame)
    let shot = Shot(frame: copy, number: Int(frame.sequence), hands: hands)
    let isFirst = state.withLock { state in
      defer { state.waiting = shot }
      return state.waiting == nil
    }
    if isFirst { queue.async { self.develop() } }
  }

  /// Returns when all pictures that were offered are done.
  package func finish() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func develop() {
    guard let shot = state.withLock({ $0.waiting.take() }) else { return }
    var picture = shot.frame.withFrame { RGBPicture($0, fitting: Self.size) }
    for hand in shot.hands { picture.draw(hand) }
    state.withLock { $0.spare = shot.frame }
    // Without memory there is no picture, and nobody waits for it.
    guard var encoder = try? JPEGEncoder(), let file = try? encoder.encode(picture, limit: Self.mostBytes) else { return }
    publish(PreviewEvent(frame: shot.number, jpeg: Data(file).base64EncodedString()))
  }
}
