import CPipeWire

/// A camera of PipeWire: a node that gives pictures. Pure, except for reading a node's properties.
package struct PipeWireNode: Sendable, Equatable {
  /// Its number while this server runs. A number that is free may be given to another node.
  package var id: UInt32
  /// Its number that no other node of this server gets, as a stream names its target.
  package var serial: String
  /// Its name, which stays the same over logins: `v4l2_input.pci-0000_00_14.0-usb-0_8_1.0`.
  package var name: String
  /// Its name for people: `Integrated Camera (V4L2)`.
  package var description: String
  /// The device node behind it; nil if it has none, or several, as with libcamera.
  package var devicePath: String?
  /// The numbers of the device nodes behind it (dev_t), if it reports them.
  package var deviceNumbers: [UInt64] = []
  /// The side of the housing that it is on: `front`, `back` or `external`; nil if unknown.
  package var location: String?
  /// The formats that can be read; nil if they are unknown: some nodes report them only to a client that connects.
  var formats: [PipeWireFormat]?
  /// Whether some program streams from it.
  package var isRunning = false

  package init(id: UInt32, serial: String = "", name: String, description: String = "") {
    (self.id, self.serial, self.name) = (id, serial, name)
    // A session manager replaces signs by blanks.
    let words = description.split(separator: " ").joined(separator: " ")
    self.description = words.isEmpty ? name : words
  }

  /// The name used in messages.
  package var label: String { "\(description) (PipeWire)" }

  /// The modes that can be read; of sizes and rates offered as a range, those nearest to the request.
  func modes(for request: CameraRequest) -> [CameraMode] {
    formats?.flatMap { $0.modes(for: request) } ?? [CameraMode(format: .yuyv, width: request.width, height: request.height, interval: nil)]
  }

  /// Whether PipeWire reads it with libcamera.
  package var isOfLibcamera: Bool { name.hasPrefix("libcamera_") }

  /// The device node that a program of V4L2 opens for this camera; nil if none is known.
  package func device(_ machine: CameraMachine) -> String? {
    devicePath ?? machine.nodes().sorted().first { isSame($0, machine) }
  }

  /// Whether a device node is of this camera.
  func isSame(_ path: String, _ machine: CameraMachine) -> Bool {
    path == devicePath || machine.deviceNumber(path).map(deviceNumbers.contains) == true
  }

  /// - Returns: nil if the node is no camera, such as a screen that is shared.
  init?(_ id: UInt32, _ properties: UnsafePointer<spa_dict>) {
    guard properties["media.class"] == "Video/Source", properties["media.role"] == "Camera", let name = properties["node.name"] else {
      return nil
    }
    self.init(
      id: id, serial: properties["object.serial"] ?? "", name: name,
      description: properties["node.description"] ?? properties["node.nick"] ?? "")
    update(properties)
  }

  /// Takes the properties that only the node itself reports.
  mutating func update(_ properties: UnsafePointer<spa_dict>) {
    devicePath = properties["api.v4l2.path"] ?? devicePath
    location = properties["api.libcamera.location"] ?? location
    // A list of numbers as JSON: [ 20736 ].
    if let numbers = properties["device.devids"] { deviceNumbers = numbers.split { !$0.isNumber }.compactMap { UInt64($0) } }
  }
}

/// A node whose properties, state and formats were requested. They are there after the next round trip.
final class BoundNode {
  private let library: PipeWireLibrary
  private let proxy: OpaquePointer
  private let listener = Listener(State.events)
  fileprivate let state: State

  /// What the node has reported, in an object of its own: PipeWire still calls while the node is given up.
  fileprivate final class State {
    var node: PipeWireNode
    /// Those that it has reported, of which some cannot be read.
    var formats: [PipeWireFormat?] = []

    init(_ node: PipeWireNode) { self.node = node }
  }

  /// - Returns: nil if the connection has ended.
  init?(_ node: PipeWireNode, registry: OpaquePointer, _ library: PipeWireLibrary) {
    guard let proxy = swiped_pw_registry_bind_node(registry, node.id) else { return nil }
    (self.library, self.proxy, state) = (library, proxy, State(node))
    _ = swiped_pw_node_add_listener(proxy, listener.hook, listener.events, Unmanaged.passUnretained(state).toOpaque())
    _ = swiped_pw_node_enum_params(proxy, SPA.Parameter.enumFormat)
  }

  deinit { library.calls.pw_proxy_destroy(proxy) }

  /// The node with everything that it has reported.
  var node: PipeWireNode {
    var node = state.node
    node.formats = state.formats.isEmpty ? nil : state.formats.compactMap(\.self)
    return node
  }

  /// Asks the node to close its device at once, instead of some seconds after the last program has left it.
  func suspend() {
    Pod.object(type: SPA.Kind.nodeCommand, id: SPA.suspend, [:]).withPointer { _ = swiped_pw_node_send_command(proxy, $0) }
  }
}

private func this(_ data: UnsafeMutableRawPointer?) -> BoundNode.State {
  Unmanaged<BoundNode.State>.fromOpaque(data!).takeUnretainedValue()
}

extension BoundNode.State {
  fileprivate static var events: pw_node_events {
    var events = pw_node_events()
    events.info = { data, info in
      guard let info = info?.pointee else { return }
      if let properties = info.props { this(data).node.update(properties) }
      this(data).node.isRunning = info.state == PW_NODE_STATE_RUNNING
    }
    events.param = { data, _, id, _, _, pod in
      if id == SPA.Parameter.enumFormat, let pod { this(data).formats.append(PipeWireFormat(Pod(pod))) }
    }
    return events
  }
}
