import Gestures
import Hands

/// A notification of the daemon.
public enum Event: Sendable, Equatable {
  case hello(Hello)
  case status(Status)
  /// `swipe` or `gesture`.
  case gesture(GestureEvent)
  case hand(HandEvent)
  case miss(MissEvent)
  case frame(FrameEvent)
  case preview(PreviewEvent)
  case dropped(DroppedEvent)
  case unsubscribed(UnsubscribedEvent)

  /// The topic whose subscribers receive the event; nil for `hello`, which every client receives.
  public var topic: Topic? {
    switch self {
    case .hello: nil
    case .status: .status
    case .gesture: .swipe
    case .hand: .hand
    case .miss: .miss
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

  enum Method: String, Codable { case hello, status, swipe, gesture, miss, hand, frame, preview, dropped, unsubscribed }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(JSONRPCVersion.self, forKey: .jsonrpc)
    self =
      switch try object.decode(Method.self, forKey: .method) {
      case .hello: .hello(try object.decode(Hello.self, forKey: .params))
      case .status: .status(try object.decode(Status.self, forKey: .params))
      case .swipe, .gesture: .gesture(try object.decode(GestureEvent.self, forKey: .params))
      case .hand: .hand(try object.decode(HandEvent.self, forKey: .params))
      case .miss: .miss(try object.decode(MissEvent.self, forKey: .params))
      case .frame: .frame(try object.decode(FrameEvent.self, forKey: .params))
      case .preview: .preview(try object.decode(PreviewEvent.self, forKey: .params))
      case .dropped: .dropped(try object.decode(DroppedEvent.self, forKey: .params))
      case .unsubscribed: .unsubscribed(try object.decode(UnsubscribedEvent.self, forKey: .params))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(JSONRPCVersion(), forKey: .jsonrpc)
    let (method, params) = content
    try object.encode(method, forKey: .method)
    try object.encode(params, forKey: .params)
  }

  private var content: (method: Method, params: any Encodable) {
    switch self {
    case .hello(let hello): (.hello, hello)
    case .status(let status): (.status, status)
    case .gesture(let event): (event.direction == nil ? .gesture : .swipe, event)
    case .hand(let hand): (.hand, hand)
    case .miss(let miss): (.miss, miss)
    case .frame(let frame): (.frame, frame)
    case .preview(let preview): (.preview, preview)
    case .dropped(let dropped): (.dropped, dropped)
    case .unsubscribed(let unsubscribed): (.unsubscribed, unsubscribed)
    }
  }

  /// The name of the event on the wire, its method.
  package var name: String { content.method.rawValue }
}

/// The topics that a connection can subscribe to.
public enum Topic: String, CaseIterable, Codable, Sendable {
  case swipe, status, hand, frame, preview, miss

  /// The subscriptions of a connection that has sent no request.
  public static let initial: Set<Topic> = [.swipe, .status]

  /// The topics that need the camera.
  package static let needingCamera: Set<Topic> = [.swipe, .hand, .frame, .preview, .miss]

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

  /// Creates a greeting; see the members.
  public init(protocol: Int = protocolVersion, version: String = Version.current, pid: Int32) {
    (self.protocol, self.version, self.pid) = (`protocol`, version, pid)
  }
}

/// `swipe`: one swipe; `gesture`: another gesture, or a phase of it.
public struct GestureEvent: Codable, Sendable, Equatable {
  /// The number of the event: from 1, without a gap, since the daemon's start.
  public var seq: Int
  /// Which gesture it is.
  public var gesture: Gesture
  /// Always `made` for a swipe, whose event does not say it.
  public var phase: GesturePhase
  /// The distance of the thumb tip below the wrist, in pixels of the view; negative when the thumb is up. Two decimals on the wire.
  @Rounded<2, Double> public var distance: Double
  /// Which of the person's hands made the gesture.
  public var chirality: Chirality
  /// The probability that the hand is present, 0…1. Three decimals on the wire.
  @Rounded<3, Double> public var confidence: Double
  /// The number of the frame that decided it.
  public var frame: Int
  /// The time at which that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64
  /// The time at which the event left the pipeline, in ns of CLOCK_MONOTONIC.
  public var emittedNs: UInt64

  /// Which way it swipes; nil if it is no swipe.
  public var direction: SwipeDirection? { gesture.direction }

  /// Creates one; for units see the members.
  public init(
    seq: Int, gesture: Gesture, phase: GesturePhase = .made, distance: Double, chirality: Chirality, confidence: Double, frame: Int,
    capturedNs: UInt64, emittedNs: UInt64
  ) {
    (self.seq, self.gesture, self.phase, self.distance, self.chirality) = (seq, gesture, phase, distance, chirality)
    (self.confidence, self.frame, self.capturedNs, self.emittedNs) = (confidence, frame, capturedNs, emittedNs)
  }

  private enum CodingKeys: CodingKey { case seq, direction, gesture, phase, distance, chirality, confidence, frame, capturedNs, emittedNs }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    // If the two disagree, the direction counts: clients act on it.
    let named = try object.decode(Gesture.self, forKey: .gesture)
    let direction = named.direction == nil ? nil : try object.decode(SwipeDirection.self, forKey: .direction)
    self.init(
      seq: try object.decode(Int.self, forKey: .seq),
      gesture: direction.flatMap { Gesture(named: $0.rawValue) } ?? named,
      phase: try object.decodeIfPresent(GesturePhase.self, forKey: .phase) ?? .made,
      distance: try object.decode(Double.self, forKey: .distance), chirality: try object.decode(Chirality.self, forKey: .chirality),
      confidence: try object.decode(Double.self, forKey: .confidence), frame: try object.decode(Int.self, forKey: .frame),
      capturedNs: try object.decode(UInt64.self, forKey: .capturedNs), emittedNs: try object.decode(UInt64.self, forKey: .emittedNs))
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(seq, forKey: .seq)
    try object.encodeIfPresent(direction, forKey: .direction)
    try object.encode(gesture, forKey: .gesture)
    if direction == nil { try object.encode(phase, forKey: .phase) }
    try object.encode(_distance, forKey: .distance)
    try object.encode(chirality, forKey: .chirality)
    try object.encode(_confidence, forKey: .confidence)
    try object.encode(frame, forKey: .frame)
    try object.encode(capturedNs, forKey: .capturedNs)
    try object.encode(emittedNs, forKey: .emittedNs)
  }
}

/// `hand`: the first hand has appeared, or the last one has gone.
public struct HandEvent: Codable, Sendable, Equatable {
  /// Whether a hand is in view now.
  public var present: Bool
  /// The number of the first frame of which that is true.
  public var frame: Int
  /// The time at which that frame was captured, in ns of CLOCK_MONOTONIC.
  public var capturedNs: UInt64

  /// Creates an event; see the members.
  public init(present: Bool, frame: Int, capturedNs: UInt64) {
    (self.present, self.frame, self.capturedNs) = (present, frame, capturedNs)
  }
}

/// `preview`: a camera picture with the tracked hands drawn in.
public struct PreviewEvent: Codable, Sendable, Equatable {
  /// The number of the frame.
  public var frame: Int
  /// A JPEG file in Base64.
  public var jpeg: String

  /// Creates an event; see the members.
  public init(frame: Int, jpeg: String) {
    self.frame = frame
    self.jpeg = jpeg
  }
}

/// `dropped`: this subscriber was too slow, and newer events have replaced older ones of the topic.
public struct DroppedEvent: Codable, Sendable, Equatable {
  /// The topic whose messages were lost.
  public var topic: Topic
  /// The number of events lost since the last one of the topic that was sent.
  public var count: Int

  /// Creates an event; see the members.
  public init(topic: Topic, count: Int) {
    self.topic = topic
    self.count = count
  }
}

/// `unsubscribed`: the daemon has ended a subscription of this connection, which stays open.
public struct UnsubscribedEvent: Codable, Sendable, Equatable {
  /// The topic that is not sent any more.
  public var topic: Topic
  /// The cause and the fix, in one line.
  public var reason: String

  /// Creates an event; see the members.
  public init(topic: Topic, reason: String) {
    self.topic = topic
    self.reason = reason
  }
}
