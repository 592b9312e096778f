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
  let publish: mosquitto_publish_fn
  let subscribe: mosquitto_subscribe_fn
  let unsubscribe: mosquitto_unsubscribe_fn
  let errorText: mosquitto_text_fn, connackText: mosquitto_text_fn
  let onConnect: mosquitto_connect_callback_set_fn
  let onPublish: mosquitto_publish_callback_set_fn
  let onMessage: mosquitto_message_callback_set_fn
  let onSubscribe: mosquitto_subscribe_callback_set_fn
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
    publish = try find("publish")
    subscribe = try find("subscribe")
    unsubscribe = try find("unsubscribe")
    errorText = try find("strerror")
    connackText = try find("connack_string")
    onConnect = try find("connect_callback_set")
    onPublish = try find("publish_callback_set")
    onMessage = try find("message_callback_set")
    onSubscribe = try find("subscribe_callback_set")
    onLog = try find("log_callback_set")
    let code = initialize()
    guard code == 0 else { throw Self.unavailable("started: \(text(of: code))") }
  }

  /// The library's text for a return code, to be followed by more.
  func text(of code: Int32) -> String { Self.words(errorText, code) }

  /// The library's text for a refused connection, to be followed by more.
  func text(ofRefusal code: Int32) -> String { Self.words(connackText, code) }

  private static func words(_ text: mosquitto_text_fn, _ code: Int32) -> String {
    text(code).map { String(cString: $0).droppingFullStop } ?? "error \(code)"
  }

  private static func unavailable(_ problem: String = "loaded: \(String(cString: dlerror()))") -> UserError {
    UserError(
      "libmosquitto, which speaks MQTT, cannot be \(problem)", fix: .command("sudo apt install libmosquitto1"), exitStatus: .unavailable)
  }
}

extension String {
  /// The text of a library, to be followed by more.
  var droppingFullStop: String {
    let text = drop { $0 == " " }
    return String(text.last == "." ? text.dropLast() : text)
  }
}
