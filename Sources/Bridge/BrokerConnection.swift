import CMosquitto
import Glibc
import Platform
import SystemPackage
import UserErrors

/// Where the broker is, and who connects to it.
package struct BrokerAddress: Sendable, Equatable {
  package var host: String
  package var port: Int
  package var usesTLS = false
  /// The file with the certificates that are trusted; nil for those of the system.
  package var authority: String?
  package var user: String?
  package var password: String?
  package var clientID: String

  package init(host: String, port: Int, clientID: String) { (self.host, self.port, self.clientID) = (host, port, clientID) }
}

/// What the library reports while it reads and writes. Used on the thread of the connection alone.
final class BrokerInbox {
  struct Message {
    let topic: String
    let payload: [UInt8]
    let isRetained: Bool
  }

  /// More come in one read only from a hostile broker.
  private static let messageLimit = 64

  /// The code of the answer to the request to connect; nil before it.
  fileprivate(set) var connack: Int32?
  /// The ids of the messages that were confirmed.
  fileprivate var confirmed: [Int32] = []
  fileprivate var messages: [Message] = []
  /// The topics that were subscribed to, by the ids of the requests, until the broker answers.
  fileprivate var subscriptions: [Int32: String] = [:]
  /// Those that it has refused.
  fileprivate var refused: [String] = []
  fileprivate var lastError: String?

  fileprivate func add(_ message: mosquitto_message) {
    // What is longer than any command is read as far as needed to refuse it.
    let count = min(Int(max(message.payloadlen, 0)), DeviceCommand.payloadLimit + 1)
    let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    guard messages.count < Self.messageLimit, let topic = message.topic else { return }
    messages.append(Message(topic: String(cString: topic), payload: payload, isRetained: message.retain))
  }

  fileprivate func answer(to id: Int32, qos: Int32?) {
    // As a code of MQTT 3.1.1.
    let refusal: Int32 = 0x80
    guard let topic = subscriptions.removeValue(forKey: id), qos == refusal else { return }
    refused.append(topic)
  }

  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> BrokerInbox {
    Unmanaged<BrokerInbox>.fromOpaque(context!).takeUnretainedValue()
  }
}

/// One connection to the broker. It is used on one thread, and never made again: what the library holds back goes with it.
struct BrokerConnection: ~Copyable {
  /// The longest time without a sign of life, in s. ``keepAlive()`` must be called several times as often.
  private static let keepAliveS: Int32 = 30
  private static let qos: Int32 = 1

  private let library: Mosquitto
  private var calls: mosquitto_functions { library.calls }
  private let client: OpaquePointer
  private let inbox: BrokerInbox
  /// What is allocated may reach this, in bytes: the library keeps a whole message of any size, and any number of those of QoS 2.
  private var memoryLimit = Int.max
  private var isDisconnected = false

  private init(_ library: Mosquitto, _ client: OpaquePointer, _ inbox: BrokerInbox) {
    (self.library, self.client, self.inbox) = (library, client, inbox)
  }

  /// Prepares a connection.
  ///
  /// - Parameters:
  ///   - address: whose client id and user the broker gets.
  ///   - will: what the broker publishes when the connection breaks.
  /// - Throws: `BrokerError.setting` for what the library refuses to send.
  static func prepared(_ library: Mosquitto, _ address: BrokerAddress, will: Publication) throws(BrokerError) -> BrokerConnection {
    let inbox = BrokerInbox()
    guard let client = library.calls.mosquitto_new(address.clientID, true, Unmanaged.passUnretained(inbox).toOpaque()) else {
      throw .setting("id", "\(Errno.last)")
    }
    let connection = BrokerConnection(library, client, inbox)
    connection.setCallbacks()
    try connection.prepare(address, will)
    return connection
  }

  private func prepare(_ address: BrokerAddress, _ will: Publication) throws(BrokerError) {
    func check(_ setting: String, _ code: Int32) throws(BrokerError) {
      if code != 0 { throw .setting(setting, library.text(of: code)) }
    }
    try check("version", calls.mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311))
    // A swipe must not wait for another message to fill a packet.
    try check("delay", calls.mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1))
    try check("id", calls.mosquitto_will_set(client, will.topic, Int32(will.payload.count), will.payload, Self.qos, will.isRetained))
    if let user = address.user { try check("user", calls.mosquitto_username_pw_set(client, user, address.password)) }
  }

  /// Begins to connect. To be called once.
  ///
  /// - Parameter overIPv4: whether only addresses of IPv4 are tried.
  mutating func open(_ address: BrokerAddress, overIPv4: Bool) throws(BrokerError) {
    if address.usesTLS {
      let code =
        address.authority.map { calls.mosquitto_tls_set(client, $0, nil, nil, nil, nil) }
        ?? calls.mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      guard code == 0 else { throw .tls("\(address.authority ?? "the system's certificates") cannot be read") }
    }
    try check(
      calls.mosquitto_connect_bind_async(client, address.host, Int32(address.port), Self.keepAliveS, overIPv4 ? "0.0.0.0" : nil))
    // Without the certificates, which take megabytes, and which the library has read by now.
    memoryLimit = Memory.allocatedBytes + BrokerMemory.connectionLimit
  }

  deinit {
    if !isDisconnected {
      // What is not sent yet must not arrive later.
      var reset = linger(l_onoff: 1, l_linger: 0)
      setsockopt(calls.mosquitto_socket(client), SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }
    calls.mosquitto_destroy(client)
  }

  private func setCallbacks() {
    calls.mosquitto_connect_callback_set(client) { _, context, code in BrokerInbox.of(context).connack = code }
    calls.mosquitto_publish_callback_set(client) { _, context, id in BrokerInbox.of(context).confirmed.append(id) }
    calls.mosquitto_message_callback_set(client) { _, context, message in message.map { BrokerInbox.of(context).add($0.pointee) } }
    calls.mosquitto_subscribe_callback_set(client) { _, context, id, count, qos in
      BrokerInbox.of(context).answer(to: id, qos: count > 0 ? qos?.pointee : nil)
    }
    calls.mosquitto_log_callback_set(client) { _, context, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      BrokerInbox.of(context).lastError = String(cString: text)
    }
  }

  /// Whether the broker has accepted the connection.
  var isConnected: Bool { inbox.connack == 0 }

  /// Sends a message, which the broker has to confirm.
  ///
  /// - Returns: its id.
  @discardableResult
  func publish(_ message: Publication) throws(BrokerError) -> Int32 {
    var id: Int32 = 0
    try check(
      calls.mosquitto_publish(client, &id, message.topic, Int32(message.payload.count), message.payload, Self.qos, message.isRetained))
    return id
  }

  func subscribe(_ topic: String) throws(BrokerError) {
    var id: Int32 = 0
    try check(calls.mosquitto_subscribe(client, &id, topic, Self.qos))
    inbox.subscriptions[id] = topic
  }

  func unsubscribe(_ topic: String) throws(BrokerError) { try check(calls.mosquitto_unsubscribe(client, nil, topic)) }

  /// The topics whose subscription the broker has refused since the last call.
  func takeRefused() -> [String] {
    defer { inbox.refused = [] }
    return inbox.refused
  }

  /// Reads and writes what can be read and written, after a wait.
  ///
  /// - Parameters:
  ///   - wakeup: ends the wait, and is reset.
  ///   - untilNs: when the wait ends, in ns of CLOCK_MONOTONIC.
  func exchange(or wakeup: Wakeup, untilNs: UInt64) throws(BrokerError) {
    let wanted = calls.mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN
    var entries = (
      pollfd(fd: calls.mosquitto_socket(client), events: Int16(wanted), revents: 0),
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
    )
    let left = milliseconds(until: untilNs)
    _ = withUnsafeMutablePointer(to: &entries) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, left) }
    }
    if entries.1.revents != 0 { wakeup.reset() }
    let found = Int32(entries.0.revents)
    if found & ~POLLOUT != 0 {
      try check(calls.mosquitto_loop_read(client, 1))
      guard Memory.allocatedBytes < memoryLimit else { throw .oversized }
    }
    if found & POLLOUT != 0 { try check(calls.mosquitto_loop_write(client, 1)) }
    if calls.mosquitto_socket(client) < 0 { throw error(0) }
  }

  /// Sends a sign of life if one is due.
  func keepAlive() throws(BrokerError) { try check(calls.mosquitto_loop_misc(client)) }

  /// The ids of the messages that the broker has confirmed since the last call.
  func takeConfirmed() -> [Int32] {
    defer { inbox.confirmed = [] }
    return inbox.confirmed
  }

  /// The messages since the last call.
  func takeMessages() -> [BrokerInbox.Message] {
    defer { inbox.messages = [] }
    return inbox.messages
  }

  /// Says goodbye, so that the broker does not publish the will.
  mutating func disconnect() {
    isDisconnected = calls.mosquitto_disconnect(client) == 0
  }

  private func check(_ code: Int32) throws(BrokerError) {
    if code != 0 { throw error(code) }
  }

  /// - Parameter code: that of the library; 0 if it has closed the connection without one.
  private func error(_ code: Int32) -> BrokerError {
    // First: the library's text for a failed system call is that of errno.
    let text = library.text(of: code)
    if let connack = inbox.connack, connack != 0 { return BrokerError(connack: connack, library.text(ofRefusal: connack)) }
    switch mosq_err_t(code) {
    case MOSQ_ERR_NOMEM: return .oversized
    case MOSQ_ERR_TLS: return .tls(inbox.lastError?.split(separator: ":").last.map { String($0).droppingFullStop } ?? text)
    case MOSQ_ERR_SUCCESS, MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET:
      return isConnected ? .unreachable("the connection was lost") : .unsupportedVersion
    case MOSQ_ERR_CONN_LOST where !isConnected: return .closed
    default: return .unreachable(text)
    }
  }
}
