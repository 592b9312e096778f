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
  package static let mostASecond = 10
  /// The largest size, in pixels, at which even a picture of noise fits into a line of the protocol. It is the usual one.
  package static let size = (width: 320, height: 240)
  /// The largest size, in pixels, for a subscriber that shows larger pictures: what most cameras are opened with.
  package static let largeSize = (width: 640, height: 480)
  /// The lowest quality of pictures above the usual size.
  private static let leastQuality = 50
  private static let intervalNs = 1_000_000_000 / UInt64(mostASecond)
  /// How early a picture may come, in ns: the frames of a camera of this rate are not quite even.
  private static let earlyNs = intervalNs / 4
  /// The size of a JPEG whose event, in Base64, fits into a line.
  private static let mostBytes = (lineLimit - 256) / 4 * 3

  private struct Shot {
    var frame: FrameCopy
    var number: Int
    var hands: [HumanHandPoseObservation]
    var isLarge: Bool
  }

  private struct State {
    var dueNs: UInt64 = 0
    var waiting: Shot?
    /// The memory of a finished picture, for the next one.
    var spare: FrameCopy?
  }

  private let queue = DispatchQueue(label: "preview", qos: .utility)
  private let state = Mutex(State())
  private let wantedWidth: @Sendable () -> Int?
  private let publish: @Sendable (PreviewEvent) -> Void

  /// - Parameters:
  ///   - wantedWidth: returns how wide the pictures are shown, in pixels, whatever it is; 0 if that does not matter, nil without a
  ///     subscriber. Called on the pipeline thread, for every frame.
  ///   - publish: receives each picture. Called on the maker's queue.
  package init(wantedWidth: @escaping @Sendable () -> Int?, publish: @escaping @Sendable (PreviewEvent) -> Void) {
    (self.wantedWidth, self.publish) = (wantedWidth, publish)
  }

  /// Copies a frame if it is wanted and due. One thread only.
  ///
  /// - Parameter now: the time, in ns of CLOCK_MONOTONIC.
  package func offer(_ frame: borrowing Frame, _ hands: [HumanHandPoseObservation], at now: UInt64) {
    guard let width = wantedWidth() else { return }
    let (isDue, spare) = state.withLock { state in
      guard now + Self.earlyNs >= state.dueNs else { return (false, FrameCopy?.none) }
      // A picture that is a little early or late does not move later ones.
      state.dueNs = (now < state.dueNs + Self.intervalNs ? state.dueNs : now) + Self.intervalNs
      return (true, state.spare.take())
    }
    guard isDue else { return }
    var copy = spare ?? FrameCopy()
    copy.copy(frame)
    let shot = Shot(frame: copy, number: Int(clamping: frame.sequence), hands: hands, isLarge: width > Self.size.width)
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
    let large = shot.isLarge ? Self.file(shot, Self.largeSize, leastQuality: Self.leastQuality) : nil
    let file = large ?? Self.file(shot, Self.size, leastQuality: 1)
    state.withLock { $0.spare = shot.frame }
    guard let file else { return }
    publish(PreviewEvent(frame: shot.number, jpeg: Data(file).base64EncodedString()))
  }

  /// - Returns: a JPEG; nil if none of at least this quality fits into a line, and without memory: nothing waits for a picture.
  private static func file(_ shot: Shot, _ size: (width: Int, height: Int), leastQuality: Int) -> [UInt8]? {
    var picture = shot.frame.withFrame { RGBPicture($0, fitting: size) }
    for hand in shot.hands { picture.draw(hand) }
    guard var encoder = try? JPEGEncoder() else { return nil }
    return try? encoder.encode(picture, limit: mostBytes, leastQuality: leastQuality)
  }
}
