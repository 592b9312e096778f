import EventProtocol
import Gestures

/// Says that no hand is seen, so that somebody whose hand is not found gets an answer. Pure: its clock is that of the frames.
struct HandSearchNotice {
  static let words = "no hand is seen: hold it in the picture; come closer, or turn on more light"
  /// How long there must be none, and how long after it was said it is not said again, in ns.
  private static let patienceNs: UInt64 = 3_000_000_000, pauseNs: UInt64 = 60_000_000_000

  private static let longestGapNs: UInt64 = 1_000_000_000

  /// Since when frames come without a hand; nil while there is one.
  private var sinceNs: UInt64?
  private var lastNs: UInt64?
  private var saidNs: UInt64?
  /// Whether it has been said since there was a hand.
  private var isSaid = false

  /// - Returns: whether it is to be said now.
  mutating func take(_ frame: FrameEvent) -> Bool {
    let ns = frame.capturedNs
    guard frame.hands.isEmpty else {
      (sinceNs, isSaid) = (nil, false)
      return false
    }
    // A recording may begin again, and a camera may have been closed.
    let goesOn = lastNs.map { ns >= $0 && ns - $0 < Self.longestGapNs } ?? false
    let since = goesOn ? sinceNs ?? ns : ns
    (sinceNs, lastNs) = (since, ns)
    guard !isSaid, ns - since >= Self.patienceNs, saidNs.map({ ns < $0 || ns - $0 >= Self.pauseNs }) ?? true else { return false }
    (isSaid, saidNs) = (true, ns)
    return true
  }
}
