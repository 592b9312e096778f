/// A notification of the daemon.
public enum Event: Sendable, Equatable {
  case hello(Hello)
  case status(Status)
  case swipe(SwipeEvent)
  case hand(HandEvent)
  case frame(FrameEvent)
  case preview(PreviewEvent)
  case dropped(DroppedEvent)
  case unsubscribed(UnsubscribedEvent)

  /// The topic whose subscribers get it; nil for what everybody gets.
  public var topic: Topic? {
    switch self {
    case .hello: nil
    case .status: .status
    case .swipe: .swipe
    case .hand: .hand
    case .frame: .frame
    case .preview: .preview
    case .dropped(let dropped): dropped.topic
    case .unsubscribed(let unsubscribed): unsubscribed.topic
    }
  }

  /// The event as one JSON-RPC line in UTF-8, its newline included.
  public var line: [UInt8] { JSONCoding.line(self) }
}

extension Event: Codable {
  private enum Key: CodingKey { case jsonrpc, method, params }

  enum Method: String, Codable { case hello, status, swipe, hand, frame, preview, dropped, unsubscribed }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(VersionMark.self, forKey: .jsonrpc)
    self =
      switch try object.decode(Method.self, forKey: .method) {
      case .hello: .hello(try object.decode(Hello.self, forKey: .params))
      case .status: .status(try object.decode(Status.self, forKey: .params))
      case .swipe: .swipe(try object.decode(SwipeEvent.self, forKey: .params))
      case .hand: .hand(try object.decode(HandEvent.self, forKey: .params))
      case .frame: .frame(try object.decode(FrameEvent.self, forKey: .params))
      case .preview: .preview(try object.decode(PreviewEvent.self, forKey: .params))
      case .dropped: .dropped(try object.decode(DroppedEvent.self, forKey: .params))
      case .unsubscribed: .unsubscribed(try object.decode(UnsubscribedEvent.self, forKey: .params))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(VersionMark(), forKey: .jsonrpc)
    let (method, params): (Method, any Encodable) =
      switch self {
      case .hello(let hello): (.hello, hello)
      case .status(let status): (.status, status)
      case .swipe(let swipe): (.swipe, swipe)
      case .hand(let hand): (.hand, hand)
      case .frame(let frame): (.frame, frame)
      case .preview(let preview): (.preview, preview)
      case .dropped(let dropped): (.dropped, dropped)
      case .unsubscribed(let unsubscribed): (.unsubscribed, unsubscribed)
      }
    try object.encode(method, forKey: .method)
    try object.encode(params, forKey: .params)
  }
}
