import CPipeWire
import Glibc
import Platform
import UserErrors

/// The functions of PipeWire's client library, looked up by name: a machine without the library has no cameras of PipeWire, and misses
/// nothing else.
package struct PipeWireLibrary: Sendable {
  package private(set) var calls = pipewire_functions()

  /// The library of this machine; nil if there is none. It is loaded once, and stays until the process ends.
  package static let installed = PipeWireLibrary()

  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Returns: nil if there is no such library, or if it lacks a function.
  package init?(library: String = "libpipewire-0.3.so.0") {
    guard let library = LoadedLibrary(library), pipewire_functions_find(&calls, library.handle) else { return nil }
    calls.pw_init(nil, nil)
    // It would print warnings of its own, which name neither the camera nor a fix.
    if Environment["PIPEWIRE_DEBUG"] == nil { calls.pw_log_set_level(SPA_LOG_LEVEL_NONE) }
  }

  /// New properties, which belong to what they are passed to.
  package func properties(_ pairs: [String: String]) -> UnsafeMutablePointer<pw_properties>? {
    pairs.withPointer { calls.pw_properties_new_dict($0) }
  }
}

extension [String: String] {
  /// Passes the pairs in memory.
  package func withPointer<Result>(_ body: (UnsafePointer<spa_dict>) -> Result) -> Result {
    let texts = flatMap { [strdup($0.key), strdup($0.value)] }
    defer { for text in texts { free(text) } }
    let items = stride(from: 0, to: texts.count, by: 2).map { spa_dict_item(key: texts[$0], value: texts[$0 + 1]) }
    return items.withUnsafeBufferPointer { items in
      var dict = spa_dict(flags: 0, n_items: UInt32(items.count), items: items.baseAddress)
      return body(&dict)
    }
  }
}

extension UnsafePointer<spa_dict> {
  /// The value of a property; nil if it is not there.
  subscript(_ key: String) -> String? {
    for index in 0..<Int(pointee.n_items) {
      let item = pointee.items[index]
      guard let name = item.key, let value = item.value, strcmp(name, key) == 0 else { continue }
      return String(cString: value)
    }
    return nil
  }
}
