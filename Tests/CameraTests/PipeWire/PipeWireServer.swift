import CPipeWire
import Camera
import Foundation
import Glibc
import Platform
import Synchronization
import TestTime

/// A PipeWire of its own, without a session manager: tests link the nodes.
final class PipeWireServer: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipewire-\(UUID())").path
  private let process: Mutex<Process?> = Mutex(nil)

  var socket: String { folder + "/pipewire-0" }

  /// - Throws: the program is missing.
  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    context.properties = { core.daemon = true core.name = pipewire-0 }
    context.spa-libs = { support.* = support/libspa-support }
    context.modules = [
      { name = libpipewire-module-protocol-native } { name = libpipewire-module-metadata } { name = libpipewire-module-client-node }
      { name = libpipewire-module-access } { name = libpipewire-module-link-factory } { name = libpipewire-module-spa-node-factory }
    ]
    """.write(toFile: folder + "/pipewire.conf", atomically: true, encoding: .utf8)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts the server, and waits until it answers.
  func start() throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["pipewire"]
    server.environment = ProcessInfo.processInfo.environment.merging(
      ["PIPEWIRE_CONFIG_DIR": folder, "PIPEWIRE_RUNTIME_DIR": folder, "PIPEWIRE_DEBUG": "0"]) { $1 }
    server.standardError = FileHandle.nullDevice
    try server.run()
    process.withLock { $0 = server }
    let endNs = monotonicNs() + UInt64(patience) * 1_000_000_000
    while (try? PipeWireConnection(socket: socket, untilNs: endNs)) == nil, server.isRunning, monotonicNs() < endNs { usleep(10_000) }
  }

  func stop() {
    process.withLock { process in
      process?.terminate()
      process?.waitUntilExit()
      process = nil
    }
  }

  /// The cameras that clients see.
  func cameras() throws -> [PipeWireNode] {
    let untilNs = monotonicNs() + 5_000_000_000
    return try PipeWireConnection(socket: socket, untilNs: untilNs).cameras(untilNs: untilNs)
  }
}

/// What a source gives.
struct SourcePicture: Sendable {
  /// A value of `EnumFormat`, with a single format.
  var format: Pod
  /// Bytes of each block.
  var blocks: [[UInt8]]
  var bytesPerRow: Int32 = 0
  /// The part that is the picture.
  var crop: (x: Int32, y: Int32, width: UInt32, height: UInt32)?
  var transform: UInt32?
  var isCorrupted = false
  /// The number of each frame; nil: they are counted.
  var number: UInt64?
  /// For each block, fewer bytes than it has are reported.
  var bytesLeftOut: UInt32 = 0
}

/// A camera of a PipeWire, on a thread of its own, which also links whoever wants to read it.
final class PipeWireSource: Sendable {
  private struct State {
    var picture: SourcePicture
    var isStopped = false
    var framesLeft = 0
    /// The time of capture of the frames that were sent, in ns.
    var sentNs: [UInt64] = []
  }
  private let state: Mutex<State>

  /// - Parameters:
  ///   - name: the node's name and description.
  ///   - properties: more of its properties.
  init(_ server: PipeWireServer, _ name: String, _ picture: SourcePicture, _ properties: [String: String] = [:]) throws {
    state = Mutex(State(picture: picture))
    let socket = server.socket
    try OwnedThread(name: "source") { [self] in SourceThread(self, socket: socket, name: name, properties)?.run() }.detach()
  }

  /// Sends some frames, as soon as somebody reads them.
  func send(_ count: Int) { state.withLock { $0.framesLeft += count } }
  /// Sends other pictures of the same format.
  func replace(_ picture: SourcePicture) { state.withLock { $0.picture = picture } }
  func stop() { state.withLock { $0.isStopped = true } }
  /// Whether frames are still to be sent.
  var isSending: Bool { state.withLock { $0.framesLeft > 0 } }
  var sentNs: [UInt64] { state.withLock { $0.sentNs } }

  var picture: SourcePicture { state.withLock { $0.picture } }
  var isStopped: Bool { state.withLock { $0.isStopped } }
  func takeFrame() -> Bool {
    state.withLock { state in
      guard state.framesLeft > 0 else { return false }
      state.framesLeft -= 1
      return true
    }
  }
  func sent(at ns: UInt64) { state.withLock { $0.sentNs.append(ns) } }
}
