import DBus
import Platform
import Synchronization
import SystemPackage
import UserErrors

/// Shows notifications on the desktop: what the camera does, and swipes. Reporting never waits: a thread of its own does the rest. Without a
/// session bus or a notification service, nothing happens.
package final class Notifier: Sendable {
  private let mailbox: Mailbox<Mail>
  private let running: Mutex<LoopThread?>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - wasReported: whether it was reported since the login that the camera is open.
  ///   - reported: is called on the notifier's thread when the desktop shows what the camera does.
  /// - Throws: `Errno` without memory, descriptors or threads.
  package convenience init(wasReported: Bool, reported: @escaping @Sendable () -> Void) throws(Errno) {
    try self.init(bus: Bus.sessionAddress, news: CameraNews(wasReported: wasReported), reported: reported)
  }

  /// - Parameter address: the address of the session bus.
  package init(
    bus address: String, news: CameraNews, timing: NotificationTiming = NotificationTiming(), reported: @escaping @Sendable () -> Void
  ) throws(Errno) {
    mailbox = try Mailbox(empty: Mail())
    let end = try Wakeup()
    let loop = try NotificationLoop(endedBy: end.descriptor, bus: address, news, timing, mailbox, reported: reported)
    let thread = try LoopThread(name: "notifications", end: end) { loop.run() }
    running = Mutex(consume thread)
  }

  deinit { stop() }

  /// Reports what the camera does. Any thread.
  package func report(_ condition: CameraCondition) { mailbox.put { $0.condition = condition } }

  /// The user has logged out, so that all is new again. Any thread.
  package func forget() { mailbox.put { ($0.condition, $0.isForgotten) = (.idle, true) } }

  /// Shows a swipe. Any thread.
  ///
  /// - Parameter title: one line.
  package func showSwipe(_ title: String) { mailbox.put { $0.swipe = DesktopNotification(.swipe, title: title) } }

  /// Ends the thread. What is waiting is not shown. Any thread but the notifier's own.
  package func stop() { running.withLock { $0.take() }?.end() }
}

/// What the notifier's thread has not seen yet: of each kind only the newest.
private struct Mail: Sendable {
  var condition: CameraCondition?
  /// Whether the user has logged out before that.
  var isForgotten = false
  var swipe: DesktopNotification?
}

/// The thread's state.
private final class NotificationLoop {
  private let loop: EventLoop
  private let service: NotificationService
  private let mailbox: Mailbox<Mail>
  private var news: CameraNews
  private var end: EventSource?
  private var mail: EventSource?
  private var due: EventSource?

  init(
    endedBy end: Int32, bus address: String, _ news: CameraNews, _ timing: NotificationTiming, _ mailbox: Mailbox<Mail>,
    reported: @escaping @Sendable () -> Void
  ) throws(Errno) {
    loop = try EventLoop()
    service = try NotificationService(bus: address, timing, on: loop) { if $0.series == .camera { reported() } }
    (self.news, self.mailbox) = (news, mailbox)
    self.end = try loop.endOnReadable(end)
    mail = try loop.watch(mailbox.descriptor) { [unowned self] in readMail() }
    due = try loop.timer { [unowned self] in report(self.news.tick(at: monotonicNs())) }
  }

  func run() { loop.run() }

  private func readMail() {
    let mail = mailbox.take()
    if mail.isForgotten { news.forget() }
    if let condition = mail.condition { report(news.update(condition, at: monotonicNs())) }
    if let swipe = mail.swipe { service.show(swipe) }
  }

  private func report(_ notification: DesktopNotification?) {
    if let notification { service.show(notification) }
    guard let dueNs = news.dueNs else { return }
    let now = monotonicNs()
    due?.arm(afterMilliseconds: dueNs > now ? (dueNs - now + 999_999) / 1_000_000 : 0)
  }
}
