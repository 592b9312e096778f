import CSystemd
import Glibc

/// Owner of a connection to a message bus; its handlers end with it.
struct Bus: ~Copyable {
  /// A method of an object of the bus.
  struct Method {
    let service: String, path: String, interface: String, name: String
  }

  private let handle: OpaquePointer

  /// Begins to connect. A connection that cannot be made, or is lost, calls `lost`.
  ///
  /// - Throws: when there is nobody at the address.
  static func connect(to address: String, on loop: borrowing EventLoop, lost: @escaping () -> Void) throws(SystemError) -> Bus {
    var handle: OpaquePointer?
    try SystemError.check(sd_bus_new(&handle))
    let bus = Bus(handle: handle!)
    try SystemError.check(sd_bus_set_address(handle, address))
    try SystemError.check(sd_bus_set_bus_client(handle, 1))
    try SystemError.check(sd_bus_start(handle))
    try SystemError.check(sd_bus_attach_event(handle, loop.handle, Int32(SD_EVENT_PRIORITY_NORMAL)))
    // A message of libsystemd's own; nobody on the bus can send it.
    try bus.match("interface='org.freedesktop.DBus.Local',member='Disconnected',path='/org/freedesktop/DBus/Local'") { _ in lost() }
    return bus
  }

  deinit { sd_bus_close_unref(handle) }

  /// Handles the signals that a match rule lets through. A rule that names no sender lets everybody's through.
  func match(_ rule: String, _ body: @escaping (borrowing BusMessage) -> Void) throws(SystemError) {
    let userdata = Unmanaged.passRetained(MessageHandler(body))
    var slot: OpaquePointer?
    let result = sd_bus_add_match_async(handle, &slot, rule, handleMessage, nil, userdata.toOpaque())
    try own(slot, result, userdata)
  }

  /// Calls a method, and handles its answer or error.
  ///
  /// - Parameter arguments: strings.
  func call(_ method: Method, _ arguments: String..., answer: @escaping (borrowing BusMessage) -> Void) throws(SystemError) {
    var created: OpaquePointer?
    try SystemError.check(
      sd_bus_message_new_method_call(handle, &created, method.service, method.path, method.interface, method.name))
    let message = BusMessage(owning: created!)
    // A service that does not run is not started for us.
    sd_bus_message_set_auto_start(message.handle, 0)
    for argument in arguments { message.append(argument) }
    let userdata = Unmanaged.passRetained(MessageHandler(answer))
    var slot: OpaquePointer?
    let result = sd_bus_call_async(handle, &slot, message.handle, handleMessage, userdata.toOpaque(), 0)
    try own(slot, result, userdata)
  }

  /// Leaves a slot to the connection, and with it the handler.
  private func own(_ slot: OpaquePointer?, _ result: Int32, _ userdata: Unmanaged<MessageHandler>) throws(SystemError) {
    guard result >= 0 else {
      userdata.release()
      throw SystemError(result: result)
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
