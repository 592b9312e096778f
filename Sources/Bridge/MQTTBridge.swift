import EventProtocol
import EventSocket
import Glibc
import Platform
import Synchronization
import UserErrors

/// Passes the swipes and the status of a daemon on to a broker, and the broker's commands to the daemon.
///
/// The caller's thread reads from the daemon, and a thread of its own talks to the broker: a broker that blocks never delays the daemon.
package final class MQTTBridge: Sendable {
  private struct State {
    var device: DeviceState
    var delivery = SwipeDelivery()
    var requests = DaemonRequests()
    /// Whether the device's state is to be published.
    var hasChanges = true
    var hasStopped = false
  }

  /// The time for the answer to a request to connect, in s.
  private static let answerS = 10
  /// The time between two signs of life, in ns. The status is asked for as often, which replaces those for the daemon.
  private static let aliveNs: UInt64 = 10_000_000_000
  /// The time to say goodbye to the broker at the end, in ms.
  private static let goodbyeMs: Int32 = 1000

  private let device: BridgeDevice
  private let address: BrokerAddress
  /// The file with the settings, for messages.
  private let file: String
  private let library: Mosquitto
  private let report: @Sendable (String) -> Void
  private let state: Mutex<State>
  private let brokerWakeup: Wakeup, daemonWakeup: Wakeup, goodbye: Wakeup

  /// - Parameters:
  ///   - file: the file with the settings, for messages.
  ///   - report: called with lines for people, on any thread.
  package init(
    _ device: BridgeDevice, _ address: BrokerAddress, file: String, library: Mosquitto, report: @escaping @Sendable (String) -> Void
  ) throws {
    (self.device, self.address, self.file, self.library, self.report) = (device, address, file, library, report)
    state = Mutex(State(device: DeviceState(device)))
    (brokerWakeup, daemonWakeup, goodbye) = (try Wakeup(), try Wakeup(), try Wakeup())
  }

  /// Ends ``run(daemon:)``. Any thread may call it.
  package func stop() {
    state.withLock { $0.hasStopped = true }
    brokerWakeup.signal()
    daemonWakeup.signal()
  }

  /// Runs until it is stopped.
  ///
  /// - Parameter path: the path of the daemon's socket.
  /// - Returns: the number of swipes that the broker has confirmed, and of the others.
  /// - Throws: `UserError` for settings that no broker can get, `SocketError` for what another attempt to connect to the daemon would not
  ///   change.
  package func run(daemon path: String) throws -> (delivered: Int, dropped: Int) {
    do throws(BrokerError) { _ = try makeConnection() } catch { throw error.userError(broker: broker, file: file) }
    try OwnedThread(name: "broker") { [self] in
      followBroker()
      goodbye.signal()
    }.detach()
    let end = Result { try followDaemon(path) }
    stop()
    goodbye.wait(milliseconds: Self.goodbyeMs)
    try end.get()
    return state.withLock { state in
      state.delivery.end()
      return (state.delivery.delivered, state.delivery.dropped)
    }
  }

  private var hasStopped: Bool { state.withLock { $0.hasStopped } }

  // MARK: The daemon

  private func followDaemon(_ path: String) throws {
    // As a relay, since an error in answer to a request does not concern the connection.
    var client = ReconnectingClient(path: path, topics: Topic.initial, timeouts: ClientTimeouts(), isRelay: true)
    while !hasStopped {
      switch try client.next(or: Interruption.signaled(daemonWakeup)) {
      case .line(let line, _): take(line)
      case .lost(let error):
        change { state in
          state.device.take(nil)
          state.requests = DaemonRequests()
        }
        report("\(error); waiting for it")
      case .interrupted: daemonWakeup.reset()
      }
      while let request = state.withLock({ $0.requests.next() }) {
        if try !client.send(line: Request.line([request])) { state.withLock { $0.requests.answered() } }
      }
    }
  }

  private func take(_ line: [UInt8]) {
    if let response = try? JSONCoding.decode(Response.self, from: line) {
      state.withLock { $0.requests.answered() }
      switch response.result {
      case .success(.status(let status)): change { $0.device.take(status) }
      case .success: break
      // One without an id is no answer, but why the connection ends, which is reported when it does.
      case .failure(let error): if response.id != .null { report("swiped refuses a command: \(error.message)") }
      }
      return
    }
    // Events of newer versions are not for this one.
    guard case .event(let event)? = try? ServerMessage(line: line) else { return }
    switch event {
    case .gesture(let swipe):
      let payload = SwipePayload.json(swipe)
      change(ofDevice: false) { $0.delivery.add(payload, madeNs: swipe.emittedNs, nowNs: monotonicNs()) }
    case .status(let status): change { $0.device.take(status) }
    default: break
    }
  }

  private func change(ofDevice isOfDevice: Bool = true, _ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.hasChanges = state.hasChanges || isOfDevice
    }
    brokerWakeup.signal()
  }

  // MARK: The broker

  private func makeConnection() throws(BrokerError) -> BrokerConnection {
    try .prepared(library, address, will: .retained(device.topics.availability, Array(DevicePayload.offline.utf8)))
  }

  private func followBroker() {
    var pause = Backoff(shortestMs: 500, longestMs: 60_000)
    var history = BrokerHistory()
    var hasCheckedTopics = false
    while !hasStopped {
      var connectedNs: UInt64?
      var lastedNs: UInt64?
      var wasUsed = false
      do throws(BrokerError) {
        guard var connection = try connect() else { return }
        connectedNs = monotonicNs()
        if history.begin() { report("connected to \(broker)") }
        try serve(&connection, &history, &hasCheckedTopics, &wasUsed)
      } catch {
        state.withLock { $0.delivery.disconnected() }
        lastedNs = connectedNs.map { monotonicNs() - $0 }
        // Once: a broker that is away for a night would fill the log.
        if let loss = history.end(error, afterConnectedNs: lastedNs, wasUsed: wasUsed, id: address.clientID), !hasStopped {
          report("\(loss.userError(broker: broker, file: file)); trying again")
        }
      }
      wait(milliseconds: pause.next(afterConnectedMs: (lastedNs ?? 0) / 1_000_000))
    }
  }

  private var broker: String { "\(address.host):\(address.port)" }

  private func wait(milliseconds: UInt64) {
    let endNs = monotonicNs() + milliseconds * 1_000_000
    while !hasStopped, monotonicNs() < endNs {
      brokerWakeup.wait(milliseconds: Platform.milliseconds(until: endNs))
      brokerWakeup.reset()
    }
  }

  /// - Returns: a connection; nil if the bridge was stopped before.
  private func connect() throws(BrokerError) -> BrokerConnection? {
    do throws(BrokerError) { return try connect(overIPv4: false) } catch {
      // The library tries one address of the name, often one of IPv6, at which not every broker listens.
      guard case .unreachable = error, !hasStopped else { throw error }
      do throws(BrokerError) { return try connect(overIPv4: true) } catch let other {
        if case .unreachable = other { throw error }
        throw other
      }
    }
  }

  private func connect(overIPv4: Bool) throws(BrokerError) -> BrokerConnection? {
    var connection = try makeConnection()
    try connection.open(address, overIPv4: overIPv4)
    guard try wait(for: connection) else { return nil }
    return connection
  }

  /// - Returns: whether it is connected.
  private func wait(for connection: borrowing BrokerConnection) throws(BrokerError) -> Bool {
    let endNs = monotonicNs() + UInt64(Self.answerS) * 1_000_000_000
    while !connection.isConnected, !hasStopped {
      guard monotonicNs() < endNs else { throw .silent(seconds: Self.answerS) }
      try connection.exchange(or: brokerWakeup, untilNs: endNs)
    }
    return connection.isConnected
  }

  /// Returns when the bridge is stopped.
  ///
  /// - Parameters:
  ///   - history: learns when the connection has become stable.
  ///   - hasCheckedTopics: whether what the broker keeps has been checked, by an earlier connection.
  ///   - wasUsed: becomes whether the broker has confirmed a message.
  private func serve(
    _ connection: inout BrokerConnection, _ history: inout BrokerHistory, _ hasCheckedTopics: inout Bool, _ wasUsed: inout Bool
  ) throws(BrokerError) {
    var stableNs: UInt64? = monotonicNs() + BrokerHistory.stableNs
    change { $0.device.brokerChanged() }
    var echo = RetainedEcho()
    if device.acceptsCommands {
      for topic in [device.topics.pauseCommand, device.topics.profileCommand] { try connection.subscribe(topic) }
    }
    var aliveNs = monotonicNs() + Self.aliveNs
    while !hasStopped {
      let published = try publish(connection)
      if !hasCheckedTopics, let topics = echo.add(published, nowNs: monotonicNs()) {
        for topic in topics { try connection.subscribe(topic) }
      }
      let dueNs = state.withLock { $0.delivery.dueNs }
      try connection.exchange(or: brokerWakeup, untilNs: min(aliveNs, dueNs ?? aliveNs, echo.dueNs ?? aliveNs))
      let (messages, isConfirmed) = take(connection)
      for message in messages { echo.take(message.topic, message.payload) }
      wasUsed = wasUsed || isConfirmed
      for topic in connection.takeRefused() where !echo.markUnreadable(topic) { report(refusedTopicWarning(topic)) }
      let now = monotonicNs()
      if let outcome = echo.end(nowNs: now) {
        hasCheckedTopics = true
        for topic in outcome.topics { try connection.unsubscribe(topic) }
        if let first = outcome.missing.first { report(missingTopicsWarning(first, others: outcome.missing.count - 1)) }
      }
      if let dueNs = state.withLock({ $0.delivery.dueNs }), now >= dueNs { throw .unconfirmed }
      if let due = stableNs, now >= due {
        stableNs = nil
        if history.confirmStable() { report("connected to \(broker)") }
      }
      if now >= aliveNs {
        aliveNs = now + Self.aliveNs
        try connection.keepAlive()
        request { $0.addStatus() }
      }
    }
    try connection.publish(.retained(device.topics.availability, Array(DevicePayload.offline.utf8)))
    // The confirmations of the last swipes may be on their way.
    let endNs = monotonicNs() + UInt64(Self.goodbyeMs) * 500_000
    while state.withLock({ $0.delivery.dueNs != nil }), monotonicNs() < endNs {
      try connection.exchange(or: brokerWakeup, untilNs: endNs)
      take(connection)
    }
    connection.disconnect()
  }

  /// The line about a topic that the broker does not let this client subscribe to.
  private func refusedTopicWarning(_ topic: String) -> String {
    warning("the broker refuses the subscription to \(topic)", "let this client read it in the access rules of the broker")
  }

  /// The line about topics that the broker does not keep.
  private func missingTopicsWarning(_ topic: String, others: Int) -> String {
    let more = others == 0 ? "" : " and \(others) more"
    return warning(
      "the broker does not give back what was published to \(topic)\(more), so it probably refuses it",
      "let this client write and read below swiped/ and \(device.discoveryPrefix)/ in the access rules of the broker")
  }

  private func warning(_ cause: String, _ fix: String) -> String {
    UserError("\(broker): \(cause)", fix: .action("\(words: fix)"), exitStatus: .unavailable).description
  }

  /// - Returns: the messages that the broker keeps, of those that were published now.
  private func publish(_ connection: borrowing BrokerConnection) throws(BrokerError) -> [Publication] {
    while let swipe = state.withLock({ $0.delivery.next(nowNs: monotonicNs()) }) {
      do throws(BrokerError) {
        let message = Publication(topic: device.topics.swipe, payload: swipe.payload, isRetained: false)
        let id = try connection.publish(message)
        state.withLock { $0.delivery.sent(as: id, nowNs: monotonicNs()) }
      } catch {
        state.withLock { $0.delivery.failed() }
        throw error
      }
    }
    let changes = state.withLock { state in
      guard state.hasChanges else { return [Publication]() }
      state.hasChanges = false
      return state.device.changes(state.delivery)
    }
    for message in changes { try connection.publish(message) }
    return changes
  }

  /// Takes what has come from the broker: messages, and whether it has confirmed any of ours.
  @discardableResult
  private func take(_ connection: borrowing BrokerConnection) -> (messages: [BrokerInbox.Message], isConfirmed: Bool) {
    let confirmed = connection.takeConfirmed()
    if !confirmed.isEmpty {
      state.withLock { state in
        for id in confirmed { state.delivery.confirmed(id) }
      }
    }
    let messages = connection.takeMessages()
    for message in messages where device.acceptsCommands {
      let command = DeviceCommand(
        topic: message.topic, payload: message.payload, isRetained: message.isRetained, topics: device.topics,
        profiles: state.withLock { $0.device.profiles })
      if let command { request { $0.add(command) } }
    }
    return (messages, !confirmed.isEmpty)
  }

  private func request(_ body: (inout DaemonRequests) -> Void) {
    state.withLock { body(&$0.requests) }
    daemonWakeup.signal()
  }
}
