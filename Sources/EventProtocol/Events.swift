import Gestures
import Hands

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

  /// The topic whose subscribers receive the event; nil for `hello`, which every client receives.
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

  /// The event as one JSON-RPC line in UTF-8, including its newline.
  public var line: [UInt8] { JSONCoding.line(self) }
}

extension Event: Codable {
  private enum Key: CodingKey { case jsonrpc, method, params }

  enum Method: String, Codable { case hello, status, swipe, hand, frame, preview, dropped, unsubscribed }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(JSONRPCVersion.self, forKey: .jsonrpc)
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
    try object.encode(JSONRPCVersion(), forKey: .jsonrpc)
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

/// The topics that a connection can subscribe to.
public enum Topic: String, CaseIterable, Codable, Sendable {
  case swipe, status, hand, frame, preview

  /// The subscriptions of a connection that has sent no request.
  public static let initial: Set<Topic> = [.swipe, .status]

  /// The topics that need the camera.
  package static let needingCamera: Set<Topic> = [.swipe, .hand, .frame, .preview]

  /// The topics of which a slow subscriber gets only the newest event and a count of those it lost; it gets every event of the others.
  package static let newestOnly: Set<Topic> = [.hand, .frame, .preview]

  /// The names of all topics, for messages.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Set<Topic> {
  /// The topics in the order of their declaration, as the order of a set changes from run to run.
  package var inOrder: [Topic] { Topic.allCases.filter(contains) }
}

/// `hello`: the first line on every connection.
public struct Hello: Codable, Sendable, Equatable {
  /// The version of the wire format; see ``protocolVersion``.
  public var `protocol`: Int
  /// The version of the daemon.
  public var version: String
  /// The process id of the daemon.
  public var pid: Int32

  public init(protocol: Int = protocolVersion, version: String = Version.current, pid: Int32) {
    self.protocol = `protocol`
    self.version = version
    self.pid = pid
  }
}

/// `swipe`: one swipe.
public struct SwipeEvent: Codable, Sendable, Equatable {
  /// The number of the swipe: from 1, without a gap, since the daemon's start.
  public var seq: Int
  public var direction: SwipeDirection
  public var gesture: ThumbGesture
  /// The distance of the thumb tip below the wrist, in pixels of the view; negative when the thumb is up. Two decimals on the wire.
  public var distance: Double
  /// Which of the person's hands made the swipe.
  public var chirality: Chirality
  /// The probability that the hand is present, 0…1. Three decimals on the wire.
  public var confidence: Double
  /// The number of the frame that decided the swipe.
  public var frame: Int
  /// The time at which that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64
  /// The time at which the swipe left the pipeline, in ns of CLOCK_MONOTONIC.
  public var emittedNs: UInt64

  public init(
    seq: Int, direction: SwipeDirection, gesture: ThumbGesture, distance: Double, chirality: Chirality, confidence: Double,
    frame: Int, capturedNs: UInt64, emittedNs: UInt64
  ) {
    self.seq = seq
    self.direction = direction
    self.gesture = gesture
    self.distance = distance
    self.chirality = chirality
    self.confidence = confidence
    self.frame = frame
    self.capturedNs = capturedNs
    self.emittedNs = emittedNs
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(seq, forKey: .seq)
    try object.encode(direction, forKey: .direction)
    try object.encode(gesture, forKey: .gesture)
    try object.encode(distance, decimals: 2, forKey: .distance)
    try object.encode(chirality, forKey: .chirality)
    try object.encode(confidence, decimals: 3, forKey: .confidence)
    try object.encode(frame, forKey: .frame)
    try object.encode(capturedNs, forKey: .capturedNs)
    try object.encode(emittedNs, forKey: .emittedNs)
  }
}

/// `hand`: the first hand has appeared, or the last one has gone.
public struct HandEvent: Codable, Sendable, Equatable {
  public var present: Bool
  /// The number of the first frame of which that is true.
  public var frame: Int
  /// The time at which that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64

  public init(present: Bool, frame: Int, capturedNs: UInt64) {
    self.present = present
    self.frame = frame
    self.capturedNs = capturedNs
  }
}

/// `preview`: a camera picture with the tracked hands drawn in.
public struct PreviewEvent: Codable, Sendable, Equatable {
  /// The number of the frame.
  public var frame: Int
  /// A JPEG file in Base64.
  public var jpeg: String

  public init(frame: Int, jpeg: String) {
    self.frame = frame
    self.jpeg = jpeg
  }
}

/// `dropped`: this subscriber was too slow, and newer events have replaced older ones of the topic.
public struct DroppedEvent: Codable, Sendable, Equatable {
  public var topic: Topic
  /// The number of events lost since the last one of the topic that was sent.
  public var count: Int

  public init(topic: Topic, count: Int) {
    self.topic = topic
    self.count = count
  }
}

/// `unsubscribed`: the daemon has ended a subscription of this connection, which stays open.
public struct UnsubscribedEvent: Codable, Sendable, Equatable {
  public var topic: Topic
  /// The cause and the fix, in one line.
  public var reason: String

  public init(topic: Topic, reason: String) {
    self.topic = topic
    self.reason = reason
  }
}
