/// Has frames wait for the ones after them where the page asks for it. To receive a message costs a browser about as much as to draw a hand,
/// so that a page that is open all day is content with a message for several frames.
struct FrameGathering {
  /// What a line of the daemon is.
  enum Kind {
    /// It may wait.
    case frame
    /// Previews come ten times a second, and take the frames before them with them.
    case preview
    case other

    /// - Parameter line: a line of the daemon, whose members are in alphabetical order.
    init(_ line: [UInt8]) {
      func has(_ method: String) -> Bool { line.starts(with: #"{"jsonrpc":"2.0","method":"\#(method)""#.utf8) }
      self = has("frame") ? .frame : has("preview") ? .preview : .other
    }
  }

  /// Frames are sent this long after the message before them, in ns. A hand still seems to move, and a page draws it twelve times a second.
  static let spacingNs: UInt64 = 80_000_000
  /// The same after a preview: the next one comes sooner.
  static let previewSpacingNs: UInt64 = 120_000_000

  /// Whether frames wait. Those that wait already go with the next line.
  var isWanted = false
  private var held: [UInt8] = []
  private var openNs: UInt64 = 0

  /// When the lines that wait are to be sent, in ns of CLOCK_MONOTONIC; nil if there are none.
  var dueNs: UInt64? { held.isEmpty ? nil : openNs }

  /// - Parameters:
  ///   - line: without its newline.
  ///   - kind: frames may wait. Whatever else comes is sent at once, after the frames that wait.
  ///   - nowNs: the time, of CLOCK_MONOTONIC.
  /// - Returns: the lines to send now, in their order, with a newline between two; nil if they wait.
  mutating func take(_ line: [UInt8], _ kind: Kind, atNs nowNs: UInt64) -> [UInt8]? {
    if !held.isEmpty { held.append(UInt8(ascii: "\n")) }
    held += line
    guard !isWanted || kind != .frame || openNs <= nowNs else { return nil }
    return send(thenWaiting: kind == .preview ? Self.previewSpacingNs : Self.spacingNs, atNs: nowNs)
  }

  /// - Returns: the lines that have waited long enough, as of ``take(_:_:atNs:)``; nil without any.
  mutating func takeDue(atNs nowNs: UInt64) -> [UInt8]? {
    guard let dueNs, dueNs <= nowNs else { return nil }
    return send(thenWaiting: Self.spacingNs, atNs: nowNs)
  }

  private mutating func send(thenWaiting ns: UInt64, atNs nowNs: UInt64) -> [UInt8] {
    openNs = nowNs + ns
    defer { held = [] }
    return held
  }

  /// Forgets the frames that wait: the daemon that sent them has gone.
  mutating func clear() { held = [] }
}
