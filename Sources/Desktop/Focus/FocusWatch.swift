import DBus
import Focus
import Glibc
import Platform
import Synchronization
import SystemPackage

/// Where a watch finds the desktop.
package struct FocusPlace: Sendable {
  /// The address of the session bus.
  package var bus: String
  /// What this program was started with. A service may have been started before the desktop: the user's service manager knows more then.
  package var environment: [String: String]
  /// `$XDG_RUNTIME_DIR`.
  package var runtimeFolder: String
  /// With the sockets of X servers.
  package var xFolder = "/tmp/.X11-unix"
  /// A folder that others of this user can read, for the script that KWin loads.
  package var scriptFolder: String
  /// What tells this program from others of the user that watch, and is the same after a restart.
  package var owner: String
  /// The time until the first further attempt to connect to a display server that refuses; it doubles from attempt to attempt.
  package var retryMs: UInt64 = 1000

  package init(environment: [String: String], owner: String) {
    bus = Bus.sessionAddress
    self.environment = environment
    runtimeFolder = environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
    scriptFolder = "\(runtimeFolder)/swiped"
    self.owner = owner
  }
}

/// Watches which application is in front, on a thread of its own that sleeps until that changes. It finds the desktop by itself, also one
/// that starts later or again.
package final class FocusWatch: Sendable {
  private let place: FocusPlace
  private let changed: @Sendable (FocusState) -> Void
  private let running = Mutex<LoopThread?>(nil)

  /// - Parameter changed: is called on the watch's thread with each new state, but only with the last one of those that come together. It
  ///   must not block, and must not stop the watch.
  package init(_ place: FocusPlace, changed: @escaping @Sendable (FocusState) -> Void) { (self.place, self.changed) = (place, changed) }

  deinit { stop() }

  /// Starts to watch.
  ///
  /// - Throws: `Errno` without memory, descriptors or threads.
  package func start() throws(Errno) {
    try running.withLock { running throws(Errno) in
      guard running == nil else { return }
      let wakeup = try Wakeup()
      let loop = try FocusLoop(endedBy: wakeup.descriptor, place, report: changed)
      running = try LoopThread(name: "focus", end: wakeup) { loop.run() }
    }
  }

  /// Ends the watch, and takes back what it has asked of the desktop. Nothing is reported after this returns. Any thread but the watch's own.
  package func stop() { running.withLock { $0.take() }?.end() }
}

/// The thread's state.
private final class FocusLoop {
  /// A new socket accepts connections a moment later.
  private static let settlingMs: UInt64 = 100
  /// How long after a desktop may have begun to start it is searched for. It tells the service manager a little later what it is.
  private static let startNs: UInt64 = 60_000_000_000
  /// The time between attempts after that: a person may log in on the X server of the login screen, which creates no socket.
  private static let laterMs: UInt64 = 60_000

  /// A display server that was used for so long has not refused.
  private static let trustedNs: UInt64 = 10_000_000_000

  private static let changes = IN_CREATE | IN_MOVED_TO

  private let place: FocusPlace
  private let loop: EventLoop
  private let bus: FocusBus
  private let report: (FocusState) -> Void
  private var end: EventSource?
  private var compositors: EventSource?
  private var xServers: EventSource?
  private var retry: EventSource?
  private var backoff: Backoff
  private var searchesUntilNs: UInt64 = 0
  private var connectedNs: UInt64 = 0
  private var connection: DisplayConnection?
  private var environment: [String: String]
  private var reported = FocusState.unknown

  init(endedBy end: Int32, _ place: FocusPlace, report: @escaping @Sendable (FocusState) -> Void) throws(Errno) {
    (self.place, self.report, environment) = (place, report, place.environment)
    backoff = Backoff(shortestMs: place.retryMs, longestMs: Self.laterMs)
    loop = try EventLoop()
    bus = FocusBus(place, on: loop)
    self.end = try loop.endOnReadable(end)
    retry = try loop.timer { [unowned self] in look() }
    // A folder that is missing has no desktop.
    compositors = try? loop.watch(folder: place.runtimeFolder, for: Self.changes) { [unowned self] in noteSocket($0, "wayland-") }
    xServers = try? loop.watch(folder: place.xFolder, for: Self.changes) { [unowned self] in noteSocket($0, "X") }
  }

  /// - Parameter name: nil if news were lost.
  private func noteSocket(_ name: String?, _ prefix: String) {
    guard connection == nil, name?.hasPrefix(prefix) ?? true else { return }
    search(afterMilliseconds: Self.settlingMs)
  }

  func run() {
    bus.start { [unowned self] in tell() }
    search(afterMilliseconds: 0)
    loop.run()
    connection = nil
    bus.end()
  }

  /// Begins to search for the desktop.
  private func search(afterMilliseconds delayMs: UInt64) {
    backoff.reset()
    searchesUntilNs = monotonicNs() + Self.startNs
    retry?.arm(afterMilliseconds: delayMs)
  }

  /// Looks for the desktop, with what the service manager knows of it.
  private func look() {
    guard connection == nil else { return }
    bus.readEnvironment { [unowned self] entries in
      environment = place.environment.merging(.init(environment: entries)) { $1 }
      connect()
    }
  }

  private func connect() {
    guard connection == nil else { return }
    let sockets = DisplaySocket.candidates(
      environment: environment, runtimeFolder: place.runtimeFolder, names: Files.entries(of: place.runtimeFolder), xFolder: place.xFolder)
    for socket in sockets where connection == nil {
      // Most often, nobody listens.
      connection = try? DisplayConnection(
        to: socket, environment: environment, on: loop, changed: { [unowned self] in tell() }, ended: { [unowned self] in lose() })
    }
    connectedNs = monotonicNs()
    tell()
    if connection == nil { tryAgain() }
  }

  private func tryAgain() {
    guard monotonicNs() < searchesUntilNs else {
      retry?.arm(afterMilliseconds: Self.laterMs)
      return
    }
    retry?.arm(afterMilliseconds: backoff.next())
  }

  /// The display server has ended, or cannot be used. It is searched for again, but one that refuses is soon asked once a minute only.
  private func lose() {
    connection = nil
    bus.use(false)
    if monotonicNs() - connectedNs > Self.trustedNs { search(afterMilliseconds: Self.settlingMs) } else { tryAgain() }
    tell()
  }

  /// Reports the state, if it is another one.
  private func tell() {
    var state = connection?.state ?? .unavailable(.noDesktop)
    // A Wayland compositor without the protocol, which may be GNOME's or KDE's.
    if state == .unavailable(.noProtocol) {
      bus.use(true)
      state = bus.state
    }
    guard state != reported else { return }
    reported = state
    report(state)
  }
}
