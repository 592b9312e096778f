/// The client's side of `zwlr_foreign_toplevel_management_v1`, which sway, Hyprland, labwc, Wayfire and niri have: the windows, and which
/// one is activated. Titles are skipped.
///
/// The protocol is a few messages on a socket. libwayland-client would need its description as generated C code, and ends the process when
/// memory runs out; here, whatever a compositor sends ends the connection at most.
package struct WaylandToplevels: FocusProtocol {
  /// The objects of this client, by their ids.
  private enum Object {
    static let display: UInt32 = 1, registry: UInt32 = 2, globals: UInt32 = 3, manager: UInt32 = 4, windows: UInt32 = 5
    /// The first id of those that the compositor makes.
    static let firstOfServer: UInt32 = 0xFF00_0000
  }

  private struct Toplevel {
    var name: String?
    var isActive = false
    /// When it was activated: the later, the higher. 0 if it is not.
    var turn = 0
  }

  private static let interface = "zwlr_foreign_toplevel_manager_v1"
  /// More windows than a desktop has.
  private static let limit = 10_000
  /// The value of `state` for a window that is activated.
  private static let activated: UInt32 = 2
  private static let destroy: UInt16 = 7

  private var buffer = WireBuffer()
  private var toplevels: [UInt32: Toplevel] = [:]
  private var turns = 0
  /// What the registry calls the manager.
  private var managerName: UInt32?
  private var output: [UInt8] = []
  package private(set) var state = FocusState.unknown

  package init() {}

  package mutating func start() -> [UInt8] {
    send(Object.display, 1) { $0.add(Object.registry) }
    sync(Object.globals)
    return takeOutput()
  }

  package mutating func receive(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    buffer.append(bytes)
    while buffer.rest.count >= 8 {
      var header = WireReader(buffer.rest)
      let (object, word) = (try header.uint32(), try header.uint32())
      let size = Int(word >> 16)
      guard size >= 8, size & 3 == 0 else { throw .malformed }
      guard let message = buffer.take(size) else { break }
      var arguments = WireReader(message.dropFirst(8))
      try handle(object, UInt16(truncatingIfNeeded: word), &arguments)
    }
    return takeOutput()
  }

  private mutating func handle(_ object: UInt32, _ event: UInt16, _ arguments: inout WireReader) throws(WireError) {
    switch (object, event) {
    case (Object.display, 0): throw .refused
    case (Object.registry, 0):
      let (name, interface) = (try arguments.uint32(), try arguments.array())
      if managerName == nil, interface.elementsEqual(Array(Self.interface.utf8) + [0]) { bind(name) }
    case (Object.registry, 1) where try arguments.uint32() == managerName, (Object.manager, 1): loseManager()
    case (Object.globals, 0): if managerName == nil { state = .unavailable(.noProtocol) }
    // All windows of now were announced before.
    case (Object.windows, 0): updateState()
    case (Object.manager, 0):
      let id = try arguments.uint32()
      guard id >= Object.firstOfServer else { throw .malformed }
      guard toplevels.count < Self.limit else { throw .tooMany }
      toplevels[id] = Toplevel()
    case (Object.firstOfServer..., _): try handle(toplevel: object, event, &arguments)
    default: break
    }
  }

  private mutating func handle(toplevel id: UInt32, _ event: UInt16, _ arguments: inout WireReader) throws(WireError) {
    guard toplevels[id] != nil else { return }
    switch event {
    case 1:
      let text = try arguments.array()
      // A name that is not UTF-8 is none.
      toplevels[id]?.name = String(validating: text.prefix { $0 != 0 }, as: UTF8.self)
    case 4:
      var states = WireReader(try arguments.array())
      toplevels[id]?.isActive = false
      while let state = try? states.uint32() { if state == Self.activated { toplevels[id]?.isActive = true } }
    case 5: finishChange(of: id)
    case 6:
      toplevels[id] = nil
      send(id, Self.destroy) { _ in }
      if state != .unknown { updateState() }
    default: break
    }
  }

  private mutating func finishChange(of id: UInt32) {
    guard var toplevel = toplevels[id] else { return }
    if !toplevel.isActive { toplevel.turn = 0 }
    if toplevel.isActive, toplevel.turn == 0 {
      turns += 1
      toplevel.turn = turns
    }
    toplevels[id] = toplevel
    if state != .unknown { updateState() }
  }

  /// Of several that are activated, as with two seats, the last one counts.
  private mutating func updateState() {
    guard managerName != nil else { return }
    let front = toplevels.values.max { $0.turn < $1.turn }.flatMap { $0.turn > 0 ? $0.name : nil }
    state = .front(front.flatMap { FrontWindow(names: [$0]) })
  }

  private mutating func bind(_ name: UInt32) {
    managerName = name
    send(Object.registry, 0) {
      $0.add(name)
      let interface = Array(Self.interface.utf8) + [0]
      $0.add(UInt32(interface.count))
      $0.add(padded: interface)
      $0.add(UInt32(1))
      $0.add(Object.manager)
    }
    sync(Object.windows)
  }

  private mutating func loseManager() {
    managerName = nil
    toplevels = [:]
    state = .unavailable(.noProtocol)
  }

  private mutating func sync(_ callback: UInt32) { send(Object.display, 0) { $0.add(callback) } }

  private mutating func send(_ object: UInt32, _ request: UInt16, _ arguments: (inout WireWriter) -> Void) {
    var content = WireWriter()
    arguments(&content)
    var message = WireWriter()
    message.add(object)
    message.add(UInt32(8 + content.bytes.count) << 16 | UInt32(request))
    output += message.bytes + content.bytes
  }

  private mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }
}
