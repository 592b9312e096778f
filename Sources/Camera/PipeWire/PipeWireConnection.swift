import CPipeWire
import Glibc
import Platform

/// A connection to the user's PipeWire, with the nodes that it has. All its methods must be called on one thread, which also gets the calls
/// of its streams: only while ``handle()`` or ``wait(untilNs:wake:until:)`` runs.
package final class PipeWireConnection {
  package let library: PipeWireLibrary
  private let loop: UnsafeMutablePointer<pw_loop>
  private let context: OpaquePointer
  package let core: OpaquePointer
  private let registry: OpaquePointer
  fileprivate let state = State()
  private let coreListener = Listener(State.coreEvents), registryListener = Listener(State.registryEvents)

  /// What PipeWire has reported, in an object of its own: PipeWire still calls while the connection is closed.
  fileprivate final class State {
    var nodes: [UInt32: PipeWireNode] = [:]
    var failure: String?
    var done: Int32 = -1

    static let end = "it has ended"
    var hasEnded: Bool { failure == Self.end }
  }

  /// The nodes that were announced, by number.
  package var nodes: [UInt32: PipeWireNode] { state.nodes }
  /// Why the connection is broken; nil while it is not.
  package var failure: String? { state.failure }

  /// Connects, and waits for the nodes that there are.
  ///
  /// - Parameters:
  ///   - socket: the path of the server's socket; nil for the one of this user's session.
  ///   - untilNs: when to give up, in ns of CLOCK_MONOTONIC.
  /// - Throws: `CameraError`: the library is missing, or PipeWire does not answer.
  package init(library: PipeWireLibrary? = .installed, socket: String? = nil, untilNs: UInt64) throws(CameraError) {
    guard let library else { throw .noPipeWireLibrary }
    let calls = library.calls
    guard let loop = calls.pw_loop_new(nil) else { throw .pipeWire("no memory") }
    // Without its configuration, the library starts no thread for real time, which asks the system bus, and loads only what is named here.
    let properties = library.properties(["config.name": "null", "context.modules.allow-empty": "true"])
    guard let context = calls.pw_context_new(loop, properties, 0) else {
      let code = errno
      calls.pw_loop_destroy(loop)
      throw .pipeWire(describe(code))
    }
    // The last one is needed since PipeWire 1.2.
    let isComplete = ["protocol-native", "client-node", "adapter"].allSatisfy {
      calls.pw_context_load_module(context, "libpipewire-module-\($0)", nil, nil) != nil
    }
    let core = isComplete ? calls.pw_context_connect(context, socket.flatMap { library.properties(["remote.name": $0]) }, 0) : nil
    guard let core, let registry = swiped_pw_core_get_registry(core) else {
      let code = errno
      calls.pw_context_destroy(context)
      calls.pw_loop_destroy(loop)
      throw Self.error(ofConnecting: code)
    }
    (self.library, self.loop, self.context, self.core, self.registry) = (library, loop, context, core, registry)
    swiped_pw_loop_enter(loop)
    let data = Unmanaged.passUnretained(state).toOpaque()
    _ = swiped_pw_core_add_listener(core, coreListener.hook, coreListener.events, data)
    _ = swiped_pw_registry_add_listener(registry, registryListener.hook, registryListener.events, data)
    try roundTrip(untilNs: untilNs)
  }

  deinit {
    let calls = library.calls
    calls.pw_proxy_destroy(registry)
    _ = calls.pw_core_disconnect(core)
    calls.pw_context_destroy(context)
    swiped_pw_loop_leave(loop)
    calls.pw_loop_destroy(loop)
  }

  /// A descriptor that is readable when ``handle()`` has something to do.
  package var descriptor: Int32 { swiped_pw_loop_get_fd(loop) }

  /// Handles what has come, without waiting.
  package func handle() { _ = swiped_pw_loop_iterate(loop) }

  /// Waits until PipeWire has answered everything that was asked before.
  ///
  /// - Throws: `CameraError` if it has not by then, or the connection has ended.
  func roundTrip(untilNs: UInt64) throws(CameraError) {
    let number = swiped_pw_core_sync(core)
    guard !waitUntil({ state.done == number }, ns: untilNs) else { return }
    throw state.hasEnded ? .noPipeWire(State.end) : .noAnswer(failure)
  }

  /// The error of a server that cannot be reached: most often, none runs.
  private static func error(ofConnecting code: Int32) -> CameraError {
    switch code {
    case EHOSTDOWN, ECONNREFUSED, ENOENT: .noPipeWire("it does not run")
    default: .noPipeWire(describe(code))
    }
  }

  /// - Returns: whether the condition has become true by then, and before the connection has ended.
  func waitUntil(_ condition: () -> Bool, ns: UInt64) -> Bool {
    while !condition() {
      guard failure == nil, wait(for: descriptor, wake: -1, untilNs: ns) == .ready else { return false }
      handle()
    }
    return true
  }

  /// The cameras with everything that they report.
  ///
  /// - Throws: `CameraError` if PipeWire does not answer in time.
  package func cameras(untilNs: UInt64) throws(CameraError) -> [PipeWireNode] {
    let bound = nodes.values.sorted { $0.id < $1.id }.compactMap { BoundNode($0, registry: registry, library) }
    try roundTrip(untilNs: untilNs)
    return bound.map(\.node)
  }

  /// Ends a stream, and asks its node to switch its camera off at once. A node that runs on is read by another program.
  ///
  /// - Parameter untilNs: how long to wait until the node has stopped, in ns of CLOCK_MONOTONIC.
  func close(_ stream: PipeWireStream, of node: PipeWireNode, untilNs: UInt64) {
    stream.end()
    guard failure == nil, let current = nodes[node.id], let bound = BoundNode(current, registry: registry, library) else { return }
    // The first answers may still be of before the end of the stream.
    guard (try? roundTrip(untilNs: untilNs)) != nil, waitUntil({ !bound.node.isRunning }, ns: untilNs) else { return }
    bound.suspend()
    try? roundTrip(untilNs: untilNs)
  }
}

private func this(_ data: UnsafeMutableRawPointer?) -> PipeWireConnection.State {
  Unmanaged<PipeWireConnection.State>.fromOpaque(data!).takeUnretainedValue()
}

extension PipeWireConnection.State {
  fileprivate static var coreEvents: pw_core_events {
    var events = pw_core_events()
    events.done = { data, _, number in this(data).done = number }
    events.error = { data, id, _, code, message in
      // Errors of other objects than the connection itself are reported to their listeners.
      guard id == 0 else { return }
      this(data).failure = -code == EPIPE ? PipeWireConnection.State.end : message.map { String(cString: $0) } ?? describe(-code)
    }
    return events
  }

  fileprivate static var registryEvents: pw_registry_events {
    var events = pw_registry_events()
    events.global = { data, id, _, type, _, properties in
      guard let type, let properties, strcmp(type, "PipeWire:Interface:Node") == 0 else { return }
      if let node = PipeWireNode(id, properties) { this(data).nodes[id] = node }
    }
    events.global_remove = { data, id in this(data).nodes[id] = nil }
    return events
  }
}

/// The memory that PipeWire needs to call somebody: it must stay until the object that calls is destroyed.
package struct Listener<Events>: ~Copyable {
  package let hook = UnsafeMutablePointer<spa_hook>.allocate(capacity: 1)
  package let events = UnsafeMutablePointer<Events>.allocate(capacity: 1)

  package init(_ events: Events) {
    hook.initialize(to: spa_hook())
    self.events.initialize(to: events)
  }

  deinit {
    hook.deallocate()
    events.deallocate()
  }
}
