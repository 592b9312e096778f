/// What a connection can be subscribed to.
public enum Topic: String, CaseIterable, Sendable {
  case swipe, status

  /// The subscriptions of a connection that has said nothing.
  public static let initial: Set<Topic> = [.swipe, .status]

  /// The names of all topics, for messages.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A notification of the daemon.
public enum Event: Sendable, Equatable {
  case hello(Hello)
  case status(Status)
  case swipe(SwipeEvent)

  /// The topic whose subscribers get it; nil for what everybody gets.
  public var topic: Topic? {
    switch self {
    case .hello: nil
    case .status: .status
    case .swipe: .swipe
    }
  }

  /// The event as one JSON-RPC line in UTF-8, its newline included.
  public var line: [UInt8] {
    (["jsonrpc": "2.0", "method": .string(method), "params": json] as JSON).utf8 + [UInt8(ascii: "\n")]
  }

  /// What the event tells, as a JSON object in UTF-8 without a newline.
  public var params: [UInt8] { json.utf8 }

  private var method: String {
    switch self {
    case .hello: "hello"
    case .status: "status"
    case .swipe: "swipe"
    }
  }

  private var json: JSON {
    switch self {
    case .hello(let hello): hello.json
    case .status(let status): status.json
    case .swipe(let swipe): swipe.json
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}
