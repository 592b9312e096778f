/// What a connection can be subscribed to.
public enum Topic: String, CaseIterable, Codable, Sendable {
  case swipe, status, hand, frame, preview

  /// The subscriptions of a connection that has said nothing.
  public static let initial: Set<Topic> = [.swipe, .status]

  /// What the camera has to be open for.
  package static let ofFrames: Set<Topic> = [.swipe, .hand, .frame, .preview]

  /// Of these a slow subscriber gets the newest, and is told how many it has lost; of all others it gets every one.
  package static let newestOnly: Set<Topic> = [.hand, .frame, .preview]

  /// The names of all topics, for messages.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Set<Topic> {
  /// As they are declared: the order of a set changes from run to run.
  package var inOrder: [Topic] { Topic.allCases.filter(contains) }
}
