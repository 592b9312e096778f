import CMosquitto
import Glibc
import Platform
import Product

/// The functions of libmosquitto, looked up by name in the library.
package struct Mosquitto: Sendable {
  let new: mosquitto_new_fn
  let destroy: mosquitto_destroy_fn
  let setOption: mosquitto_int_option_fn
  let setWill: mosquitto_will_set_fn
  let setUser: mosquitto_username_pw_set_fn
  let setAuthority: mosquitto_tls_set_fn
  let connect: mosquitto_connect_async_fn
  let disconnect: mosquitto_fn, socket: mosquitto_fn, keepAlive: mosquitto_fn
  let read: mosquitto_loop_fn, write: mosquitto_loop_fn
  let wantsWrite: mosquitto_want_write_fn
  let publish: mosquitto_publish_v5_fn
  let subscribe: mosquitto_subscribe_v5_fn
  let addProperty: mosquitto_property_add_int32_fn
  let freeProperties: mosquitto_property_free_all_fn
  let errorText: mosquitto_text_fn, reasonText: mosquitto_text_fn, connackText: mosquitto_text_fn
  let onConnect: mosquitto_connect_v5_callback_set_fn
  let onDisconnect: mosquitto_disconnect_v5_callback_set_fn
  let onPublish: mosquitto_publish_v5_callback_set_fn
  let onMessage: mosquitto_message_callback_set_fn
  let onLog: mosquitto_log_callback_set_fn

  /// Loads the library, which stays until the process ends.
  ///
  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Throws: ``UserError`` if there is no such library, or if it lacks a function.
  package init(library: String = "libmosquitto.so.1") throws(UserError) {
    guard let library = LoadedLibrary(library) else { throw Self.unavailable() }
    func find<Function>(_ name: String) throws(UserError) -> Function {
      guard let function: Function = library.function("mosquitto_\(name)") else { throw Self.unavailable() }
      return function
    }
    let initialize: mosquitto_lib_init_fn = try find("lib_init")
    new = try find("new")
    destroy = try find("destroy")
    setOption = try find("int_option")
    setWill = try find("will_set")
    setUser = try find("username_pw_set")
    setAuthority = try find("tls_set")
    connect = try find("connect_async")
    disconnect = try find("disconnect")
    socket = try find("socket")
    keepAlive = try find("loop_misc")
    read = try find("loop_read")
    write = try find("loop_write")
    wantsWrite = try find("want_write")
    publish = try find("publish_v5")
    subscribe = try find("subscribe_v5")
    addProperty = try find("property_add_int32")
    freeProperties = try find("property_free_all")
    errorText = try find("strerror")
    reasonText = try find("reason_string")
    connackText = try find("connack_string")
    onConnect = try find("connect_v5_callback_set")
    onDisconnect = try find("disconnect_v5_callback_set")
    onPublish = try find("publish_v5_callback_set")
    onMessage = try find("message_callback_set")
    onLog = try find("log_callback_set")
    _ = initialize()
  }

  private static func unavailable() -> UserError {
    UserError(
      "libmosquitto, which speaks MQTT, cannot be loaded: \(String(cString: dlerror()))", fix: .command("sudo apt install libmosquitto1"),
      exitStatus: .unavailable)
  }
}
