import CSystemd
import DBus
import Glibc
import SystemPackage

/// Watches through logind whether the machine sleeps, and the sessions at a seat. One thread.
final class LoginWatch {
  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The connection ended before there was a reply, or none came in time.
  private static let noReply = "org.freedesktop.DBus.Error.NoReply"
  private static let loss = "the camera may stay open while the session is locked or in the background, and the machine goes to sleep"

  private let place: LoginPlace
  private let loop: EventLoop
  private let delay: SleepDelay
  private let log: (String) -> Void
  private let report: (DesktopEvent) -> Void
  private var bus: Bus?
  private var retry: EventSource?
  private var deadline: EventSource?
  private var files: EventSource?
  /// The user's sessions at a seat, without those that are closing.
  private var sessions: [String] = []
  /// Those that logind lists all the same while a program of theirs runs.
  private var closing: Set<String> = []
  private var complaints: Set<Complaint> = []

  /// A problem that is logged once until it is over.
  private enum Complaint { case login, delay }

  init(
    _ place: LoginPlace, on loop: borrowing EventLoop, delay: SleepDelay, log: @escaping (String) -> Void,
    report: @escaping (DesktopEvent) -> Void
  ) {
    self.place = place
    self.loop = EventLoop(sharing: loop)
    self.delay = delay
    self.log = log
    self.report = report
    retry = try? loop.timer { [unowned self] in connect() }
    deadline = try? loop.timer { [unowned self] in self.report(.login(.unanswered)) }
    // logind does not signal that a session is closing, as one on the text console stays while a program of it runs.
    do {
      files = try loop.watch(folder: place.files, for: IN_MOVED_TO | IN_CLOSE_WRITE) { [unowned self] _ in readSessions() }
    } catch .noSuchFileOrDirectory {
      // Without logind, which the bus shows.
    } catch {
      log(
        "cannot watch \(place.files) (\(error)): the camera may stay open after a log-out on a text console; "
          + "restart swiped when the machine has files to spare")
    }
  }

  /// Begins to watch. The first answer has a time limit.
  func start() {
    deadline?.arm(afterMilliseconds: place.answerMs)
    connect()
  }

  /// Connects, and retries from time to time until that works. While there is no connection, the last known state holds.
  private func connect() {
    do {
      bus = nil
      bus = try .connect(to: place.address, on: loop) { [unowned self] in lose("the connection ended") }
      try listen()
      try readAll()
    } catch { lose("\(error)") }
  }

  private func lose(_ cause: String) {
    complain(
      .login,
      "cannot reach the system bus at \(place.address) (\(cause)); trying every \(place.retryMs / 1000) s, and until then \(Self.loss)")
    report(.login(.unanswered))
    retry?.arm(afterMilliseconds: place.retryMs)
  }

  private func complain(_ complaint: Complaint, _ line: String) {
    if complaints.insert(complaint).inserted { log(line) }
  }

  private func listen() throws(Errno) {
    try match("interface='\(Self.manager)',member='PrepareForSleep'") { [unowned self] signal in
      if let sleeps = signal.bool() { handleSleep(sleeps) }
    }
    try match("interface='\(Self.manager)',member='SessionNew'") { [unowned self] _ in listSessions() }
    try match("interface='\(Self.manager)',member='SessionRemoved'") { [unowned self] _ in listSessions() }
    for (member, locks) in [("Lock", true), ("Unlock", false)] {
      try match("interface='\(Self.session)',member='\(member)'") { [unowned self] signal in
        if let path = signal.path { report(.login(.lockSignal(path, locks))) }
      }
    }
    try match("interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.session)'") { [unowned self] signal in
      signal.skip("s")
      guard let path = signal.path else { return }
      let changed = signal.sessionProperties()
      if changed.isActive == false { report(.login(.inactive(path))) }
      // A session that is closing comes to the front, too, and one may be locked that was not read yet.
      if changed.isActive == true { readSessions() }
      if let isLocked = changed.isLocked { report(.login(.lockHint(path, isLocked))) }
    }
    // logind may start late, or restart.
    try bus?.watchOwner(of: Self.service) { [unowned self] owner in
      guard !owner.isEmpty else { return }
      report(.login(.restarted))
      try? readAll()
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
      handleSleep(reply.within("v", "b") { reply.bool() } ?? false)
    }
    listSessions()
    takeDelay()
  }

  private func method(_ name: String, of path: String, _ interface: String) -> Bus.Method {
    Bus.Method(service: Self.service, path: path, interface: interface, name: name)
  }
}

/// Where a watch finds logind, and how long it waits.
package struct LoginPlace: Sendable {
  /// The address of logind's bus.
  package var address: String
  /// The folder in which logind saves a file for each session.
  package var files = "/run/systemd/sessions"
  /// The time to wait before connecting to the bus again.
  package var retryMs: UInt64 = 10_000
  /// The time that the first answer has.
  package var answerMs: UInt64 = 2_000

  package init(bus address: String) { self.address = address }
}

// MARK: Sleep

extension LoginWatch {
  private func handleSleep(_ sleeps: Bool) {
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
      } else if !delay.isAsleep, !complaints.contains(.login), reply.failureName != Self.noReply {
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
  private func listSessions() {
    try? bus?.call(method("ListSessions", of: Self.root, Self.manager)) { [unowned self] reply in
      guard reply.failure == nil else {
        // A logind that starts later is noticed. A new connection would miss what is signaled meanwhile.
        if !reply.isServiceAbsent { retry?.arm(afterMilliseconds: place.retryMs) }
        complain(.login, "no reply from logind (\(reply.failure!)), so \(Self.loss); see `systemctl status systemd-logind`")
        return report(.login(.unanswered))
      }
      complaints.remove(.login)
      let listed = reply.sessionsAtSeats(of: getuid())
      closing.formIntersection(listed.own)
      sessions = listed.own.filter { !closing.contains($0) }
      report(.login(.listed(own: sessions, hasOthers: listed.hasOthers)))
      readSessions()
    }
  }

  private func readSessions() {
    for path in sessions {
      try? bus?.call(method("GetAll", of: path, Self.properties), Self.session) { [unowned self] reply in
        // The session may have ended in the meantime; its removal is signaled.
        guard reply.failure == nil else { return }
        let read = reply.sessionProperties()
        guard read.state != "closing" else {
          closing.insert(path)
          sessions.removeAll { $0 == path }
          return report(.login(.ended(path)))
        }
        report(.login(.read(path, isActive: read.isActive == true, isLocked: read.isLocked == true)))
      }
    }
  }
}

extension BusMessage {
  /// The sessions at a seat, from the reply to ListSessions: those of a user, and whether there are others.
  fileprivate func sessionsAtSeats(of user: uid_t) -> (own: [String], hasOthers: Bool) {
    var own: [String] = []
    var hasOthers = false
    _ = within("a", "(susso)") {
      while let entry = within("r", "susso", { (string(), uint32(), string(), string(), objectPath()) }) {
        guard entry.3?.isEmpty == false, let path = entry.4 else { continue }
        if entry.1 == user { own.append(path) } else { hasOthers = true }
      }
      return ()
    }
    return (own, hasOthers)
  }

  /// Reads properties of a session; nil for each that is not among them.
  fileprivate func sessionProperties() -> (isActive: Bool?, isLocked: Bool?, state: String?) {
    var read: (isActive: Bool?, isLocked: Bool?, state: String?) = (nil, nil, nil)
    _ = within("a", "{sv}") {
      var isEntry = true
      while isEntry {
        isEntry =
          within("e", "sv") {
            switch string() {
            case "Active": read.isActive = within("v", "b") { bool() }
            case "LockedHint": read.isLocked = within("v", "b") { bool() }
            case "State": read.state = within("v", "s") { string() }
            default: skip("v")
            }
            return true
          } ?? false
      }
      return ()
    }
    return read
  }
}
