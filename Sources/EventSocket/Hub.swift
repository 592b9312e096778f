import EventProtocol
import Glibc
import NIOCore
import Synchronization

/// Carries out a control request and calls back with the result on the event loop; never, if the server stops before.
typealias ControlHandler = (Control, @escaping (Result<Status, RPCError>) -> Void) -> Void

/// The connections, and the distribution of events to them. Lives on the event loop.
final class Hub {
  static let connectionLimit = 64

  let status: () -> Status
  let recent: (Int?) -> RecentEvents
  let control: ControlHandler
  let log: (String) -> Void
  /// How long a client suspends keys by one request.
  let longestSuspension: TimeAmount
  private let hello: Hello
  private let subscribed: SubscribedTopics
  private let noteDemands: (ClientDemands) -> Void
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var demands = ClientDemands()
  /// The miss that has begun and not ended.
  private(set) var miss: Event?
  /// The topics that no connection may subscribe to, and why.
  private(set) var refused: [Topic: String] = [:]

  init(
    hello: Hello, status: @escaping () -> Status, recent: @escaping (Int?) -> RecentEvents, control: @escaping ControlHandler,
    subscribed: SubscribedTopics, longestSuspension: TimeAmount, demands: @escaping (ClientDemands) -> Void,
    log: @escaping (String) -> Void
  ) {
    (self.longestSuspension, self.hello, self.status) = (longestSuspension, hello, status)
    (self.recent, self.control, self.subscribed) = (recent, control, subscribed)
    noteDemands = demands
    self.log = log
  }

  /// Greets a connection, or refuses it.
  func admit(_ connection: Connection, user: uid_t) {
    guard user == geteuid() else {
      log("a connection of user \(user) is refused")
      return connection.close(with: .otherUser, .all, within: Connection.closeTimeout)
    }
    guard connections.count < Self.connectionLimit else {
      log("a connection is refused: \(Self.connectionLimit) are open")
      return connection.close(with: .tooManyConnections(Self.connectionLimit), .all, within: Connection.closeTimeout)
    }
    // First: a write may find that the client has gone, and then the connection is removed within it.
    connections[ObjectIdentifier(connection)] = connection
    connection.send(ByteBuffer(bytes: Event.hello(hello).line))
    connection.send(ByteBuffer(bytes: Event.status(status()).line))
    updateDemands()
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    updateDemands()
  }

  /// Ends the subscriptions to topics that are no longer allowed, and refuses new ones.
  func refuse(_ reasons: [Topic: String]) {
    refused = reasons
    for connection in connections.values { connection.revoke(reasons) }
    updateDemands()
  }

  /// Updates which topics have subscribers, and reports what the connections need if that has changed.
  func updateDemands() {
    let previewWidth = connections.values.map(\.previewWidth).max() ?? 0
    subscribed.set(connections.values.reduce(into: []) { $0.formUnion($1.subscriptions) }, previewWidth: previewWidth)
    let new = ClientDemands(connections.values)
    guard new != demands else { return }
    demands = new
    noteDemands(new)
  }

  /// Sends an event to its subscribers. It is encoded once, and only if there are any.
  ///
  /// - Parameter lost: the number of events of its topic that were lost before they came here, right before this one.
  func publish(_ event: Event, losing lost: Int = 0) {
    if case .miss(let new) = event { miss = new.phase == .began ? event : nil }
    let receivers = connections.values.filter { $0.receives(event.topic) }
    guard !receivers.isEmpty else { return }
    let line = ByteBuffer(bytes: event.line)
    for receiver in receivers {
      if let topic = event.topic, Topic.newestOnly.contains(topic) {
        receiver.sendLatest(line, of: topic, losing: lost)
      } else {
        receiver.send(line, of: event.topic)
      }
    }
  }

  /// Closes all connections within the timeout, once each has been sent what waits for it.
  func close(within timeout: TimeAmount, on loop: any EventLoop) -> EventLoopFuture<Void> {
    let closed = connections.values.compactMap(\.closed)
    for connection in connections.values { connection.close(.all, within: timeout) }
    return .andAllComplete(closed, on: loop)
  }
}

/// The topics that have subscribers, for a thread that must not wait to find out.
final class SubscribedTopics: Sendable {
  private let bits = Atomic<UInt>(0), width = Atomic(0)

  func set(_ topics: Set<Topic>, previewWidth: Int) {
    width.store(previewWidth, ordering: .relaxed)
    bits.store(topics.reduce(0) { $0 | Self.bit($1) }, ordering: .relaxed)
  }

  func contains(_ topic: Topic) -> Bool { bits.load(ordering: .relaxed) & Self.bit(topic) != 0 }

  /// The greatest width that a connection has asked for, in pixels; 0 if none has.
  var previewWidth: Int { width.load(ordering: .relaxed) }

  private static func bit(_ topic: Topic) -> UInt { 1 << UInt(places[topic] ?? 0) }

  private static let places = Dictionary(uniqueKeysWithValues: zip(Topic.allCases, 0...))
}
