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
package struct CameraListWatch: Sendable {
  /// Whether any have since the last call.
  package var take: @Sendable () -> Bool
  package var stop: @Sendable () -> Void

  package init(take: @escaping @Sendable () -> Bool, stop: @escaping @Sendable () -> Void) { (self.take, self.stop) = (take, stop) }
}

/// The user's PipeWire.
package struct PipeWireAccess: Sendable {
  package typealias Choice = ([PipeWireNode]) throws(CameraError) -> PipeWireNode

  /// The cameras that it has, with their properties and formats.
  package var cameras: @Sendable () throws(CameraError) -> [PipeWireNode]
  /// Opens the camera that a function chooses, and returns facts about it for the log.
  package var open: @Sendable (Choice, CameraRequest, inout (any OpenCamera & ~Copyable)?) throws(CameraError) -> [String]

  /// Starts to watch for cameras that come and go, which calls a function, on any thread, when they do; nil if none can come.
  package var watch: @Sendable (_ onChange: @escaping @Sendable () -> Void) -> CameraListWatch?

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
    watch: { onChange in
      PipeWireListWatch(onChange: onChange).map { watch in CameraListWatch(take: { watch.take() }, stop: { watch.stop() }) }
    })

  /// A server that answers answers within milliseconds.
  private static let patienceNs: UInt64 = 2_000_000_000
}
