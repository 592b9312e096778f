import Platform

/// The system that cameras are read through.
package enum CameraBackend: String, Sendable, CaseIterable {
  /// V4L2 where it gives pictures, else PipeWire.
  case auto
  case v4l2
  case pipewire
}

/// The systems that have cameras, which tests replace.
package struct CameraSystems: Sendable {
  package var v4l2: V4L2Calls
  package var pipeWire: PipeWireAccess

  package init(v4l2: V4L2Calls = .libv4l2, pipeWire: PipeWireAccess = .none) { (self.v4l2, self.pipeWire) = (v4l2, pipeWire) }

  package static let installed = CameraSystems(pipeWire: .installed)
}

/// A watch for cameras that come and go.
package struct CameraNews: Sendable {
  /// Whether any have since the last call.
  package var take: @Sendable () -> Bool
  package var stop: @Sendable () -> Void

  package init(take: @escaping @Sendable () -> Bool, stop: @escaping @Sendable () -> Void) { (self.take, self.stop) = (take, stop) }
}

/// The user's PipeWire.
package struct PipeWireAccess: Sendable {
  package typealias Choice = ([PipeWireNode]) throws(CameraError) -> PipeWireNode

  /// The cameras that it has, with what they tell.
  package var cameras: @Sendable () throws(CameraError) -> [PipeWireNode]
  /// Opens the camera that a function chooses, and returns facts about it for the log.
  package var open: @Sendable (Choice, CameraRequest, inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String]

  /// Starts to watch for cameras that come and go, which calls a function, on any thread, when they do; nil if none can come.
  package var watch: @Sendable (_ onChange: @escaping @Sendable () -> Void) -> CameraNews?

  package init(
    cameras: @escaping @Sendable () throws(CameraError) -> [PipeWireNode],
    open: @escaping @Sendable (Choice, CameraRequest, inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String],
    watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> CameraNews?
  ) {
    (self.cameras, self.open, self.watch) = (cameras, open, watch)
  }

  /// A machine without PipeWire.
  package static let none = PipeWireAccess(
    cameras: { () throws(CameraError) in throw .noPipeWireLibrary }, open: { _, _, _ throws(CameraError) in throw .noPipeWireLibrary },
    watch: { _ in nil })

  package static let installed = PipeWireAccess(
    cameras: { () throws(CameraError) in
      try PipeWireConnection(library: .installed, untilNs: monotonicNs() + patienceNs).cameras(untilNs: monotonicNs() + patienceNs)
    },
    open: { choose, request, camera throws(CameraError) in
      let connection = try PipeWireConnection(library: .installed, untilNs: monotonicNs() + patienceNs)
      let node = try choose(connection.cameras(untilNs: monotonicNs() + patienceNs))
      let opened = try PipeWireCamera(node, connection, request: request)
      let facts = ["watching \(opened.label)"] + opened.notices
      camera = consume opened
      return facts
    },
    watch: { onChange in PipeWireNews(onChange: onChange).map { news in CameraNews(take: { news.take() }, stop: { news.stop() }) } })

  /// A server that answers answers within milliseconds.
  private static let patienceNs: UInt64 = 2_000_000_000
}

/// Finds and opens the camera that is wanted, in the system that has it.
struct CameraFinder: Sendable {
  private let systems: CameraSystems

  init(_ systems: CameraSystems) { self.systems = systems }

  /// Starts to watch for cameras that no device event announces; nil if none of them could be the one that is wanted.
  func watch(_ options: CameraOptions, after error: CameraError, onChange: @escaping @Sendable () -> Void) -> CameraNews? {
    let isOfPipeWire = options.backend == .pipewire || CameraName(options.name).isOfPipeWire
    guard isOfPipeWire || options.backend == .auto && error.mayBeElsewhere(isDeniedAgain: true) else { return nil }
    return systems.pipeWire.watch(onChange)
  }

  /// - Parameters:
  ///   - isDeniedAgain: whether V4L2 has refused its camera before: a new device has its owner before it has its permissions.
  ///   - camera: receives the camera.
  /// - Returns: facts about it for the log.
  /// - Throws: `CameraError`: that of V4L2 if no system has the camera.
  func open(_ options: CameraOptions, isDeniedAgain: Bool, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String]
  {
    if options.backend == .pipewire || CameraName(options.name).isOfPipeWire { return try openPipeWire(options, into: &camera) }
    do {
      return try openV4L2(options, into: &camera)
    } catch  where options.backend == .auto && error.mayBeElsewhere(isDeniedAgain: isDeniedAgain) {
      do { return try openPipeWire(options, into: &camera) } catch let other { throw error.after(other) }
    }
  }

  /// Finds a camera without opening it.
  ///
  /// - Returns: its path in ``CameraListing``.
  /// - Throws: `CameraError`, as ``open(_:isDeniedAgain:into:)``, apart from what only opening shows.
  func find(_ name: String, backend: CameraBackend) throws(CameraError) -> String {
    let isOfPipeWire = backend == .pipewire || CameraName(name).isOfPipeWire
    do {
      guard !isOfPipeWire else { return CameraName.of(try CameraName(name).choose(among: systems.pipeWire.cameras())) }
      return try CameraDevice.find(name, calls: systems.v4l2).path
    } catch  where !isOfPipeWire && backend == .auto && error.mayBeElsewhere(isDeniedAgain: true) {
      do { return CameraName.of(try CameraName(name).choose(among: systems.pipeWire.cameras())) } catch let other {
        throw error.after(other)
      }
    }
  }

  private func openV4L2(_ options: CameraOptions, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String] {
    let device = try CameraDevice.find(options.name, calls: systems.v4l2)
    let opened = try V4L2Camera(device, request: options.request, calls: systems.v4l2, memory: options.memory)
    let facts = (options.name == "auto" ? [device.autoReason] : ["watching \(opened.label)"]) + opened.notices
    camera = consume opened
    return facts
  }

  private func openPipeWire(_ options: CameraOptions, into camera: inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String] {
    let name = CameraName(options.name)
    return try systems.pipeWire.open({ nodes throws(CameraError) in try name.choose(among: nodes) }, options.request, &camera)
  }
}

extension CameraError {
  /// Whether another system may have the camera that V4L2 does not give.
  func mayBeElsewhere(isDeniedAgain: Bool) -> Bool {
    switch code {
    case .noCamera, .noSuchDevice, .notACamera, .noUsableFormat, .noAnswer: true
    case .permissionDenied: isDeniedAgain
    case .busy, .unplugged, .stalled, .changed, .failed: false
    }
  }
}

extension CameraError {
  /// The error of V4L2 and PipeWire together: that of V4L2 if PipeWire has no such camera, or might have none in its place.
  fileprivate func after(_ pipeWire: CameraError) -> CameraError {
    switch pipeWire.code {
    case .noCamera, .noSuchDevice: self
    case .noAnswer: [.noCamera, .noSuchDevice].contains(code) ? addingSilence(of: pipeWire) : self
    default: pipeWire
    }
  }
}

extension CameraSystems {
  /// Finds a camera without opening it.
  ///
  /// - Parameter name: as in the configuration.
  /// - Returns: its path in ``CameraListing``.
  /// - Throws: `CameraError`: no camera, no such device, not a camera, permission denied, busy.
  package func find(_ name: String, backend: CameraBackend = .auto) throws(CameraError) -> String {
    try CameraFinder(self).find(name, backend: backend)
  }
}

/// How a person names a camera, as far as cameras of PipeWire have such names. Pure.
package struct CameraName: Sendable, Equatable {
  private static let prefix = "pipewire:"
  /// Nil: the best one.
  private let wanted: String?
  /// Whether the name can only mean a camera of PipeWire.
  package let isOfPipeWire: Bool

  /// - Parameter name: `auto`, `pipewire:NAME`, a path of a device node, or a part of a name.
  package init(_ name: String) {
    isOfPipeWire = name.hasPrefix(Self.prefix)
    let rest = isOfPipeWire ? String(name.dropFirst(Self.prefix.count)) : name
    wanted = ["", "auto"].contains(rest) ? nil : rest
  }

  /// The name of a node, as a person can write it.
  package static func of(_ node: PipeWireNode) -> String { prefix + node.name }

  /// - Throws: `CameraError`: there is no camera, or none of that name.
  package func choose(among nodes: [PipeWireNode]) throws(CameraError) -> PipeWireNode {
    let ranked = nodes.ranked
    guard let wanted else {
      guard let first = ranked.first else { throw .noCamera }
      return first
    }
    if let exact = ranked.first(where: { $0.name == wanted || $0.serial == wanted || $0.devicePath == wanted }) { return exact }
    let part = wanted.lowercased()
    if let match = ranked.first(where: { $0.description.lowercased().contains(part) || $0.name.lowercased().contains(part) }) {
      return match
    }
    let names = ranked.map(\.description)
    throw CameraError(
      .noSuchDevice, "no camera of PipeWire is called \"\(wanted)\"",
      fix: names.isEmpty ? "plug a camera in" : "the cameras there are \(words: names.joined(separator: ", "))")
  }
}

extension [PipeWireNode] {
  /// The cameras in the order in which `auto` prefers them.
  package var ranked: [PipeWireNode] {
    let ranks = map { CameraPreference($0.facts).rank }
    return zip(ranks, self).sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }
}

extension PipeWireNode {
  /// What its rank follows from.
  package var facts: CameraFacts {
    let words = description.lowercased().split { !$0.isLetter }
    return CameraFacts(
      name: description, driver: "", busInfo: CameraFacts.pipeWire, isInfrared: words.contains("ir") || words.contains("infrared"),
      offersFormats: formats?.isEmpty != true, panel: ["front", "back"].contains(location) ? location : nil)
  }
}
