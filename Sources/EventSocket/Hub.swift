import EventProtocol
import Glibc
import NIOCore

/// Carries out what a client asks, and tells the result on the event loop; never, if the server stops before.
typealias Controlling = (Control, @escaping (Result<Status, RPCError>) -> Void) -> Void

/// All connections, and what they are told. Lives on the event loop.
final class Hub {
  static let connectionLimit = 64

  let status: () -> Status
  let control: Controlling
  let log: (String) -> Void
  private let hello: Hello
  private let wanted: WantedTopics
  private let subscribers: (Int) -> Void
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var subscriberCount = 0
  /// Why nobody may subscribe to these.
  private(set) var refused: [Topic: String] = [:]

  init(
    hello: Hello, status: @escaping () -> Status, control: @escaping Controlling, wanted: WantedTopics,
    subscribers: @escaping (Int) -> Void, log: @escaping (String) -> Void
  ) {
    self.hello = hello
    self.status = status
    self.control = control
    self.wanted = wanted
    self.subscribers = subscribers
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
    // First, as a write may find that the client has gone, and then the connection is removed within it.
    connections[ObjectIdentifier(connection)] = connection
    connection.send(ByteBuffer(bytes: Event.hello(hello).line))
    connection.send(ByteBuffer(bytes: Event.status(status()).line))
    countSubscribers()
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    countSubscribers()
  }

  /// Takes away from every connection the topics that it may not have any more.
  func refuse(_ reasons: [Topic: String]) {
    refused = reasons
    for connection in connections.values { connection.take(away: reasons) }
    countSubscribers()
  }

  /// Notes which topics are wanted, and tells how many want the camera, if that has changed.
  func countSubscribers() {
    wanted.set(connections.values.reduce(into: []) { $0.formUnion($1.wanted) })
    let count = connections.values.count { !$0.wanted.isDisjoint(with: Topic.ofFrames) }
    guard count != subscriberCount else { return }
    subscriberCount = count
    subscribers(count)
  }

  /// Sends an event to all who are subscribed to it; it is encoded once, and only if there is one.
  ///
  /// - Parameter lost: how many of its topic were lost on the way to here, right before this one.
  func publish(_ event: Event, losing lost: Int = 0) {
    let subscribers = connections.values.filter { $0.wants(event.topic) }
    guard !subscribers.isEmpty else { return }
    let line = ByteBuffer(bytes: event.line)
    for subscriber in subscribers {
      if let topic = event.topic, Topic.newestOnly.contains(topic) {
        subscriber.sendNewest(line, of: topic, losing: lost)
      } else {
        subscriber.send(line)
      }
    }
  }

  /// Lets every connection read what waits for it, and closes them all within the time.
  func end(within time: TimeAmount, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let closed = connections.values.compactMap(\.closed)
    for connection in connections.values { connection.end(then: .all, within: time) }
    return .andAllComplete(closed, on: loop)
  }
}
