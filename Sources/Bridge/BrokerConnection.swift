import CMosquitto
import Glibc
import Platform
import Product

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

enum MQTTVersion: Int32, Sendable {
  case v311 = 4
  case v5 = 5

  var name: String { self == .v5 ? "MQTT 5" : "MQTT 3.1.1" }
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
  /// Why the broker ends the connection, in MQTT 5.
  fileprivate(set) var reason: Int32?
  /// The confirmations, by the ids of the messages.
  fileprivate var answers: [(id: Int32, isAccepted: Bool)] = []
  fileprivate var messages: [Message] = []
  fileprivate var lastError: String?

  fileprivate func add(_ message: mosquitto_message_t) {
    // What is longer than any command is read as far as needed to refuse it.
    let count = min(Int(max(message.payloadlen, 0)), DeviceCommand.payloadLimit + 1)
    let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    guard messages.count < Self.messageLimit, let topic = message.topic else { return }
    messages.append(Message(topic: String(cString: topic), payload: payload, isRetained: message.retain))
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

  let version: MQTTVersion
  private let library: Mosquitto
  private let client: OpaquePointer
  private let inbox = BrokerInbox()
  /// By which a broker drops what it cannot deliver in time.
  private var expiry: OpaquePointer?
  private var isDisconnected = false

  /// - Parameter id: by which the broker knows this client.
  init(_ library: Mosquitto, _ version: MQTTVersion, id: String) {
    (self.library, self.version) = (library, version)
    // It fails only without memory.
    client = library.new(id, true, Unmanaged.passUnretained(inbox).toOpaque())!
  }

  /// Begins to connect. To be called once.
  ///
  /// - Parameter will: what the broker publishes when the connection breaks.
  mutating func open(_ address: BrokerAddress, will: Publication) throws(BrokerError) {
    setCallbacks()
    _ = library.setOption(client, Int32(MOSQUITTO_OPT_PROTOCOL_VERSION), version.rawValue)
    // A swipe must not wait for another message to fill a packet.
    _ = library.setOption(client, Int32(MOSQUITTO_OPT_TCP_NODELAY), 1)
    _ = library.setWill(client, will.topic, Int32(will.payload.count), will.payload, Self.qos, will.isRetained)
    if version == .v5 {
      _ = library.addProperty(&expiry, Int32(MQTT_MESSAGE_EXPIRY_INTERVAL), UInt32(SwipeDelivery.patienceNs / 1_000_000_000))
    }
    if let user = address.user { _ = library.setUser(client, user, address.password) }
    if address.usesTLS {
      let code =
        address.authority.map { library.setAuthority(client, $0, nil, nil, nil, nil) }
        ?? library.setOption(client, Int32(MOSQUITTO_OPT_TLS_USE_OS_CERTS), 1)
      guard code == 0 else { throw .tls("\(address.authority ?? "the system's certificates") cannot be read") }
    }
    try check(library.connect(client, address.host, Int32(address.port), Self.keepAliveS))
  }

  deinit {
    if !isDisconnected {
      // What is not sent yet must not arrive later.
      var reset = linger(l_onoff: 1, l_linger: 0)
      setsockopt(library.socket(client), SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }
    library.destroy(client)
    var expiry = expiry
    if expiry != nil { library.freeProperties(&expiry) }
  }

  private func setCallbacks() {
    library.onConnect(client) { _, context, code, _, _ in BrokerInbox.of(context).connack = code }
    library.onDisconnect(client) { _, context, code, _ in BrokerInbox.of(context).reason = code >= 0x80 ? code : nil }
    library.onPublish(client) { _, context, id, code, _ in BrokerInbox.of(context).answers.append((id, code < 0x80)) }
    library.onMessage(client) { _, context, message in message.map { BrokerInbox.of(context).add($0.pointee) } }
    library.onLog(client) { _, context, level, text in
      guard level == Int32(MOSQUITTO_LOG_ERR), let text else { return }
      BrokerInbox.of(context).lastError = String(cString: text)
    }
  }

  /// Whether the broker has accepted the connection.
  var isConnected: Bool { inbox.connack == 0 }

  /// Sends a message, which the broker has to confirm.
  ///
  /// - Parameter expires: whether the broker drops it if it cannot deliver it in time.
  /// - Returns: its id.
  @discardableResult
  func publish(_ message: Publication, expires: Bool = false) throws(BrokerError) -> Int32 {
    var id: Int32 = 0
    try check(
      library.publish(
        client, &id, message.topic, Int32(message.payload.count), message.payload, Self.qos, message.isRetained, expires ? expiry : nil))
    return id
  }

  /// Subscribes to a topic. What the broker has kept is not sent, if it knows that option.
  func subscribe(_ topic: String) throws(BrokerError) {
    try check(library.subscribe(client, nil, topic, Self.qos, version == .v5 ? Int32(MQTT_SEND_RETAIN_NEVER) : 0, nil))
  }

  /// Reads and writes what can be read and written, after a wait.
  ///
  /// - Parameters:
  ///   - wakeup: ends the wait, and is reset.
  ///   - untilNs: when the wait ends, in ns of CLOCK_MONOTONIC.
  func exchange(or wakeup: Wakeup, untilNs: UInt64) throws(BrokerError) {
    let wanted = library.wantsWrite(client) ? POLLIN | POLLOUT : POLLIN
    var entries = (
      pollfd(fd: library.socket(client), events: Int16(wanted), revents: 0),
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
    )
    let now = monotonicNs()
    let left = untilNs > now ? Int32(clamping: (untilNs - now + 999_999) / 1_000_000) : 0
    _ = withUnsafeMutablePointer(to: &entries) { pair in
      pair.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, left) }
    }
    if entries.1.revents != 0 { wakeup.reset() }
    let found = Int32(entries.0.revents)
    if found & ~POLLOUT != 0 { try check(library.read(client, 1)) }
    if found & POLLOUT != 0 { try check(library.write(client, 1)) }
    if library.socket(client) < 0 { throw error(0) }
  }

  /// Sends a sign of life if one is due.
  func keepAlive() throws(BrokerError) { try check(library.keepAlive(client)) }

  /// The confirmations since the last call.
  func takeAnswers() -> [(id: Int32, isAccepted: Bool)] {
    defer { inbox.answers = [] }
    return inbox.answers
  }

  /// The messages since the last call.
  func takeMessages() -> [BrokerInbox.Message] {
    defer { inbox.messages = [] }
    return inbox.messages
  }

  /// Says goodbye, so that the broker does not publish the will.
  mutating func disconnect() {
    isDisconnected = library.disconnect(client) == 0
  }

  private func check(_ code: Int32) throws(BrokerError) {
    if code != 0 { throw error(code) }
  }

  private func words(_ text: mosquitto_text_fn, _ code: Int32) -> String {
    text(code).map { String(cString: $0).droppingFullStop } ?? "error \(code)"
  }

  /// - Parameter code: that of the library; 0 if it has closed the connection without one.
  private func error(_ code: Int32) -> BrokerError {
    // First: the library's text for a failed system call is that of errno.
    let text = words(library.errorText, code)
    if let connack = inbox.connack, connack != 0 {
      return BrokerError(connack: connack, words(version == .v5 ? library.reasonText : library.connackText, connack))
    }
    if let reason = inbox.reason { return .refused(words(library.reasonText, reason)) }
    switch code {
    case Int32(MOSQUITTO_ERR_TLS): return .tls(inbox.lastError?.split(separator: ":").last.map { String($0).droppingFullStop } ?? text)
    case 0, Int32(MOSQUITTO_ERR_PROTOCOL), Int32(MOSQUITTO_ERR_MALFORMED_PACKET):
      return isConnected ? .unreachable("the connection was lost") : .unsupportedVersion
    case Int32(MOSQUITTO_ERR_CONN_LOST) where !isConnected: return .closed
    default: return .unreachable(text)
    }
  }
}

extension String {
  /// The text of a library, to be followed by more.
  fileprivate var droppingFullStop: String {
    let text = drop { $0 == " " }
    return String(text.last == "." ? text.dropLast() : text)
  }
}
