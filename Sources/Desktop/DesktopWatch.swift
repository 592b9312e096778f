import CSystemd
import Glibc
import Synchronization

/// Watches the machine's cameras and its uinput, its sleep, and the lock of the user's session, on a thread of its own
/// that sleeps until something happens.
public final class DesktopWatch: Sendable {
  private let folder: String
  private let address: String
  private let retryMs: UInt64
  private let delay = SleepDelay()
  private let log: @Sendable (String) -> Void
  private let event: @Sendable (DesktopEvent) -> Void
  private let running = Mutex<Running?>(nil)

  /// - Parameters:
  ///   - log: takes a line for each thing that cannot be watched; as `event`.
  ///   - event: is called on the watch's thread, with changes only: a machine is awake and its session open until told
  ///     otherwise. It must not block, and must not stop the watch.
  public convenience init(log: @escaping @Sendable (String) -> Void, event: @escaping @Sendable (DesktopEvent) -> Void) {
    let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
    self.init(folder: "/dev", bus: address ?? "unix:path=/run/dbus/system_bus_socket", log: log, event: event)
  }

  /// - Parameters:
  ///   - folder: where device nodes are.
  ///   - address: of the bus that logind is on.
  ///   - retryMs: how long to wait before connecting to it again.
  package init(
    folder: String, bus address: String, retryMs: UInt64 = 10_000, log: @escaping @Sendable (String) -> Void,
    event: @escaping @Sendable (DesktopEvent) -> Void
  ) {
    self.folder = folder
    self.address = address
    self.retryMs = retryMs
    self.log = log
    self.event = event
  }

  deinit { stop() }

  /// Begins to watch. A device that comes after this returned is not missed; whether the session is locked already is told
  /// a little later. What cannot be watched is logged, and the rest is watched.
  public func start() {
    running.withLock { running in
      guard running == nil else { return }
      do {
        guard let wake = Descriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))) else { throw SystemError(result: -errno) }
        let loop = try DesktopLoop(
          endedBy: wake.number, folder: folder, bus: address, retryMs: retryMs, delay: delay, log: log, report: event)
        let thread = try JoinedThread(name: "desktop") { loop.run() }
        running = Running(wake: wake, thread: thread)
      } catch {
        log("cannot watch for devices, sleep and session lock (\(error)); restart swiped when the machine has memory and files to spare")
      }
    }
  }

  /// Says that the camera is closed, so that the machine may sleep now: the answer to each `.sleeping`. Any thread.
  public func readyToSleep() { delay.giveUp() }

  /// Ends the watch. Nothing is told any more when this returns. Any thread but the watch's.
  public func stop() {
    running.withLock { $0.take() }?.end()
    delay.end()
  }
}

/// Owner of the thread and of what tells it to end.
private struct Running: ~Copyable {
  private let wake: Descriptor
  private let thread: JoinedThread

  init(wake: consuming Descriptor, thread: consuming JoinedThread) {
    self.wake = wake
    self.thread = thread
  }

  consuming func end() {
    eventfd_write(wake.number, 1)
    thread.join()
  }
}

/// What the thread works on; made before it, so that what is watched is watched from then on.
private final class DesktopLoop {
  private let loop: EventLoop
  private let devices: DeviceWatch
  private let login: LoginWatch
  private let wake: EventSource

  init(
    endedBy wake: Int32, folder: String, bus address: String, retryMs: UInt64, delay: SleepDelay, log: @escaping @Sendable (String) -> Void,
    report: @escaping @Sendable (DesktopEvent) -> Void
  ) throws(SystemError) {
    loop = try EventLoop()
    self.wake = try loop.endOnReadable(wake)
    devices = DeviceWatch(folder: folder, on: loop, log: log) { report(.devicesChanged) }
    login = LoginWatch(bus: address, retryMs: retryMs, on: loop, delay: delay, log: log, report: report)
  }

  func run() {
    login.connect()
    loop.run()
  }
}
