import CMosquitto
import Glibc
import Platform
import UserErrors

/// The functions of libmosquitto, looked up by name in the library.
package struct Mosquitto: Sendable {
  private(set) var calls = mosquitto_functions()

  /// Loads the library, which stays until the process ends.
  ///
  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Throws: ``UserError`` if there is no such library, or if it lacks a function.
  package init(library: String = "libmosquitto.so.1") throws(UserError) {
    guard let library = LoadedLibrary(library), mosquitto_functions_find(&calls, library.handle) else { throw Self.unavailable() }
    let code = calls.mosquitto_lib_init()
    guard code == 0 else { throw Self.unavailable("started: \(text(of: code))") }
  }

  /// The library's text for a return code, to be followed by more.
  func text(of code: Int32) -> String { Self.words(calls.mosquitto_strerror(code), code) }

  /// The library's text for a refused connection, to be followed by more.
  func text(ofRefusal code: Int32) -> String { Self.words(calls.mosquitto_connack_string(code), code) }

  private static func words(_ text: UnsafePointer<CChar>?, _ code: Int32) -> String {
    text.map { String(cString: $0).droppingFullStop } ?? "error \(code)"
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
