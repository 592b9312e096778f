/// What a connection can be subscribed to.
public enum Topic: String, CaseIterable, Codable, Sendable {
  case swipe, status

  /// The subscriptions of a connection that has said nothing.
  public static let initial: Set<Topic> = [.swipe, .status]

  /// The names of all topics, for messages.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Set<Topic> {
  /// As they are declared: the order of a set changes from run to run.
  var inOrder: [Topic] { Topic.allCases.filter(contains) }
}
