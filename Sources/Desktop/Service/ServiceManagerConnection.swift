import Platform
import Product
import SystemPackage

/// Where the service manager takes calls.
struct ServiceManagerAddress: Sendable {
  /// As D-Bus writes it: `unix:path=/run/user/1000/bus`.
  let text: String
  /// Whether there is a message bus, rather than the manager itself.
  let isBus: Bool
}

/// A connection to the user's service manager, for calls of one thread that wait for their replies.
struct ServiceManagerConnection: ~Copyable {
  private static let name = "org.freedesktop.systemd1", root = "/org/freedesktop/systemd1"
  private static let managerInterface = "org.freedesktop.systemd1.Manager"

  /// What has happened on the connection.
  private final class Events {
    var isLost = false
    /// The results of the jobs that have ended, by their paths.
    var jobs: [String: String] = [:]
  }

  private let loop: EventLoop
  private let bus: Bus
  private let events: Events
  /// The time for a reply that needs no work.
  private let patience: Duration
  /// The time for everything that is done with the connection, and its end.
  private let limit: Duration
  private let deadlineNs: UInt64

  /// Connects to the manager.
  ///
  /// - Parameters:
  ///   - addresses: are tried in their order until something listens at one.
  ///   - patience: the time for a reply that needs no work, after which a manager that hangs is given up.
  ///   - limit: the time for everything that is done with the connection.
  static func open(
    _ addresses: [ServiceManagerAddress], patience: Duration, limit: Duration
  ) throws(ServiceError) -> ServiceManagerConnection {
    let connection: ServiceManagerConnection
    do throws(Errno) { connection = try Self(addresses, patience, limit) } catch {
      throw .unreachable(why: "\(error)".lowercased() + " (\(addresses.last?.text ?? ""))")
    }
    // A manager on a bus sends signals only then. Another connection may have asked already.
    try connection.call(manager("Subscribe"), within: patience, ignoring: ["org.freedesktop.systemd1.AlreadySubscribed"]) { _ in () }
    return connection
  }

  private init(_ addresses: [ServiceManagerAddress], _ patience: Duration, _ limit: Duration) throws(Errno) {
    let events = Events()
    let loop = try EventLoop()
    let bus = try Self.connect(to: addresses, on: loop, events)
    try bus.match("type='signal',interface='\(Self.managerInterface)',member='JobRemoved',path='\(Self.root)'") { signal in
      _ = signal.uint32()
      guard let job = signal.objectPath(), signal.string() != nil else { return }
      events.jobs[job] = signal.string()
    }
    self.loop = loop
    self.bus = bus
    self.events = events
    (self.patience, self.limit) = (patience, limit)
    deadlineNs = Self.end(of: limit)
  }

  private static func connect(
    to addresses: [ServiceManagerAddress], on loop: borrowing EventLoop, _ events: Events
  ) throws(Errno) -> Bus {
    for address in addresses.dropLast() {
      if let bus = try? Bus.connect(to: address.text, isBus: address.isBus, on: loop, lost: { events.isLost = true }) { return bus }
    }
    let last = addresses[addresses.count - 1]
    return try Bus.connect(to: last.text, isBus: last.isBus, on: loop, lost: { events.isLost = true })
  }

  /// The environment of the processes that the manager starts, as `NAME=VALUE`.
  func environment() throws(ServiceError) -> [String] {
    let get = Bus.Method(service: Self.name, path: Self.root, interface: "org.freedesktop.DBus.Properties", name: "Get")
    let arguments = { (call: borrowing BusMessage) in
      call.append(Self.managerInterface)
      call.append("Environment")
    }
    return try call(get, within: patience, arguments: arguments) { reply in
      reply.within("v", "as") { reply.array("s") { reply.string() } }
    }
  }

  // MARK: Units

  func state(of unit: String) throws(ServiceError) -> UnitState {
    // The manager reads the unit if it has not yet.
    let path = Self.root + "/unit/" + unit.replacing(".", with: "_2e")
    let get = Bus.Method(service: Self.name, path: path, interface: "org.freedesktop.DBus.Properties", name: "GetAll")
    return try call(get, within: patience, arguments: { $0.append("") }, read: { UnitState($0) })
  }

  /// The state of a unit whose file the manager can read.
  func installedState(of unit: String) throws(ServiceError) -> UnitState {
    var state = try state(of: unit)
    if state.load == "not-found" {
      // It may have been installed since.
      try reload()
      state = try self.state(of: unit)
    }
    switch state.load {
    case "loaded": return state
    case "not-found": throw .notInstalled
    case "masked": throw .masked
    case let load: throw .unreadable(load: load)
    }
  }

  /// Runs a job of a unit, and returns when it is done.
  ///
  /// - Parameter method: `StartUnit`, `StopUnit`, `RestartUnit`.
  func run(_ method: String, _ unit: String, for action: ServiceAction) throws(ServiceError) {
    let start = { (call: borrowing BusMessage) in
      call.append(unit)
      call.append("replace")
    }
    let job = try call(Self.manager(method), arguments: start) { $0.objectPath() }
    guard wait(untilNs: deadlineNs, or: { [events] in events.jobs[job] != nil }) else {
      throw events.isLost ? Self.lost : .late(action, unit: unit, limit)
    }
    let result = events.jobs[job] ?? ""
    guard result != "done", result != "skipped" else { return }
    throw .failed(action, unit: unit, result: result, lastEnd: try state(of: unit).lastEnd)
  }

  func resetFailed(_ unit: String) throws(ServiceError) {
    try call(Self.manager("ResetFailedUnit"), arguments: { $0.append(unit) }, read: { _ in () })
  }

  func enable(_ units: [String]) throws(ServiceError) {
    let arguments = { (call: borrowing BusMessage) in
      call.append(units)
      // Not only until the next boot, and not in place of other files.
      call.append(false)
      call.append(false)
    }
    try call(Self.manager("EnableUnitFiles"), arguments: arguments) { _ in () }
    try reload()
  }

  func disable(_ units: [String]) throws(ServiceError) {
    let arguments = { (call: borrowing BusMessage) in
      call.append(units)
      call.append(false)
    }
    try call(Self.manager("DisableUnitFiles"), arguments: arguments) { _ in () }
    try reload()
  }

  private func reload() throws(ServiceError) { try call(Self.manager("Reload")) { _ in () } }

  // MARK: Calls

  private static let lost = ServiceError.unreachable(why: "the connection was closed")

  private static func manager(_ method: String) -> Bus.Method {
    Bus.Method(service: name, path: root, interface: managerInterface, name: method)
  }

  /// Calls a method, and waits for its reply.
  ///
  /// - Parameters:
  ///   - patience: the time for the reply; nil for all that is left.
  ///   - ignored: names of errors that are as good as a reply.
  ///   - read: reads the reply.
  @discardableResult
  private func call<Value>(
    _ method: Bus.Method, within patience: Duration? = nil, ignoring ignored: [String] = [],
    arguments: (borrowing BusMessage) -> Void = { _ in },
    read: @escaping (borrowing BusMessage) -> Value?
  ) throws(ServiceError) -> Value {
    var answer: Result<Value, ServiceError>?
    do throws(Errno) {
      try bus.call(method, timeoutMs: UInt64(clamping: limit.components.seconds + 1) * 1000, arguments: arguments) { reply in
        answer = Self.result(of: reply, ignored, read)
      }
    } catch {
      throw .unreachable(why: "\(error)".lowercased())
    }
    _ = wait(untilNs: patience.map(Self.end) ?? deadlineNs) { answer != nil }
    if let answer { return try answer.get() }
    throw events.isLost ? Self.lost : .unreachable(why: "no reply within \((patience ?? limit).components.seconds) s")
  }

  private static func result<Value>(
    of reply: borrowing BusMessage, _ ignored: [String], _ read: (borrowing BusMessage) -> Value?
  ) -> Result<Value, ServiceError> {
    if let name = reply.failureName, !ignored.contains(name) {
      let message = reply.failure ?? name
      // What the bus and the library reply in the place of the manager.
      let isAbsent = name.hasPrefix("org.freedesktop.DBus.Error.") && absences.contains { name.hasSuffix($0) }
      return .failure(isAbsent ? .unreachable(why: message) : .refused(name: name, message: message))
    }
    return read(reply).map { .success($0) } ?? .failure(.unreachable(why: "the reply to \(reply.member ?? "a call") cannot be read"))
  }

  private static let absences = ["ServiceUnknown", "NameHasNoOwner", "NoReply", "Timeout", "Disconnected"]

  /// - Returns: false if the time was over, or the connection was lost, before the condition held.
  private func wait(untilNs deadlineNs: UInt64, or condition: () -> Bool) -> Bool {
    loop.run(untilNs: deadlineNs) { [events] in events.isLost || condition() }
    return condition()
  }

  private static func end(of time: Duration) -> UInt64 { monotonicNs() + UInt64(time / .nanoseconds(1)) }
}
