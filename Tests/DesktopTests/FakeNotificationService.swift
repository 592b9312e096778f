import CSystemd
import Glibc
import TestTime

/// The desktop's notification service, and what else of a session bus a notifier asks. It works while the test waits on it.
final class FakeNotificationService {
  struct Shown: Equatable {
    var program = "swiped", replaced: UInt32 = 0
    var title: String
    var isTransient = false
    var expireMs: Int32 = -1
  }

  static let name = "org.freedesktop.Notifications"
  static let manager = "org.freedesktop.systemd1"

  /// Whether calls are replied to.
  var replies = true
  /// The environment of the service manager.
  var environment: [String] = []
  private(set) var shown: [Shown] = []
  fileprivate(set) var environmentReads = 0
  private var lastID: UInt32 = 6
  private let bus: OpaquePointer

  /// - Parameter names: what it owns on the bus.
  init(_ address: String, names: [String] = [name]) {
    bus = connect(address)
    sd_bus_add_fallback(bus, nil, "/", { call, userdata, _ in handle(call, userdata) }, Unmanaged.passUnretained(self).toOpaque())
    for name in names { precondition(sd_bus_request_name(bus, name, 0) > 0) }
  }

  deinit { sd_bus_flush_close_unref(bus) }

  var titles: [String] { shown.map(\.title) }

  func own() { precondition(sd_bus_request_name(bus, Self.name, 0) > 0) }
  func disown() { precondition(sd_bus_release_name(bus, Self.name) >= 0) }

  /// Works until a condition holds.
  ///
  /// - Returns: false if it does not within `patience`.
  func serve(until condition: () -> Bool) -> Bool {
    let deadline = monotonicMs() + 1000 * Int(patience)
    while !condition() {
      guard monotonicMs() < deadline else { return false }
      if sd_bus_process(bus, nil) > 0 { continue }
      var entry = pollfd(fd: sd_bus_get_fd(bus), events: Int16(POLLIN), revents: 0)
      // Some conditions wake no thread here.
      poll(&entry, 1, 20)
    }
    return true
  }

  /// - Returns: the number of the notification.
  fileprivate func add(_ call: OpaquePointer) -> UInt32 {
    let program = readString(call)
    let replaced: UInt32 = read(call, "u", 0)
    precondition(readString(call) == "camera-web")
    var shown = Shown(program: program, replaced: replaced, title: readString(call))
    sd_bus_message_skip(call, "sas")
    sd_bus_message_enter_container(call, CChar(UInt8(ascii: "a")), "{sv}")
    while sd_bus_message_enter_container(call, CChar(UInt8(ascii: "e")), "sv") > 0 {
      if readString(call) == "transient" {
        sd_bus_message_enter_container(call, CChar(UInt8(ascii: "v")), "b")
        shown.isTransient = read(call, "b", Int32(0)) != 0
        sd_bus_message_exit_container(call)
      } else {
        sd_bus_message_skip(call, "v")
      }
      sd_bus_message_exit_container(call)
    }
    sd_bus_message_exit_container(call)
    shown.expireMs = read(call, "i", 0)
    self.shown.append(shown)
    lastID += 1
    return replaced == 0 ? lastID : replaced
  }
}

private func readString(_ call: OpaquePointer) -> String {
  var text: UnsafePointer<CChar>?
  precondition(sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &text) > 0)
  return String(cString: text!)
}

private func read<Value: BitwiseCopyable>(_ call: OpaquePointer, _ type: Unicode.Scalar, _ initial: Value) -> Value {
  var value = initial
  precondition(sd_bus_message_read_basic(call, CChar(type.value), &value) > 0)
  return value
}

private func handle(_ call: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
  guard let call, let member = sd_bus_message_get_member(call) else { return 0 }
  let service = Unmanaged<FakeNotificationService>.fromOpaque(userdata!).takeUnretainedValue()
  var reply: OpaquePointer?
  sd_bus_message_new_method_return(call, &reply)
  defer { sd_bus_message_unref(reply) }
  switch String(cString: member) {
  case "Notify":
    var id = service.add(call)
    guard service.replies else { return 1 }
    sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "u")), &id)
  case "Get":
    service.environmentReads += 1
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "v")), "as")
    sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "s")
    for variable in service.environment { append(reply!, "s", variable) }
    sd_bus_message_close_container(reply)
    sd_bus_message_close_container(reply)
  default: return 0
  }
  return sd_bus_send(nil, reply, nil) < 0 ? -EIO : 1
}
