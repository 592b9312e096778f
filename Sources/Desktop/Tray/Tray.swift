import DBus
import Platform
import Synchronization
import SystemPackage
import UserErrors

/// Shows an icon with a menu in the desktop's panel. Reporting never waits: a thread of its own does the rest, which sleeps while nothing
/// changes. Without a session bus or a panel for icons, nothing happens.
package final class Tray: Sendable {
  private let mailbox: Mailbox<TrayState?>
  private let swipes = LastSwipes()
  private let running: Mutex<LoopThread?>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - state: what is shown at first.
  ///   - act: does what a person asks for. It is called on the tray's thread, and must neither block nor stop the tray.
  /// - Throws: `Errno` without memory, descriptors or threads.
  package convenience init(_ state: TrayState, act: @escaping @Sendable (TrayAction) -> Void) throws(Errno) {
    try self.init(bus: Bus.sessionAddress, state, words: .current, act: act)
  }

  /// - Parameters:
  ///   - address: the address of the session bus.
  ///   - retryMs: the time until the first further attempt to connect to it.
  package init(
    bus address: String, retryMs: UInt64 = 5000, _ state: TrayState, words: TrayWords, act: @escaping @Sendable (TrayAction) -> Void
  ) throws(Errno) {
    mailbox = try Mailbox(empty: nil)
    let end = try Wakeup()
    let loop = try TrayLoop(endedBy: end.descriptor, bus: address, retryMs: retryMs, state, words, mailbox, swipes, act: act)
    let thread = try LoopThread(name: "tray", end: end) { loop.run() }
    running = Mutex(consume thread)
  }

  deinit { stop() }

  /// Shows a state. Any thread.
  package func show(_ state: TrayState) { mailbox.put { $0 = state } }

  /// Keeps a swipe for the next time that the menu is opened. Any thread.
  package func keep(_ swipe: TraySwipe) { swipes.add(swipe) }

  /// Removes the icon, and ends the thread. Any thread but the tray's own.
  package func stop() { running.withLock { $0.take() }?.end() }
}

/// The swipes that the menu lists. To add one wakes no thread.
private final class LastSwipes: Sendable {
  private let swipes = Mutex<[TraySwipe]>([])

  var all: [TraySwipe] { swipes.withLock { $0 } }

  func add(_ swipe: TraySwipe) {
    swipes.withLock { swipes in
      if swipes.count == TrayMenu.swipeLimit { swipes.removeFirst() }
      swipes.append(swipe)
    }
  }
}

/// The thread's state.
private final class TrayLoop {
  private let loop: EventLoop
  private let service: TrayService
  private var end: EventSource?
  private var mail: EventSource?

  init(
    endedBy end: Int32, bus address: String, retryMs: UInt64, _ state: TrayState, _ words: TrayWords, _ mailbox: Mailbox<TrayState?>,
    _ swipes: LastSwipes, act: @escaping @Sendable (TrayAction) -> Void
  ) throws(Errno) {
    loop = try EventLoop()
    service = try TrayService(bus: address, retryMs: retryMs, state, words, on: loop, swipes: { swipes.all }, act: act)
    self.end = try loop.endOnReadable(end)
    mail = try loop.watch(mailbox.descriptor) { [unowned self] in if let state = mailbox.take() { service.show(state) } }
  }

  func run() {
    service.connect()
    loop.run()
  }
}
