import CSystemd
import DBus
import Platform
import SystemPackage
import UserErrors

/// The link to the desktop's notification service (org.freedesktop.Notifications). Of each series, it keeps only the newest notification
/// until the service has taken it. One thread.
///
/// Nothing is logged: a console has no bus, and a desktop need not have the service.
final class NotificationService {
  private static let name = "org.freedesktop.Notifications"
  private static let root = "/org/freedesktop/Notifications"
  /// The longest time between two attempts.
  private static let longestRetryMs: UInt64 = 600_000

  private let address: String
  private let timing: NotificationTiming
  private let loop: EventLoop
  private let shown: (DesktopNotification) -> Void
  private var bus: Bus?
  private var isConnected = false
  private var waiting: [DesktopNotification.Series: DesktopNotification] = [:]
  /// What the service called the last notification of each series.
  private var ids: [DesktopNotification.Series: UInt32] = [:]
  /// Whether a reply is awaited, which has the number that the next notification replaces.
  private var isAsking = false
  /// Whether the bus may be asked to start the service. Once that has failed, it has to start by itself.
  private var mayStart = true
  private var retry: EventSource?
  private var backoff: Backoff

  /// - Parameters:
  ///   - address: of the session bus.
  ///   - shown: is called with each notification that the service has taken.
  init(
    bus address: String, _ timing: NotificationTiming, on loop: borrowing EventLoop, shown: @escaping (DesktopNotification) -> Void
  ) throws(Errno) {
    self.address = address
    self.timing = timing
    self.loop = EventLoop(sharing: loop)
    self.shown = shown
    backoff = Backoff(shortestMs: timing.retryMs, longestMs: Self.longestRetryMs)
    retry = try loop.timer { [unowned self] in proceed() }
  }

  func show(_ notification: DesktopNotification) {
    waiting[notification.series] = notification
    proceed()
  }

  /// Shows what is waiting, one after the other.
  private func proceed() {
    guard !isAsking, let next = waiting[.camera] ?? waiting[.swipe] else { return }
    do {
      if !isConnected { try connect() }
      try notify(next, startingService: false)
    } catch {
      giveBack(next)
    }
  }

  private func connect() throws(Errno) {
    (ids, isAsking) = ([:], false)
    bus = nil
    bus = try .connect(to: address, on: loop) { [unowned self] in isConnected = false }
    try bus?.watchOwner(of: Self.name) { [unowned self] owner in
      ids = [:]
      guard !owner.isEmpty else { return }
      mayStart = true
      backoff.reset()
      proceed()
    }
    isConnected = true
  }

  private func notify(_ notification: DesktopNotification, startingService: Bool) throws(Errno) {
    let method = Bus.Method(service: Self.name, path: Self.root, interface: Self.name, name: "Notify")
    waiting[notification.series] = nil
    isAsking = true
    do throws(Errno) {
      try bus?.call(
        method, startingService: startingService, timeoutMs: timing.replyMs,
        arguments: { [ids] in $0.append(notification, replacing: ids[notification.series] ?? 0) },
        reply: { [unowned self] in conclude(notification, $0, hasStartedService: startingService) })
    } catch {
      isAsking = false
      throw error
    }
  }

  private func conclude(_ notification: DesktopNotification, _ reply: borrowing BusMessage, hasStartedService: Bool) {
    isAsking = false
    if reply.failure == nil {
      ids[notification.series] = reply.uint32()
      backoff.reset()
      shown(notification)
      proceed()
    } else if reply.isServiceAbsent, !hasStartedService, mayStart, notification.series == .camera {
      startIfDisplayed(notification)
    } else {
      giveBack(notification)
    }
  }

  /// Has the bus start the service if the session has a display. Without one, as on a console or early in a login, the service would fail,
  /// and systemd would keep its unit as failed.
  private func startIfDisplayed(_ notification: DesktopNotification) {
    isAsking = true
    do throws(Errno) {
      try bus?.readManagerEnvironment { [unowned self] environment in
        isAsking = false
        let namesDisplay = environment.contains { $0.hasPrefix("WAYLAND_DISPLAY=") || $0.hasPrefix("DISPLAY=") }
        guard namesDisplay else { return giveBack(notification) }
        mayStart = false
        do throws(Errno) { try notify(notification, startingService: true) } catch { giveBack(notification) }
      }
    } catch {
      isAsking = false
      giveBack(notification)
    }
  }

  /// Keeps a notification that could not be shown, if there is no newer one, for when the service appears or the next attempt. The moment of
  /// a swipe is over.
  private func giveBack(_ notification: DesktopNotification) {
    waiting[.swipe] = nil
    if notification.series == .camera, waiting[.camera] == nil { waiting[.camera] = notification }
    guard !waiting.isEmpty else { return }
    retry?.arm(afterMilliseconds: backoff.next())
  }
}

/// The times that a notification may take.
package struct NotificationTiming: Sendable {
  /// The time until the first further attempt; it doubles from attempt to attempt.
  package var retryMs: UInt64
  /// The time that the service has to reply.
  package var replyMs: UInt64

  package init(retryMs: UInt64 = 5000, replyMs: UInt64 = 10_000) { (self.retryMs, self.replyMs) = (retryMs, replyMs) }
}

extension BusMessage {
  /// Writes the arguments of Notify.
  fileprivate func append(_ notification: DesktopNotification, replacing id: UInt32) {
    append("swiped")
    append(id)
    append("camera-web")
    append(notification.title)
    append(notification.body)
    // No actions.
    append("a", "s") {}
    append("a", "{sv}") {
      guard notification.series == .swipe else { return }
      append("e", "sv") {
        append("transient")
        append("v", "b") { append(true) }
      }
    }
    append(notification.expireMs)
  }
}
