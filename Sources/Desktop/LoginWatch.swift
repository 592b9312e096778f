import CSystemd
import Glibc
import SystemPackage

/// Watches through logind whether the machine sleeps and whether the user's session is locked.
///
/// Only sessions at a seat count: a remote session is locked along with all others, and never
/// unlocked. One thread.
final class LoginWatch {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let loss = "the camera may stay open while the session is locked and the machine goes to sleep"

  private let address: String
  private let retryMs: UInt64
  private let loop: EventLoop
  private let delay: SleepDelay
  private let log: (String) -> Void
  private let report: (DesktopEvent) -> Void
  private var bus: Bus?
  private var retry: EventSource?
  private var locks = SessionLocks()
  private var complaints: Set<Complaint> = []

  /// A problem that is logged once until it is over.
  private enum Complaint { case login, delay }

  init(
    bus address: String, retryMs: UInt64, on loop: borrowing EventLoop, delay: SleepDelay, log: @escaping (String) -> Void,
    report: @escaping (DesktopEvent) -> Void
  ) {
    self.address = address
    self.retryMs = retryMs
    self.loop = EventLoop(sharing: loop)
    self.delay = delay
    self.log = log
    self.report = report
    retry = try? loop.timer { [unowned self] in connect() }
  }

  /// Connects, and retries from time to time until that works. While there is no connection, the last known state holds.
  func connect() {
    do {
      bus = nil
      bus = try .connect(to: address, on: loop) { [unowned self] in lose("the connection ended") }
      try listen()
      try readAll()
    } catch { lose("\(error)") }
  }

  private func lose(_ cause: String) {
    complain(.login, "cannot reach the system bus at \(address) (\(cause)); trying every \(retryMs / 1000) s, and until then \(Self.loss)")
    retry?.arm(afterMilliseconds: retryMs)
  }

  private func complain(_ complaint: Complaint, _ line: String) {
    if complaints.insert(complaint).inserted { log(line) }
  }

  private func listen() throws(Errno) {
    try match("interface='\(Self.manager)',member='PrepareForSleep'") { [unowned self] signal in
      if let sleeps = signal.bool() { noteSleep(sleeps) }
    }
    try match("interface='\(Self.manager)',member='SessionNew'") { [unowned self] _ in listSessions() }
    try match("interface='\(Self.manager)',member='SessionRemoved'") { [unowned self] _ in listSessions() }
    for (member, locks) in [("Lock", true), ("Unlock", false)] {
      try match("interface='\(Self.session)',member='\(member)'") { [unowned self] signal in
        if let path = signal.path { note(self.locks.signal(path, locks: locks)) }
      }
    }
    try match("interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.session)'") { [unowned self] signal in
      if let path = signal.path, let hint = signal.changedHint() { note(locks.changeHint(path, to: hint)) }
    }
    // logind may start late, or restart.
    try bus?.match(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'"
    ) { [unowned self] signal in
      signal.skip("ss")
      if signal.string()?.isEmpty == false { try? readAll() }
    }
  }

  /// Handles signals of logind. The bus checks the sender of broadcast signals only, and logind sends no others.
  private func match(_ rule: String, _ body: @escaping (borrowing BusMessage) -> Void) throws(Errno) {
    try bus?.match("type='signal',sender='\(Self.service)',\(rule)") { signal in
      if !signal.isAddressed { body(signal) }
    }
  }

  private func readAll() throws(Errno) {
    try bus?.call(method("Get", of: Self.root, Self.properties), Self.manager, "PreparingForSleep") { [unowned self] reply in
      guard reply.failure == nil else { return }
      noteSleep(reply.within("v", "b") { reply.bool() } ?? false)
    }
    listSessions()
    takeDelay()
  }

  private func method(_ name: String, of path: String, _ interface: String) -> Bus.Method {
    Bus.Method(service: Self.service, path: path, interface: interface, name: name)
  }
}

// MARK: Sleep

extension LoginWatch {
  private func noteSleep(_ sleeps: Bool) {
    guard delay.setAsleep(sleeps) else { return }
    report(sleeps ? .sleeping : .awake)
    if !sleeps { takeDelay() }
  }

  private func takeDelay() {
    try? bus?.call(method("Inhibit", of: Self.root, Self.manager), "sleep", "swiped", "closes the camera", "delay") {
      [unowned self] reply in
      if let inhibitor = reply.descriptor() {
        delay.hold(inhibitor)
        complaints.remove(.delay)
      } else if !delay.isAsleep, !complaints.contains(.login) {
        // logind grants none while the machine goes to sleep; it is asked again after waking.
        complain(
          .delay,
          "logind does not let swiped delay sleep (\(reply.failure ?? "unexpected reply")), so the camera may be closed only after "
            + "waking; polkit must allow org.freedesktop.login1.inhibit-delay-sleep (Debian: install polkitd)")
      }
    }
  }
}

// MARK: Sessions

extension LoginWatch {
  private func note(_ news: SessionLocks.News?) {
    switch news {
    case .locked: report(.locked)
    case .unlocked: report(.unlocked)
    case nil: break
    }
  }

  private func listSessions() {
    try? bus?.call(method("ListSessions", of: Self.root, Self.manager)) { [unowned self] reply in
      guard reply.failure == nil else {
        return complain(.login, "no reply from logind (\(reply.failure!)), so \(Self.loss); see `systemctl status systemd-logind`")
      }
      complaints.remove(.login)
      note(locks.list(reply.sessions(of: getuid())))
      for path in locks.paths { readHint(of: path) }
    }
  }

  private func readHint(of path: String) {
    try? bus?.call(method("Get", of: path, Self.properties), Self.session, "LockedHint") { [unowned self] reply in
      // The session may have ended in the meantime; its removal is signaled.
      guard let hint = reply.within("v", "b", { reply.bool() }) else { return }
      note(locks.readHint(path, as: hint))
    }
  }
}

extension BusMessage {
  /// The sessions of a user that are at a seat, from the reply to ListSessions.
  fileprivate func sessions(of user: uid_t) -> [String] {
    var paths: [String] = []
    _ = within("a", "(susso)") {
      while let entry = within("r", "susso", { (string(), uint32(), string(), string(), objectPath()) }) {
        if entry.1 == user, entry.3?.isEmpty == false, let path = entry.4 { paths.append(path) }
      }
      return ()
    }
    return paths
  }

  /// The lock hint, if it is among the properties that have changed.
  fileprivate func changedHint() -> Bool? {
    skip("s")
    return within("a", "{sv}") {
      var hint: Bool?
      var isEntry = true
      while isEntry {
        isEntry =
          within("e", "sv") {
            if string() == "LockedHint" { hint = within("v", "b") { bool() } } else { skip("v") }
            return true
          } ?? false
      }
      return hint
    }
  }
}
