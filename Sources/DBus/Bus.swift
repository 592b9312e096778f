import CSystemd
import Glibc
import Platform
import SystemPackage

/// The owner of a connection to a message bus. Its handlers live as long as it does.
package struct Bus: ~Copyable {
  /// A method of an object of the bus.
  package struct Method {
    let service: String, path: String, interface: String, name: String

    package init(service: String, path: String, interface: String, name: String) {
      (self.service, self.path, self.interface, self.name) = (service, path, interface, name)
    }
  }

  private let handle: OpaquePointer

  /// Starts to connect. Calls `lost` if the connection cannot be made or ends.
  ///
  /// - Throws: `Errno` if nothing listens at the address.
  package static func connect(to address: String, on loop: borrowing EventLoop, lost: @escaping () -> Void) throws(Errno) -> Bus {
    var handle: OpaquePointer?
    try Errno.check(sd_bus_new(&handle))
    let bus = Bus(handle: handle!)
    try Errno.check(sd_bus_set_address(handle, address))
    try Errno.check(sd_bus_set_bus_client(handle, 1))
    // The loop would end only after all was sent, which a bus that hangs delays.
    try Errno.check(sd_bus_set_close_on_exit(handle, 0))
    try Errno.check(sd_bus_start(handle))
    try Errno.check(sd_bus_attach_event(handle, loop.handle, Int32(SD_EVENT_PRIORITY_NORMAL)))
    // libsystemd itself makes this message; no one on the bus can send it.
    try bus.match("interface='org.freedesktop.DBus.Local',member='Disconnected',path='/org/freedesktop/DBus/Local'") { _ in lost() }
    return bus
  }

  deinit { sd_bus_close_unref(handle) }

  /// The address of the session bus, as sd_bus_open_user(3) finds it.
  package static var sessionAddress: String {
    if let address = Environment["DBUS_SESSION_BUS_ADDRESS"] { return address }
    return "unix:path=\(Environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())")/bus"
  }

  /// Handles the signals that match a rule. A rule without a sender matches those of every sender.
  package func match(_ rule: String, _ body: @escaping (borrowing BusMessage) -> Void) throws(Errno) {
    let userdata = Unmanaged.passRetained(MessageHandler(body))
    var slot: OpaquePointer?
    let result = sd_bus_add_match_async(handle, &slot, rule, handleMessage, nil, userdata.toOpaque())
    try own(slot, result, userdata)
  }

  /// Handles that a service appears on the bus, ends, or is replaced.
  ///
  /// - Parameter body: takes the unique name of its owner; empty if it has none any more.
  package func watchOwner(of service: String, _ body: @escaping (String) -> Void) throws(Errno) {
    try match(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'"
    ) { signal in
      signal.skip("ss")
      body(signal.string() ?? "")
    }
  }

  /// Reads the environment of the user's service manager, which desktops add theirs to.
  ///
  /// - Parameters:
  ///   - timeoutMs: as of a call.
  ///   - body: takes it, as `NAME=VALUE` each; none if it cannot be read.
  package func readManagerEnvironment(timeoutMs: UInt64 = 0, _ body: @escaping ([String]) -> Void) throws(Errno) {
    let get = Method(
      service: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1", interface: "org.freedesktop.DBus.Properties", name: "Get")
    try call(
      get, timeoutMs: timeoutMs,
      arguments: { message in
        message.append("org.freedesktop.systemd1.Manager")
        message.append("Environment")
      },
      reply: { reply in
        body(reply.failure == nil ? reply.within("v", "as") { reply.array("s") { reply.string() } } ?? [] : [])
      })
  }

  /// Calls a method, and handles its reply or error. A service that does not run is not started.
  ///
  /// - Parameter arguments: strings.
  package func call(_ method: Method, _ arguments: String..., reply: @escaping (borrowing BusMessage) -> Void) throws(Errno) {
    try call(method, arguments: { message in for argument in arguments { message.append(argument) } }, reply: reply)
  }

  /// Calls a method, and handles its reply or error.
  ///
  /// - Parameters:
  ///   - startingService: whether the bus starts a service that does not run.
  ///   - timeoutMs: the time until the call fails; 0 is the library's default, 25 s.
  ///   - arguments: appends the arguments to the message.
  package func call(
    _ method: Method, startingService: Bool = false, timeoutMs: UInt64 = 0, arguments: (borrowing BusMessage) -> Void,
    reply: @escaping (borrowing BusMessage) -> Void
  ) throws(Errno) {
    var created: OpaquePointer?
    try Errno.check(
      sd_bus_message_new_method_call(handle, &created, method.service, method.path, method.interface, method.name))
    let message = BusMessage(owning: created!)
    sd_bus_message_set_auto_start(message.handle, startingService ? 1 : 0)
    arguments(message)
    let userdata = Unmanaged.passRetained(MessageHandler(reply))
    var slot: OpaquePointer?
    let result = sd_bus_call_async(handle, &slot, message.handle, handleMessage, userdata.toOpaque(), timeoutMs * 1000)
    try own(slot, result, userdata)
  }

  /// Answers the calls of an object's methods.
  package func export(_ path: String, _ answer: @escaping (borrowing BusMessage) -> BusReply) throws(Errno) {
    // An answer that cannot be sent has nobody who waits for it.
    let userdata = Unmanaged.passRetained(MessageHandler { call in try? call.send(answer(call)) })
    var slot: OpaquePointer?
    let result = sd_bus_add_object(
      handle, &slot, path,
      { call, userdata, _ in
        _ = handleMessage(call, userdata, nil)
        return 1
      }, userdata.toOpaque())
    try own(slot, result, userdata)
  }

  /// Emits a signal of an object.
  package func emit(_ path: String, _ interface: String, _ name: String, _ values: [BusValue]) throws(Errno) {
    var created: OpaquePointer?
    try Errno.check(sd_bus_message_new_signal(handle, &created, path, interface, name))
    let message = BusMessage(owning: created!)
    for value in values { message.append(value) }
    try Errno.check(sd_bus_send(handle, message.handle, nil))
  }

  /// Hands a slot, and with it the handler, to the connection.
  private func own(_ slot: OpaquePointer?, _ result: Int32, _ userdata: Unmanaged<MessageHandler>) throws(Errno) {
    guard result >= 0 else {
      userdata.release()
      throw Errno(rawValue: -result)
    }
    sd_bus_slot_set_destroy_callback(slot) { Unmanaged<MessageHandler>.fromOpaque($0!).release() }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }
}

private final class MessageHandler {
  let body: (borrowing BusMessage) -> Void

  init(_ body: @escaping (borrowing BusMessage) -> Void) { self.body = body }
}

private func handleMessage(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  Unmanaged<MessageHandler>.fromOpaque(userdata!).takeUnretainedValue().body(BusMessage(sharing: message!))
  return 0
}

/// The owner of a reference to a bus message. Values are read in the order in which the message has them.
package struct BusMessage: ~Copyable {
  package let handle: OpaquePointer

  package init(owning handle: OpaquePointer) { self.handle = handle }
  package init(sharing handle: OpaquePointer) { self.handle = sd_bus_message_ref(handle) }

  deinit { sd_bus_message_unref(handle) }

  /// The object that sent a signal.
  package var path: String? { sd_bus_message_get_path(handle).map { String(cString: $0) } }

  package var interface: String? { sd_bus_message_get_interface(handle).map { String(cString: $0) } }

  package var member: String? { sd_bus_message_get_member(handle).map { String(cString: $0) } }

  /// Whether the message was sent to one connection only, rather than broadcast.
  package var isAddressed: Bool { destination != nil }

  /// The unique name of the connection that sent the message.
  package var sender: String? { sd_bus_message_get_sender(handle).map { String(cString: $0) } }

  /// The unique name of the connection that the message was sent to; nil if it was broadcast.
  package var destination: String? { sd_bus_message_get_destination(handle).map { String(cString: $0) } }

  /// The error of a call; nil if it succeeded.
  package var failure: String? {
    guard let error = sd_bus_message_get_error(handle) else { return nil }
    return String(cString: error.pointee.message ?? error.pointee.name)
  }

  /// The name of the error of a call; nil if it succeeded.
  package var failureName: String? { sd_bus_message_get_error(handle).map { String(cString: $0.pointee.name) } }

  /// Whether a call failed since nobody on the bus has the service's name. dbus-daemon says the second one of a call that starts no service.
  package var isServiceAbsent: Bool {
    ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(failureName)
  }

  /// Appends a string, or an object path (`o`).
  package func append(_ text: String, type: Unicode.Scalar = "s") { sd_bus_message_append_basic(handle, CChar(type.value), text) }

  package func append(_ number: UInt32) { append(number, "u") }

  package func append(_ number: Int32) { append(number, "i") }

  package func append(_ flag: Bool) { append(Int32(flag ? 1 : 0), "b") }

  private func append<Value: BitwiseCopyable>(_ value: Value, _ type: Unicode.Scalar) {
    withUnsafeBytes(of: value) { _ = sd_bus_message_append_basic(handle, CChar(type.value), $0.baseAddress) }
  }

  /// Appends a container, as ``within(_:_:_:)`` reads it.
  package func append(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Void) {
    sd_bus_message_open_container(handle, CChar(type.value), contents)
    body()
    sd_bus_message_close_container(handle)
  }

  /// Reads a string or an object path; nil if the next value is of another type.
  package func string(_ type: Unicode.Scalar = "s") -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(handle, CChar(type.value), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  package func objectPath() -> String? { string("o") }

  package func bool() -> Bool? {
    var value: Int32 = 0
    return sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "b")), &value) > 0 ? value != 0 : nil
  }

  package func int32() -> Int32? {
    var value: Int32 = 0
    return sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "i")), &value) > 0 ? value : nil
  }

  package func uint32() -> UInt32? {
    var value: UInt32 = 0
    return sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "u")), &value) > 0 ? value : nil
  }

  /// Reads a descriptor, as a duplicate; nil if the next value is of another type.
  package func descriptor() -> OwnedDescriptor? {
    var number: Int32 = -1
    guard sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "h")), &number) > 0 else { return nil }
    return try? OwnedDescriptor(duplicating: number)
  }

  /// Reads within a container: `a` array, `v` variant, `r` structure, `e` entry of a dictionary.
  ///
  /// - Returns: nil if the next value is not such a container.
  package func within<Value>(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Value?) -> Value? {
    guard sd_bus_message_enter_container(handle, CChar(type.value), contents) > 0 else { return nil }
    defer { sd_bus_message_exit_container(handle) }
    return body()
  }

  /// Reads an array whose elements are of one signature.
  package func array<Value>(_ contents: String, _ element: () -> Value?) -> [Value]? {
    within("a", contents) {
      var values: [Value] = []
      while let value = element() { values.append(value) }
      return values
    }
  }

  /// Sends the reply to this call, unless the caller wants none.
  fileprivate func send(_ answer: BusReply) throws(Errno) {
    switch answer {
    case .values(let values):
      var created: OpaquePointer?
      try Errno.check(sd_bus_message_new_method_return(handle, &created))
      let reply = BusMessage(owning: created!)
      for value in values { reply.append(value) }
      try Errno.check(sd_bus_send(nil, reply.handle, nil))
    case .failure(let name, let text):
      var failure = sd_bus_error()
      sd_bus_error_set(&failure, "org.freedesktop.DBus.Error.\(name)", text)
      defer { sd_bus_error_free(&failure) }
      try Errno.check(sd_bus_reply_method_error(handle, &failure))
    }
  }

  package func skip(_ types: String) { sd_bus_message_skip(handle, types) }
}
