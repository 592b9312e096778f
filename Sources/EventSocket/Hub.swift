import EventProtocol
import Glibc
import NIOCore

/// All connections, and what they are told. Lives on the event loop.
final class Hub {
  static let connectionLimit = 64

  let status: () -> Status
  let log: (String) -> Void
  private let hello: Hello
  private var connections: [ObjectIdentifier: Connection] = [:]

  init(hello: Hello, status: @escaping () -> Status, log: @escaping (String) -> Void) {
    self.hello = hello
    self.status = status
    self.log = log
  }

  /// Welcomes a connection, or turns it away.
  func admit(_ connection: Connection, user: uid_t) {
    guard user == geteuid() else {
      log("a connection of user \(user) is refused")
      return connection.end(saying: .otherUser, then: .all, within: Connection.farewellTime)
    }
    guard connections.count < Self.connectionLimit else {
      log("a connection is refused: \(Self.connectionLimit) are open")
      return connection.end(
        saying: .tooManyConnections(Self.connectionLimit), then: .all, within: Connection.farewellTime)
    }
    connection.send(ByteBuffer(bytes: Event.hello(hello).line))
    connection.send(ByteBuffer(bytes: Event.status(status()).line))
    connections[ObjectIdentifier(connection)] = connection
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
  }

  /// Sends an event to all who are subscribed to it; it is encoded once, and only if there is one.
  func publish(_ event: Event) {
    let subscribers = connections.values.filter { event.topic.map($0.topics.contains) ?? true }
    guard !subscribers.isEmpty else { return }
    let line = ByteBuffer(bytes: event.line)
    for subscriber in subscribers { subscriber.send(line) }
  }

  /// Lets every connection read what waits for it, and closes them all within the time.
  func end(within time: TimeAmount, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let closed = connections.values.compactMap(\.closed)
    for connection in connections.values { connection.end(then: .all, within: time) }
    return .andAllComplete(closed, on: loop)
  }
}
