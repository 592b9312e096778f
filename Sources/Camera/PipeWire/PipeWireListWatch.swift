import Platform
import Synchronization

/// Notices on a thread of its own that PipeWire's cameras come and go, and that the server starts, while none is open.
final class PipeWireListWatch: Sendable {
  /// The time between attempts to reach a server whose socket is there.
  private static let retryNs: UInt64 = 2_000_000_000
  private static let patienceNs: UInt64 = 5_000_000_000

  private let library: PipeWireLibrary
  private let onChange: @Sendable () -> Void
  private let wakeup: Wakeup
  private let state = Mutex((hasChanged: false, isStopped: false))

  /// Starts to watch.
  ///
  /// - Parameter onChange: called on the watch's thread when there are changes to take.
  /// - Returns: nil if nothing can come: the library is missing, or there is no thread.
  init?(_ library: PipeWireLibrary? = .installed, onChange: @escaping @Sendable () -> Void) {
    guard let library, let wakeup = try? Wakeup() else { return nil }
    (self.library, self.onChange, self.wakeup) = (library, onChange, wakeup)
    do { try OwnedThread(name: "pipewire list") { [self] in run() }.detach() } catch { return nil }
  }

  /// Whether cameras have come or gone since the last call.
  func take() -> Bool {
    state.withLock { state in
      defer { state.hasChanged = false }
      return state.hasChanged
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.signal()
  }

  // MARK: The thread

  private func run() {
    // Nil: no server has answered yet, so that its first answer is a change, even that it has no camera.
    var seen: Set<UInt32>? = []
    while !isStopped {
      guard let connection = try? PipeWireConnection(library: library, untilNs: monotonicNs() + Self.patienceNs) else {
        seen = nil
        waitForServer()
        continue
      }
      repeat {
        let now = Set(connection.nodes.keys)
        if now != seen { report() }
        seen = now
        guard wait(for: connection.descriptor, wake: wakeup.descriptor) == .ready else { return }
        connection.handle()
      } while connection.failure == nil
      seen = []
      report()
    }
  }

  /// Waits until a server may have started: its socket appears.
  private func waitForServer() {
    // A server that is there and does not answer is asked again later, and so is a folder that cannot be watched.
    guard let folder = Self.socket.folder, !Self.socket.isThere, let watch = try? FolderWatch(folder) else {
      _ = wait(for: -1, wake: wakeup.descriptor, untilNs: monotonicNs() + Self.retryNs)
      return
    }
    // It may have appeared meanwhile.
    while !Self.socket.isThere, wait(for: watch.descriptor, wake: wakeup.descriptor) == .ready { watch.reset() }
  }

  /// Where PipeWire's library looks for the server.
  private struct Socket {
    let folder: String?
    private let name: String

    init(_ environment: [String: String]) {
      folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
      name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
    }

    var isThere: Bool { folder.map { Files.exists("\($0)/\(name)") } ?? false }
  }

  private static let socket = Socket(Environment.current)

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func report() {
    state.withLock { $0.hasChanged = true }
    onChange()
  }
}
