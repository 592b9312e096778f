import CSystemd
import DBus
import Desktop
import Glibc
import TestTime

/// The desktop's watcher of icons, and a panel that shows them. It works while the test waits on it.
final class FakePanel {
  static let name = "org.kde.StatusNotifierWatcher"
  static let item = "org.kde.StatusNotifierItem-\(getpid())-1"
  static let menuInterface = "com.canonical.dbusmenu"

  /// The names of the icons that registered.
  fileprivate(set) var registered: [String] = []
  /// The signals of icons and their menus.
  fileprivate(set) var signals: [String] = []
  private let bus: OpaquePointer

  /// - Parameter isWatcher: whether it owns the watcher's name.
  init(_ address: String, isWatcher: Bool = true) {
    bus = connect(address)
    let userdata = Unmanaged.passUnretained(self).toOpaque()
    sd_bus_add_fallback(bus, nil, "/", { call, userdata, _ in handle(call, userdata) }, userdata)
    let note: sd_bus_message_handler_t = { signal, userdata, _ in
      let panel = Unmanaged<FakePanel>.fromOpaque(userdata!).takeUnretainedValue()
      panel.signals.append(String(cString: sd_bus_message_get_member(signal)))
      return 0
    }
    for interface in ["org.kde.StatusNotifierItem", Self.menuInterface] {
      precondition(sd_bus_add_match(bus, nil, "type='signal',interface='\(interface)'", note, userdata) >= 0)
    }
    if isWatcher { own() }
  }

  deinit { sd_bus_flush_close_unref(bus) }

  func own() { precondition(sd_bus_request_name(bus, Self.name, 0) > 0) }
  func disown() { precondition(sd_bus_release_name(bus, Self.name) >= 0) }

  func forgetSignals() { signals = [] }

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

  /// Calls a method of the icon or its menu.
  ///
  /// - Returns: what it returned; nil for an error.
  func call(_ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []) -> [BusValue]? {
    var message: OpaquePointer?
    precondition(sd_bus_message_new_method_call(bus, &message, Self.item, path, interface, method) >= 0)
    defer { sd_bus_message_unref(message) }
    for argument in arguments { append(message!, argument) }
    var reply: OpaquePointer?
    guard sd_bus_call(bus, message, 10_000_000, nil, &reply) >= 0 else { return nil }
    defer { sd_bus_message_unref(reply) }
    return readAll(reply!)
  }

  func callMenu(_ method: String, _ arguments: BusValue...) -> [BusValue]? {
    call(TrayItem.menuPath, Self.menuInterface, method, arguments)
  }

  /// Reads a property of the icon.
  func property(_ name: String) -> BusValue? {
    let interface = "org.kde.StatusNotifierItem"
    guard
      case .variant(let value) = call(
        TrayItem.path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])?.first
    else { return nil }
    return value
  }
}

private func handle(_ call: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
  guard let call, let member = sd_bus_message_get_member(call), String(cString: member) == "RegisterStatusNotifierItem" else { return 0 }
  let panel = Unmanaged<FakePanel>.fromOpaque(userdata!).takeUnretainedValue()
  if case .string(let name) = readAll(call).first { panel.registered.append(name) }
  var reply: OpaquePointer?
  sd_bus_message_new_method_return(call, &reply)
  defer { sd_bus_message_unref(reply) }
  return sd_bus_send(nil, reply, nil) < 0 ? -EIO : 1
}

private func append(_ message: OpaquePointer, _ value: BusValue) {
  func container(_ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]) {
    sd_bus_message_open_container(message, CChar(type.value), contents)
    for value in values { append(message, value) }
    sd_bus_message_close_container(message)
  }
  switch value {
  case .string(let text): append(message, "s", text)
  case .objectPath(let path): append(message, "o", path)
  case .bool(let flag): append(message, flag)
  case .int32(var number): sd_bus_message_append_basic(message, CChar(UInt8(ascii: "i")), &number)
  case .uint32(var number): sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
  case .array(let contents, let values): container("a", contents, values)
  case .structure(let values): container("r", values.map(\.signature).joined(), values)
  case .entry(let key, let value): container("e", "s\(value.signature)", [.string(key), value])
  case .variant(let value): container("v", value.signature, [value])
  }
}

/// Reads the values that are left of a message or of a container.
private func readAll(_ message: OpaquePointer) -> [BusValue] {
  var values: [BusValue] = []
  var type: CChar = 0
  var contents: UnsafePointer<CChar>?
  while sd_bus_message_peek_type(message, &type, &contents) > 0 {
    let inner = contents.map { String(cString: $0) } ?? ""
    func basic<Value: BitwiseCopyable>(_ initial: Value) -> Value {
      var value = initial
      precondition(sd_bus_message_read_basic(message, type, &value) > 0)
      return value
    }
    func text() -> String { String(cString: basic(UnsafePointer<CChar>?.none)!) }
    func container() -> [BusValue] {
      precondition(sd_bus_message_enter_container(message, type, inner) > 0)
      defer { sd_bus_message_exit_container(message) }
      return readAll(message)
    }
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"): values.append(.string(text()))
    case UInt8(ascii: "o"): values.append(.objectPath(text()))
    case UInt8(ascii: "b"): values.append(.bool(basic(Int32(0)) != 0))
    case UInt8(ascii: "i"): values.append(.int32(basic(0)))
    case UInt8(ascii: "u"): values.append(.uint32(basic(0)))
    case UInt8(ascii: "a"): values.append(.array(inner, container()))
    case UInt8(ascii: "r"): values.append(.structure(container()))
    case UInt8(ascii: "v"): values.append(.variant(container()[0]))
    case UInt8(ascii: "e"):
      let parts = container()
      guard case .string(let key) = parts[0] else { preconditionFailure("a key that is no string") }
      values.append(.entry(key, parts[1]))
    default: preconditionFailure("a type that no icon uses: \(type)")
    }
  }
  return values
}
