import EventProtocol
import EventSocket

/// Where events go: to the socket's subscribers, and to standard output if asked. Handing one over never waits.
struct EventOutlet: Sendable {
  let server: EventServer
  let printer: EventPrinter?

  func publish(_ event: Event) {
    server.publish(event)
    printer?.publish(event)
  }
}
