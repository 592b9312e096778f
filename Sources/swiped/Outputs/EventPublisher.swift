import EventProtocol
import EventSocket

/// Publishes events to the socket's subscribers and, if requested, on standard output. Publishing never waits for a reader.
struct EventPublisher: Sendable {
  let server: EventServer
  /// Nil: nothing is printed.
  let printer: EventPrinter?

  func publish(_ event: Event) {
    server.publish(event)
    if let printer, printer.prints(event.topic) { printer.publish(event) }
  }

  /// Whether anyone gets the events of a topic.
  func hasReaders(of topic: Topic) -> Bool { server.hasSubscribers(to: topic) || printer?.prints(topic) == true }
}
