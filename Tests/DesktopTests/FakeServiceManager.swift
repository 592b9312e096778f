import CSystemd
import Foundation
import Glibc
import Synchronization

/// The user's service manager: its answers and signals, on a bus or at a socket of its own. It works on its own thread.
final class FakeServiceManager: Sendable {
  struct Unit: Sendable {
    var load = "loaded", active = "inactive", sub = "dead", file = "disabled", result = "success"
    var exitStatus: Int32 = 0, process: UInt32 = 0
    var listen: [String] = []
    /// How its next jobs end; nil if they never do.
    var jobResult: String? = "done"
    /// Whether it starts at login for all users.
    var isEnabledForAll = false
  }

  struct State: Sendable {
    var units = ["swiped.service": Unit(), "swiped.socket": Unit()]
    /// The environment in which it starts services.
    var environment: [String] = []
    /// What `Reload` makes of the service's load state.
    var loadAfterReload: String?
    /// The name and the message of the error of a method.
    var errors: [String: (name: String, message: String)] = [:]
    /// Methods that get no reply.
    var silent: Set<String> = []
    /// The method on which it closes the connection.
    var hangsUpOn: String?
    fileprivate var hasHungUp = false
    /// The calls, except those that only read: `StartUnit swiped.service`.
    var calls: [String] = []
    fileprivate var isSubscribed = false
    fileprivate var jobs: UInt32 = 0
  }

  /// Shared with the thread, which must not own the manager.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let isStopped = Mutex(false)
    let ready = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
  }

  private let shared = Shared()

  /// Returns once it can be called.
  ///
  /// - Parameters:
  ///   - address: of a bus.
  ///   - state: what it knows at first.
  init(bus address: String, _ state: State) {
    shared.state.withLock { $0 = state }
    Thread.detachNewThread { [shared] in
      let bus = connect(address)
      precondition(sd_bus_request_name(bus, "org.freedesktop.systemd1", 0) > 0)
      shared.ready.signal()
      Self.serve(bus, shared)
      shared.ended.signal()
    }
    shared.ready.wait()
  }

  /// - Parameter path: of its own socket.
  init(socket path: String, _ state: State) {
    shared.state.withLock { $0 = state }
    let listener = listen(at: path)
    Thread.detachNewThread { [shared] in
      while !shared.isStopped.withLock({ $0 }) {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20) > 0 else { continue }
        let end = accept(listener, nil, nil)
        var bus: OpaquePointer?
        var id = sd_id128_t()
        sd_id128_randomize(&id)
        precondition(sd_bus_new(&bus) >= 0 && sd_bus_set_fd(bus, end, end) >= 0 && sd_bus_set_server(bus, 1, id) >= 0)
        precondition(sd_bus_start(bus) >= 0)
        Self.serve(bus!, shared)
      }
      close(listener)
      shared.ended.signal()
    }
  }

  deinit {
    shared.isStopped.withLock { $0 = true }
    shared.ended.wait()
  }

  var calls: [String] { shared.state.withLock { $0.calls } }

  func unit(_ name: String) -> Unit { shared.state.withLock { $0.units[name]! } }

  /// Works until it is stopped or the connection ends.
  private static func serve(_ bus: OpaquePointer, _ shared: Shared) {
    sd_bus_add_fallback(
      bus, nil, "/",
      { call, userdata, _ in
        FakeServiceManager.answer(call!, Unmanaged<Shared>.fromOpaque(userdata!).takeUnretainedValue())
      },
      Unmanaged.passUnretained(shared).toOpaque())
    while !shared.isStopped.withLock({ $0 }) {
      let result = sd_bus_process(bus, nil)
      if result < 0 || shared.state.withLock({ $0.hasHungUp }) { break }
      if result == 0 { sd_bus_wait(bus, 20_000) }
    }
    sd_bus_flush_close_unref(bus)
  }

  private static func answer(_ call: OpaquePointer, _ shared: Shared) -> Int32 {
    guard let member = sd_bus_message_get_member(call).map({ String(cString: $0) }) else { return 0 }
    return shared.state.withLock { state in
      if state.silent.contains(member) { return 1 }
      if state.hangsUpOn == member {
        state.hasHungUp = true
        return 1
      }
      var failure = state.errors[member]
      if member == "Subscribe", state.isSubscribed {
        failure = ("org.freedesktop.systemd1.AlreadySubscribed", "Client is already subscribed.")
      }
      if let failure {
        return failure.name.withCString { name in
          failure.message.withCString { message in
            var error = sd_bus_error(name: name, message: message, _need_free: 0)
            return sd_bus_reply_method_error(call, &error)
          }
        }
      }
      var reply: OpaquePointer?
      sd_bus_message_new_method_return(call, &reply)
      defer { sd_bus_message_unref(reply) }
      return state.answer(member, call, reply!)
    }
  }
}

extension FakeServiceManager.State {
  fileprivate mutating func answer(_ member: String, _ call: OpaquePointer, _ reply: OpaquePointer) -> Int32 {
    let bus = sd_bus_message_get_bus(call)
    switch member {
    case "GetAll":
      let path = String(cString: sd_bus_message_get_path(call))
      let name = String(path.split(separator: "/").last!).replacing("_2e", with: ".")
      guard let unit = units[name] else { return -ENOENT }
      unit.append(to: reply)
    case "Get":
      precondition(readText(call) == "org.freedesktop.systemd1.Manager" && readText(call) == "Environment")
      sd_bus_message_open_container(reply, CChar(UInt8(ascii: "v")), "as")
      sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "s")
      for entry in environment { append(reply, "s", entry) }
      sd_bus_message_close_container(reply)
      sd_bus_message_close_container(reply)
    case "Subscribe":
      isSubscribed = true
    case "Reload":
      calls.append(member)
      if let loadAfterReload { units["swiped.service"]?.load = loadAfterReload }
    case "ResetFailedUnit":
      let name = readText(call)
      calls.append("\(member) \(name)")
      units[name]?.active = "inactive"
    case "EnableUnitFiles", "DisableUnitFiles":
      let names = readTexts(call)
      calls.append("\(member) \(names.joined(separator: " "))")
      for name in names {
        let isEnabled = member == "EnableUnitFiles" || units[name]?.isEnabledForAll == true
        units[name]?.file = isEnabled ? "enabled" : "disabled"
      }
      if member == "EnableUnitFiles" { append(reply, true) }
      sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "(sss)")
      sd_bus_message_close_container(reply)
    case "StartUnit", "StopUnit", "RestartUnit":
      let name = readText(call)
      precondition(readText(call) == "replace")
      calls.append("\(member) \(name)")
      jobs += 1
      let job = "/org/freedesktop/systemd1/job/\(jobs)"
      append(reply, "o", job)
      guard sd_bus_send(bus, reply, nil) >= 0 else { return -EIO }
      end(job, of: name, isStop: member == "StopUnit", on: bus)
      return 1
    default: return 0
    }
    return sd_bus_send(bus, reply, nil) < 0 ? -EIO : 1
  }

  private mutating func end(_ job: String, of name: String, isStop: Bool, on bus: OpaquePointer?) {
    guard var unit = units[name], let result = unit.jobResult else { return }
    if result != "done" {
      (unit.active, unit.sub, unit.result, unit.exitStatus) = ("failed", "failed", "exit-code", 78)
    } else if isStop {
      (unit.active, unit.sub, unit.process) = ("inactive", "dead", 0)
    } else {
      (unit.active, unit.sub, unit.process) = ("active", "running", 42)
    }
    units[name] = unit
    var signal: OpaquePointer?
    sd_bus_message_new_signal(bus, &signal, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved")
    sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "u")), &jobs)
    append(signal!, "o", job)
    append(signal!, "s", name)
    append(signal!, "s", result)
    sd_bus_send(bus, signal, nil)
    sd_bus_message_unref(signal)
  }
}

extension FakeServiceManager.Unit {
  /// Appends the properties, among them those that no client asks for.
  fileprivate func append(to reply: OpaquePointer) {
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "{sv}")
    for (name, value) in [
      ("LoadState", load), ("ActiveState", active), ("Description", "Swipes"), ("SubState", sub), ("UnitFileState", file),
      ("Result", result),
    ] { property(name, "s", reply) { DesktopTests.append(reply, "s", value) } }
    property("ExecMainStatus", "i", reply) {
      var value = exitStatus
      sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "i")), &value)
    }
    property("MainPID", "u", reply) {
      var value = process
      sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "u")), &value)
    }
    property("Listen", "a(ss)", reply) {
      sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "(ss)")
      for path in listen {
        sd_bus_message_open_container(reply, CChar(UInt8(ascii: "r")), "ss")
        DesktopTests.append(reply, "s", "Stream")
        DesktopTests.append(reply, "s", path)
        sd_bus_message_close_container(reply)
      }
      sd_bus_message_close_container(reply)
    }
    sd_bus_message_close_container(reply)
  }

  private func property(_ name: String, _ type: String, _ reply: OpaquePointer, _ value: () -> Void) {
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "e")), "sv")
    DesktopTests.append(reply, "s", name)
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "v")), type)
    value()
    sd_bus_message_close_container(reply)
    sd_bus_message_close_container(reply)
  }
}

/// Replaces the file at a path by a socket that takes connections and does nothing with them.
func listen(at path: String) -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  unlink(path)
  let isBound = withUnsafeBytes(of: &address) {
    bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
  }
  precondition(isBound && Glibc.listen(descriptor, 8) == 0)
  return descriptor
}

private func readText(_ call: OpaquePointer) -> String {
  var text: UnsafePointer<CChar>?
  precondition(sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &text) > 0)
  return String(cString: text!)
}

private func readTexts(_ call: OpaquePointer) -> [String] {
  precondition(sd_bus_message_enter_container(call, CChar(UInt8(ascii: "a")), "s") > 0)
  var texts: [String] = []
  var text: UnsafePointer<CChar>?
  while sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &text) > 0 { texts.append(String(cString: text!)) }
  sd_bus_message_exit_container(call)
  return texts
}
