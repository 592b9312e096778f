import EventProtocol
import EventSocket
import Settings

/// Where events go: to the socket's subscribers, and to standard output if asked. Handing one over never waits.
struct EventOutlet: Sendable {
  let server: EventServer
  let printer: EventPrinter?

  /// Whether anybody is subscribed to a topic; else its events need not be made.
  func wants(_ topic: Topic) -> Bool { server.wants(topic) }

  /// Those who have subscribed to the preview are told when it is no longer allowed.
  func allowPreview(_ isAllowed: Bool) { server.refuse(.preview, because: isAllowed ? nil : PrivacySettings.previewRefusal) }

  func publish(_ event: Event) {
    server.publish(event)
    // Standard output is a subscriber that has said nothing.
    if event.topic.map(Topic.initial.contains) ?? true { printer?.publish(event) }
  }
}
