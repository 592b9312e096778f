import EventProtocol

/// An event for a page.
struct PageEvent: Sendable, Equatable {
  let name: String
  /// Its number; nil for one without.
  var id: Int?
  /// The parameters as JSON in one line, as they are on the socket.
  let params: [UInt8]

  private init(_ name: String, _ params: [UInt8]) { (self.name, self.params) = (name, params) }

  /// - Parameters:
  ///   - line: that of the daemon, without its newline, whose parameters may have members that this version does not know.
  ///   - event: what it says.
  /// - Returns: nil for an event that is not for pages.
  init?(line: [UInt8], _ event: Event) {
    let name: String
    switch event {
    case .hello, .preview: return nil
    case .dropped: name = "dropped"
    case .unsubscribed: name = "unsubscribed"
    case .gesture, .status, .hand, .frame, .miss: name = event.name
    }
    let start = Self.start(name)
    // The daemon writes so. A carriage return would end a line of the stream.
    let isUsual = line.starts(with: start) && line.last == UInt8(ascii: "}") && !line.contains(UInt8(ascii: "\r"))
    let notification = isUsual ? line : Array(event.line.dropLast())
    self.init(name, Array(notification[start.count...].dropLast()))
    if case .gesture(let swipe) = event { id = swipe.seq }
  }

  /// Whether the daemon is connected.
  static func daemon(isConnected: Bool) -> PageEvent { PageEvent("daemon", JSONCoding.encode(["connected": isConnected])) }

  /// A swipe that was too old to be sent.
  static let droppedSwipe = PageEvent("dropped", JSONCoding.encode(DroppedEvent(topic: .swipe, count: 1)))

  private static func start(_ name: String) -> [UInt8] { Array(#"{"jsonrpc":"2.0","method":"\#(name)","params":"#.utf8) }

  /// The event as a notification of JSON-RPC, without a newline.
  var notification: [UInt8] { Self.start(name) + params + [UInt8(ascii: "}")] }

  /// The event as a block of text/event-stream.
  var block: [UInt8] {
    let id = id.map { "id: \($0)\n" } ?? ""
    return Array("event: \(name)\n\(id)data: ".utf8) + params + Array("\n\n".utf8)
  }
}
