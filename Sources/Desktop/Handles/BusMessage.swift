import CSystemd
import Glibc

/// Owner of a reference to a message of the bus. What is read comes in the message's order.
struct BusMessage: ~Copyable {
  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }
  init(sharing handle: OpaquePointer) { self.handle = sd_bus_message_ref(handle) }

  deinit { sd_bus_message_unref(handle) }

  /// The object that a signal is of.
  var path: String? { sd_bus_message_get_path(handle).map { String(cString: $0) } }

  var member: String? { sd_bus_message_get_member(handle).map { String(cString: $0) } }

  /// Whether it was sent to one connection rather than to all that listen.
  var isAddressed: Bool { sd_bus_message_get_destination(handle) != nil }

  /// What a call failed with.
  var failure: String? {
    guard let error = sd_bus_message_get_error(handle) else { return nil }
    return String(cString: error.pointee.message ?? error.pointee.name)
  }

  func append(_ text: String) { sd_bus_message_append_basic(handle, CChar(UInt8(ascii: "s")), text) }

  /// A string or an object path; nil if that is not what comes next.
  func string(_ type: Unicode.Scalar = "s") -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(handle, CChar(type.value), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  func objectPath() -> String? { string("o") }

  func bool() -> Bool? {
    var value: Int32 = 0
    return sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "b")), &value) > 0 ? value != 0 : nil
  }

  func uint32() -> UInt32? {
    var value: UInt32 = 0
    return sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "u")), &value) > 0 ? value : nil
  }

  /// A copy of the descriptor that comes next.
  func descriptor() -> Descriptor? {
    var number: Int32 = -1
    guard sd_bus_message_read_basic(handle, CChar(UInt8(ascii: "h")), &number) > 0 else { return nil }
    return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 3))
  }

  /// Reads within a container: `a` array, `v` variant, `r` structure, `e` entry of a dictionary.
  ///
  /// - Returns: nil where there is none such.
  func within<Value>(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Value?) -> Value? {
    guard sd_bus_message_enter_container(handle, CChar(type.value), contents) > 0 else { return nil }
    defer { sd_bus_message_exit_container(handle) }
    return body()
  }

  func skip(_ types: String) { sd_bus_message_skip(handle, types) }
}
