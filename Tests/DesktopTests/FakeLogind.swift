import CSystemd
import Glibc
import TestTime

/// logind as a watch sees it: its name on a bus, its answers and its signals. It works while the test waits on it.
final class FakeLogind {
  struct Session {
    var id: String
    var user = getuid()
    var seat = "seat0"
    var isLocked = false
    /// Whether it is in front.
    var isActive = true
    /// Its state, if that does not follow from whether it is in front: "opening", or "closing" for one that has ended but for programs that
    /// it leaves behind.
    var state: String?
  }

  static let root = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let session = "org.freedesktop.login1.Session"

  var sessions: [Session]
  var isPreparingForSleep = false
  var refusesDelays = false
  private(set) var delaysAsked: [[String]] = []
  /// How often a session was read.
  fileprivate(set) var sessionsRead = 0
  /// Whether calls wait for ``answer()``.
  var isSlow = false
  fileprivate var waiting: [OpaquePointer] = []
  /// The unique name of the last caller.
  fileprivate(set) var lastCaller: String?
  /// Our ends of the inhibitors, which end when the watch gives them up.
  private var delays: [Int32] = []
  private let bus: OpaquePointer

  /// - Parameter ownsName: whether it owns logind's name on the bus; an impostor does not.
  init(_ address: String, sessions: [Session] = [Session(id: "1")], ownsName: Bool = true) {
    self.sessions = sessions
    bus = connect(address)
    sd_bus_add_fallback(bus, nil, "/", { call, userdata, _ in handle(call, userdata) }, Unmanaged.passUnretained(self).toOpaque())
    if ownsName { own() }
  }

  deinit {
    sd_bus_flush_close_unref(bus)
    for delay in delays { close(delay) }
  }

  func own() { precondition(sd_bus_request_name(bus, "org.freedesktop.login1", 0) > 0) }
  func disown() { precondition(sd_bus_release_name(bus, "org.freedesktop.login1") >= 0) }

  /// Returns when the bus has handed on all that was sent before.
  func awaitDelivery() { precondition(sd_bus_request_name(bus, "swiped.test.\(getpid())", UInt64(SD_BUS_NAME_ALLOW_REPLACEMENT)) != 0) }

  static func path(_ id: String) -> String { "\(root)/session/_3\(id)" }

  /// How many inhibitors are held.
  var delaysHeld: Int {
    delays.count { end in
      var entry = pollfd(fd: end, events: 0, revents: 0)
      return poll(&entry, 1, 0) == 0
    }
  }

  /// Works until a condition holds.
  ///
  /// - Returns: false if it does not within `patience`.
  func serve(_ inbox: Inbox, until condition: () -> Bool) -> Bool {
    let deadline = monotonicMs() + 1000 * Int(patience)
    while !condition() {
      guard monotonicMs() < deadline else { return false }
      if sd_bus_process(bus, nil) > 0 { continue }
      // A released inhibitor wakes no thread here.
      inbox.wait(or: sd_bus_get_fd(bus), for: 20)
    }
    return true
  }

  /// Sends a signal; `to` names its only receiver.
  func send(_ member: String, path: String, interface: String, to name: String? = nil, _ fill: (OpaquePointer) -> Void = { _ in }) {
    var message: OpaquePointer?
    sd_bus_message_new_signal(bus, &message, path, interface, member)
    fill(message!)
    precondition(sd_bus_send_to(bus, message, name, nil) >= 0)
    sd_bus_message_unref(message)
    sd_bus_flush(bus)
  }

  func lock(_ id: String, to name: String? = nil) { send("Lock", path: Self.path(id), interface: Self.session, to: name) }
  func unlock(_ id: String, to name: String? = nil) { send("Unlock", path: Self.path(id), interface: Self.session, to: name) }

  func hint(_ id: String, _ isLocked: Bool) {
    for index in sessions.indices where sessions[index].id == id { sessions[index].isLocked = isLocked }
    signalChange(of: id, [("IdleHint", true), ("LockedHint", isLocked)])
  }

  /// Brings a session to the front or into the background.
  func front(_ id: String, _ isActive: Bool) {
    for index in sessions.indices where sessions[index].id == id { sessions[index].isActive = isActive }
    signalChange(of: id, [("Active", isActive)])
  }

  private func signalChange(of id: String, _ properties: [(String, Bool)]) {
    send("PropertiesChanged", path: Self.path(id), interface: "org.freedesktop.DBus.Properties") { message in
      append(message, "s", Self.session)
      appendProperties(message, properties)
      sd_bus_message_append_strv(message, nil)
    }
  }

  /// Answers the calls that wait.
  func answer() {
    isSlow = false
    for call in waiting {
      _ = handle(call, Unmanaged.passUnretained(self).toOpaque())
      sd_bus_message_unref(call)
    }
    waiting = []
    sd_bus_flush(bus)
  }

  func prepareForSleep(_ begins: Bool, to name: String? = nil) {
    isPreparingForSleep = begins
    send("PrepareForSleep", path: Self.root, interface: Self.manager, to: name) { append($0, begins) }
  }

  func add(_ session: Session) {
    sessions.append(session)
    send("SessionNew", path: Self.root, interface: Self.manager) {
      append($0, "s", session.id)
      append($0, "o", Self.path(session.id))
    }
  }

  func remove(_ id: String) {
    sessions.removeAll { $0.id == id }
    send("SessionRemoved", path: Self.root, interface: Self.manager) {
      append($0, "s", id)
      append($0, "o", Self.path(id))
    }
  }
}

func connect(_ address: String) -> OpaquePointer {
  var bus: OpaquePointer?
  precondition(sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0)
  precondition(sd_bus_start(bus) >= 0)
  return bus!
}

func append(_ message: OpaquePointer, _ type: Unicode.Scalar, _ text: String) {
  sd_bus_message_append_basic(message, CChar(type.value), text)
}

func append(_ message: OpaquePointer, _ value: Bool) {
  var value: Int32 = value ? 1 : 0
  sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &value)
}

private func appendProperties(_ message: OpaquePointer, _ properties: [(String, Bool)], state: String? = nil) {
  sd_bus_message_open_container(message, CChar(UInt8(ascii: "a")), "{sv}")
  for (name, value) in properties {
    sd_bus_message_open_container(message, CChar(UInt8(ascii: "e")), "sv")
    append(message, "s", name)
    appendVariant(message, value)
    sd_bus_message_close_container(message)
  }
  if let state {
    sd_bus_message_open_container(message, CChar(UInt8(ascii: "e")), "sv")
    append(message, "s", "State")
    sd_bus_message_open_container(message, CChar(UInt8(ascii: "v")), "s")
    append(message, "s", state)
    sd_bus_message_close_container(message)
    sd_bus_message_close_container(message)
  }
  sd_bus_message_close_container(message)
}

private func appendVariant(_ message: OpaquePointer, _ value: Bool) {
  sd_bus_message_open_container(message, CChar(UInt8(ascii: "v")), "b")
  append(message, value)
  sd_bus_message_close_container(message)
}

private func handle(_ call: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
  guard let call, let member = sd_bus_message_get_member(call) else { return 0 }
  let logind = Unmanaged<FakeLogind>.fromOpaque(userdata!).takeUnretainedValue()
  logind.lastCaller = String(cString: sd_bus_message_get_sender(call))
  guard !logind.isSlow else {
    logind.waiting.append(sd_bus_message_ref(call))
    return 1
  }
  var reply: OpaquePointer?
  sd_bus_message_new_method_return(call, &reply)
  defer { sd_bus_message_unref(reply) }
  switch String(cString: member) {
  case "ListSessions": logind.list(in: reply!)
  case "Inhibit":
    guard logind.inhibit(call, in: reply!) else { return -EACCES }
  case "Get": appendVariant(reply!, logind.isPreparingForSleep)
  case "GetAll":
    guard logind.getAll(call, in: reply!) else { return -ENOENT }
  default: return 0
  }
  return sd_bus_send(nil, reply, nil) < 0 ? -EIO : 1
}

extension FakeLogind {
  fileprivate func list(in reply: OpaquePointer) {
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "(susso)")
    for session in sessions {
      sd_bus_message_open_container(reply, CChar(UInt8(ascii: "r")), "susso")
      append(reply, "s", session.id)
      var user = session.user
      sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "u")), &user)
      append(reply, "s", "somebody")
      append(reply, "s", session.seat)
      append(reply, "o", Self.path(session.id))
      sd_bus_message_close_container(reply)
    }
    sd_bus_message_close_container(reply)
  }

  fileprivate func inhibit(_ call: OpaquePointer, in reply: OpaquePointer) -> Bool {
    var asked: [String] = []
    var text: UnsafePointer<CChar>?
    while sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &text) > 0 { asked.append(String(cString: text!)) }
    delaysAsked.append(asked)
    guard !refusesDelays else { return false }
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    delays.append(ends[0])
    sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "h")), &ends[1])
    close(ends[1])
    return true
  }

  /// - Returns: false if there is no such session.
  fileprivate func getAll(_ call: OpaquePointer, in reply: OpaquePointer) -> Bool {
    let path = String(cString: sd_bus_message_get_path(call))
    sessionsRead += 1
    guard let session = sessions.first(where: { Self.path($0.id) == path }) else { return false }
    appendProperties(
      reply, [("IdleHint", true), ("Active", session.isActive), ("LockedHint", session.isLocked)],
      state: session.state ?? (session.isActive ? "active" : "online"))
    return true
  }
}
