import Dispatch
import EventProtocol
import FoundationEssentials
import Hands
import Imaging
import Landmarks
import Synchronization

/// Makes small pictures of the camera's frames, with the hands drawn in, while anyone subscribes to them.
///
/// The pipeline thread only copies the frame; the rest is done on a separate queue. A frame that still waits there is replaced by the next
/// one.
package final class PreviewMaker: Sendable {
  /// The highest rate, in pictures per second.
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
    /// The memory of a finished picture, for the next one.
    var spare: FrameCopy?
  }

  private let queue = DispatchQueue(label: "preview", qos: .utility)
  private let state = Mutex(State())
  private let isWanted: @Sendable () -> Bool
  private let publish: @Sendable (PreviewEvent) -> Void

  /// - Parameters:
  ///   - isWanted: returns whether there is a subscriber. Called on the pipeline thread, for every frame.
  ///   - publish: receives each picture. Called on the maker's queue.
  package init(isWanted: @escaping @Sendable () -> Bool, publish: @escaping @Sendable (PreviewEvent) -> Void) {
    (self.isWanted, self.publish) = (isWanted, publish)
  }

  /// Copies a frame if it is wanted and due. One thread only.
  ///
  /// - Parameter now: the time, in ns of CLOCK_MONOTONIC.
  package func offer(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation], at now: UInt64) {
    guard isWanted() else { return }
    let (isDue, spare) = state.withLock { state in
      guard now >= state.dueNs else { return (false, FrameCopy?.none) }
      // A late picture does not delay later ones.
      state.dueNs = (now - state.dueNs < Self.intervalNs ? state.dueNs : now) + Self.intervalNs
      return (true, state.spare.take())
    }
    guard isDue else { return }
    var copy = spare ?? FrameCopy()
    copy.copy(frame)
    let shot = Shot(frame: copy, number: Int(clamping: frame.sequence), hands: hands)
    let isFirst = state.withLock { state in
      defer { state.waiting = shot }
      return state.waiting == nil
    }
    if isFirst { queue.async { self.develop() } }
  }

  /// Waits until every offered picture is finished.
  package func finish() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func develop() {
    guard let shot = state.withLock({ $0.waiting.take() }) else { return }
    var picture = shot.frame.withFrame { RGBPicture($0, fitting: Self.size) }
    for hand in shot.hands { picture.draw(hand) }
    state.withLock { $0.spare = shot.frame }
    // Without memory there is no picture; nothing waits for one.
    guard var encoder = try? JPEGEncoder(), let file = try? encoder.encode(picture, limit: Self.mostBytes) else { return }
    publish(PreviewEvent(frame: shot.number, jpeg: Data(file).base64EncodedString()))
  }
}
