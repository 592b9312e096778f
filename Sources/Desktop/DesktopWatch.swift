import CSystemd
import DBus
import Glibc
import Platform
import Synchronization
import SystemPackage
import UserErrors

/// A change of the machine's devices, of its sleep, or of the user's session.
package enum DesktopEvent: Sendable, Equatable {
  /// A camera came or went, or its permissions changed.
  case camerasChanged
  /// The same for uinput.
  case uinputChanged
  /// The machine is about to sleep.
  case sleeping
  /// The machine is awake again.
  case awake
  /// Something is known of the sessions at a seat.
  case login(LoginFact)
}

/// Watches cameras and uinput, sleep, and the sessions at a seat, on a thread of its own that sleeps until something happens.
package final class DesktopWatch: Sendable {
  private let folder: String
  private let login: LoginPlace
  private let delay = SleepDelay()
  private let log: @Sendable (String) -> Void
  private let event: @Sendable (DesktopEvent) -> Void
  private let running = Mutex<LoopThread?>(nil)

  /// - Parameters:
  ///   - log: receives a line for each thing that cannot be watched. The same rules as for `event` apply.
  ///   - event: is called on the watch's thread, or by ``start()`` if there is none; at first the machine counts as awake. It must not block, and
  ///     must not stop the watch.
  package convenience init(log: @escaping @Sendable (String) -> Void, event: @escaping @Sendable (DesktopEvent) -> Void) {
    let address = Environment["DBUS_SYSTEM_BUS_ADDRESS"]
    self.init(folder: "/dev", login: LoginPlace(bus: address ?? "unix:path=/run/dbus/system_bus_socket"), log: log, event: event)
  }

  /// - Parameters:
  ///   - folder: the directory of the device nodes.
  package init(
    folder: String, login: LoginPlace, log: @escaping @Sendable (String) -> Void, event: @escaping @Sendable (DesktopEvent) -> Void
  ) {
    self.folder = folder
    self.login = login
    self.log = log
    self.event = event
  }

  deinit { stop() }

  /// Starts to watch. No device that comes after this returns is missed; the sessions are
  /// reported a little later, or that they cannot be. What cannot be watched is logged, and everything else is watched.
  package func start() {
    let isWatching = running.withLock { running in
      guard running == nil else { return true }
      do {
        let wakeup = try Wakeup()
        let loop = try DesktopLoop(
          endedBy: wakeup.descriptor, folder: folder, login: login, delay: delay, log: log, report: event)
        running = try LoopThread(name: "desktop", end: wakeup) { loop.run() }
        return true
      } catch {
        log("cannot watch for devices, sleep and session lock (\(error)); restart swiped when the machine has memory and files to spare")
        return false
      }
    }
    if !isWatching { event(.login(.unanswered)) }
  }

  /// Lets the machine sleep, since the camera is closed: the response to each `.sleeping`. Any thread.
  package func readyToSleep() { delay.giveUp() }

  /// Ends the watch. There are no events after this returns. Any thread but the watch's own.
  package func stop() {
    running.withLock { $0.take() }?.end()
    delay.end()
  }
}

/// The thread's state, created before the thread so that nothing is missed while it starts.
private final class DesktopLoop {
  private let loop: EventLoop
  private let devices: DeviceWatch
  private let login: LoginWatch
  private let wake: EventSource

  init(
    endedBy wake: Int32, folder: String, login: LoginPlace, delay: SleepDelay, log: @escaping @Sendable (String) -> Void,
    report: @escaping @Sendable (DesktopEvent) -> Void
  ) throws(Errno) {
    loop = try EventLoop()
    self.wake = try loop.endOnReadable(wake)
    devices = DeviceWatch(folder: folder, on: loop, log: log) { report($0 == .camera ? .camerasChanged : .uinputChanged) }
    self.login = LoginWatch(login, on: loop, delay: delay, log: log, report: report)
  }

  func run() {
    login.start()
    loop.run()
  }
}
