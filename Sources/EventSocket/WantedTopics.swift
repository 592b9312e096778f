import EventProtocol
import Synchronization

/// The topics that anybody is subscribed to, for a thread that must not wait to learn it.
final class WantedTopics: Sendable {
  private let bits = Atomic<UInt>(0)

  func set(_ topics: Set<Topic>) { bits.store(topics.reduce(0) { $0 | Self.bit($1) }, ordering: .relaxed) }

  func contains(_ topic: Topic) -> Bool { bits.load(ordering: .relaxed) & Self.bit(topic) != 0 }

  private static func bit(_ topic: Topic) -> UInt {
    switch topic {
    case .swipe: 1
    case .status: 2
    case .hand: 4
    case .frame: 8
    case .preview: 16
    }
  }
}
