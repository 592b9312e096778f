/// Has frames wait for the ones after them where the page asks for it. To receive a message costs a browser about as much as to draw a hand,
/// and a page that draws ten times a second does not need thirty messages for it.
struct FrameGathering {
  /// A message with frames alone follows the message before after this time, in ns: a little more than the time between two previews, which
  /// take the frames with them.
  static let spacingNs: UInt64 = 120_000_000

  /// Whether frames wait. Those that wait already go with the next line.
  var isWanted = false
  private var held: [UInt8] = []
  private var sentNs: UInt64 = 0

  /// When the lines that wait are to be sent, in ns of CLOCK_MONOTONIC; nil if there are none.
  var dueNs: UInt64? { held.isEmpty ? nil : sentNs &+ Self.spacingNs }

  /// - Parameters:
  ///   - line: without its newline.
  ///   - isFrame: whether it may wait. Whatever else comes is sent at once, after the frames that wait.
  ///   - nowNs: the time, of CLOCK_MONOTONIC.
  /// - Returns: the lines to send now, in their order, with a newline between two; nil if they wait.
  mutating func take(_ line: [UInt8], isFrame: Bool, atNs nowNs: UInt64) -> [UInt8]? {
    if !held.isEmpty { held.append(UInt8(ascii: "\n")) }
    held += line
    return isWanted && isFrame ? takeDue(atNs: nowNs) : send(atNs: nowNs)
  }

  /// - Returns: the lines that have waited long enough, as of ``take(_:isFrame:atNs:)``; nil without any.
  mutating func takeDue(atNs nowNs: UInt64) -> [UInt8]? {
    guard let dueNs, dueNs <= nowNs else { return nil }
    return send(atNs: nowNs)
  }

  private mutating func send(atNs nowNs: UInt64) -> [UInt8] {
    sentNs = nowNs
    defer { held = [] }
    return held
  }

  /// Forgets the frames that wait: the daemon that sent them has gone.
  mutating func clear() { held = [] }
}
