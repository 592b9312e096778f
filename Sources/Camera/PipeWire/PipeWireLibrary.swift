import CPipeWire
import Glibc
import Platform
import Product

/// The functions of PipeWire's client library, looked up by name: a machine without the library has no cameras of PipeWire, and misses
/// nothing else.
package struct PipeWireLibrary: Sendable {
  package let newLoop: pw_loop_new_fn
  package let destroyLoop: pw_loop_destroy_fn
  package let newProperties: pw_properties_new_dict_fn
  package let newContext: pw_context_new_fn
  package let destroyContext: pw_context_destroy_fn
  package let loadModule: pw_context_load_module_fn
  package let connect: pw_context_connect_fn
  package let disconnect: pw_core_disconnect_fn
  package let destroyProxy: pw_proxy_destroy_fn
  package let newStream: pw_stream_new_fn
  package let destroyStream: pw_stream_destroy_fn
  package let addStreamListener: pw_stream_add_listener_fn
  package let connectStream: pw_stream_connect_fn
  package let updateParameters: pw_stream_update_params_fn
  package let dequeue: pw_stream_dequeue_buffer_fn
  package let queue: pw_stream_queue_buffer_fn
  package let setActive: pw_stream_set_active_fn

  /// The library of this machine; nil if there is none. It is loaded once, and stays until the process ends.
  package static let installed = PipeWireLibrary()

  /// - Parameter library: the library's name, which the loader searches for, or its path.
  /// - Returns: nil if there is no such library, or if it lacks a function.
  package init?(library: String = "libpipewire-0.3.so.0") {
    guard let library = LoadedLibrary(library) else { return nil }
    func find<Function>(_ name: String) -> Function? { library.function(name) }
    guard
      let initialize: pw_init_fn = find("pw_init"),
      let newLoop: pw_loop_new_fn = find("pw_loop_new"), let destroyLoop: pw_loop_destroy_fn = find("pw_loop_destroy"),
      let newProperties: pw_properties_new_dict_fn = find("pw_properties_new_dict"),
      let newContext: pw_context_new_fn = find("pw_context_new"),
      let destroyContext: pw_context_destroy_fn = find("pw_context_destroy"),
      let loadModule: pw_context_load_module_fn = find("pw_context_load_module"),
      let connect: pw_context_connect_fn = find("pw_context_connect"),
      let disconnect: pw_core_disconnect_fn = find("pw_core_disconnect"),
      let destroyProxy: pw_proxy_destroy_fn = find("pw_proxy_destroy"),
      let newStream: pw_stream_new_fn = find("pw_stream_new"), let destroyStream: pw_stream_destroy_fn = find("pw_stream_destroy"),
      let addStreamListener: pw_stream_add_listener_fn = find("pw_stream_add_listener"),
      let connectStream: pw_stream_connect_fn = find("pw_stream_connect"),
      let updateParameters: pw_stream_update_params_fn = find("pw_stream_update_params"),
      let dequeue: pw_stream_dequeue_buffer_fn = find("pw_stream_dequeue_buffer"),
      let queue: pw_stream_queue_buffer_fn = find("pw_stream_queue_buffer"),
      let setActive: pw_stream_set_active_fn = find("pw_stream_set_active")
    else { return nil }
    initialize(nil, nil)
    // It would print warnings of its own, which name neither the camera nor a fix.
    if let setLevel: pw_log_set_level_fn = find("pw_log_set_level"), getenv("PIPEWIRE_DEBUG") == nil { setLevel(0) }
    (self.newLoop, self.destroyLoop, self.newProperties) = (newLoop, destroyLoop, newProperties)
    (self.newContext, self.destroyContext, self.loadModule) = (newContext, destroyContext, loadModule)
    (self.connect, self.disconnect, self.destroyProxy) = (connect, disconnect, destroyProxy)
    (self.newStream, self.destroyStream, self.addStreamListener) = (newStream, destroyStream, addStreamListener)
    (self.connectStream, self.updateParameters) = (connectStream, updateParameters)
    (self.dequeue, self.queue, self.setActive) = (dequeue, queue, setActive)
  }

  /// New properties, which belong to what they are passed to.
  package func properties(_ pairs: [String: String]) -> UnsafeMutableRawPointer? { pairs.withPointer(newProperties) }
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
