import Desktop
import Settings
import Testing
import swiped

/// A machine with one seat, at which this user and others log in, and the daemon of this user. What logind would signal reaches the daemon at
/// once, and its answers when ``Event/answer`` comes.
private struct Seat: Hashable {
  enum Event: CaseIterable {
    case logIn, logOut, switchToNewest, switchToOldest, switchToOther
    case lockByHint, unlockByHint, lockBySignal, unlockBySignal
    case pause, resume, toggle, sleep, wake
    case restartDaemon, restartLogind, answer
  }

  enum Answer { case list, sessions }

  private struct Session: Hashable {
    let path: String
    var isHinted = false
    /// Locked, and the desktop sets no hint.
    var isAsked = false
    /// Whether the user has said that it is not locked.
    var isOverridden = false
    /// Whether the daemon has read it since it was listed or came to the front.
    var isRead = false
    /// Whether logind has forgotten the hint, so that it is no news that it is cleared.
    var isForgotten = false

    var isLocked: Bool { (isHinted || isAsked) && !isOverridden }
  }

  private(set) var daemon: RunState
  private var sessions: [Session] = []
  /// The session in front; nil if it is another user's, or the greeter's.
  private var front: String?
  private var count = 0
  /// Which answer of logind the daemon waits for.
  private(set) var awaited: Answer? = .list
  /// Whether the daemon has had the first list.
  private var isKnown = false
  private(set) var isHeld = false, isAsleep = false

  init(_ settings: DaemonSettings) { daemon = RunState(settings, RunMemory()) }

  /// Whether the daemon may take the session in front for locked although it is not, as logind says nothing.
  var isForgotten: Bool { sessions.contains { $0.path == front && $0.isForgotten } }
  /// Whether the user's session is in front, and not locked.
  var isOurs: Bool { sessions.contains { $0.path == front && !$0.isLocked } }

  mutating func take(_ event: Event) {
    switch event {
    case .logIn:
      guard sessions.count < 2 else { return }
      count += 1
      sessions.append(Session(path: "/session/\(count)"))
      list()
      bringToFront(sessions.last?.path)
    case .logOut:
      guard let front else { return }
      sessions.removeAll { $0.path == front }
      self.front = nil
      list()
      // A pause lasts until the last session ends, if the daemon sees that.
      if isKnown, sessions.isEmpty { isHeld = false }
    case .switchToNewest: bringToFront(sessions.last?.path)
    case .switchToOldest: bringToFront(sessions.first?.path)
    case .switchToOther: bringToFront(nil)
    case .lockByHint: change({ ($0.isHinted, $0.isOverridden, $0.isForgotten) = (true, false, false) }, telling: { .lockHint($0, true) })
    case .unlockByHint: change({ ($0.isHinted, $0.isAsked) = (false, false) }, telling: { .lockHint($0, false) })
    case .lockBySignal: change({ ($0.isAsked, $0.isOverridden) = (true, false) }, telling: { .lockSignal($0, true) })
    case .unlockBySignal: change({ ($0.isHinted, $0.isAsked, $0.isForgotten) = (false, false, false) }, telling: { .lockSignal($0, false) })
    case .pause: pause(by: .hold(.request))
    case .resume: lift(by: .resume)
    case .toggle: if isHeld || daemon.hold == .locked { lift(by: .toggle) } else { pause(by: .toggle) }
    case .sleep, .wake:
      isAsleep = event == .sleep
      _ = daemon.handle(isAsleep ? .hold(.sleeping) : .release(.sleeping))
    case .restartDaemon:
      daemon = RunState(daemon.settings, daemon.memory)
      (awaited, isKnown) = (.list, false)
      // What the user has said is known for a lock by a signal only: a hint is read again.
      for index in sessions.indices {
        if sessions[index].isOverridden {
          if sessions[index].isForgotten { sessions[index].isHinted = false }
          (sessions[index].isAsked, sessions[index].isOverridden) = (false, false)
        }
        sessions[index].isRead = false
      }
      if isAsleep { _ = daemon.handle(.hold(.sleeping)) }
    case .restartLogind:
      // What neither of them knows any more cannot be told.
      guard sessions.allSatisfy(\.isRead), isKnown else { return }
      tell(.restarted)
      awaited = .list
      for index in sessions.indices where sessions[index].isHinted { sessions[index].isForgotten = true }
    case .answer: answer()
    }
  }

  private mutating func pause(by message: RunState.Message) {
    isHeld = true
    _ = daemon.handle(message)
  }

  private mutating func lift(by message: RunState.Message) {
    isHeld = false
    for index in sessions.indices where sessions[index].path == front && sessions[index].isRead && sessions[index].isLocked {
      sessions[index].isOverridden = true
    }
    _ = daemon.handle(message)
  }

  private mutating func tell(_ fact: LoginFact) { _ = daemon.handle(.login(fact)) }

  private mutating func list() {
    guard isKnown else { return }
    awaited = .list
    answer()
  }

  private mutating func bringToFront(_ path: String?) {
    guard path != front else { return }
    if let front { tell(.inactive(front)) }
    front = path
    for index in sessions.indices where sessions[index].path == path { sessions[index].isRead = false }
    awaited = awaited ?? .sessions
  }

  /// Changes the session in front, if it is the user's, which logind signals.
  private mutating func change(_ body: (inout Session) -> Void, telling fact: (String) -> LoginFact) {
    guard let index = sessions.firstIndex(where: { $0.path == front }) else { return }
    body(&sessions[index])
    let session = sessions[index]
    if fact(session.path) != .lockHint(session.path, false) || !session.isForgotten { tell(fact(session.path)) }
  }

  private mutating func answer() {
    switch awaited {
    case .list:
      (awaited, isKnown) = (.sessions, true)
      tell(.listed(own: sessions.map(\.path), hasOthers: true))
    case .sessions:
      awaited = nil
      for index in sessions.indices {
        let session = sessions[index]
        tell(.read(session.path, isActive: session.path == front, isLocked: session.isHinted && !session.isForgotten))
        sessions[index].isRead = true
      }
    case nil: break
    }
  }
}

@Suite("Whose camera it is")
struct CameraPrivacyTests {
  @Test("In no order of eight events is the camera open unless the user's session is in front and not locked, and then it is")
  func orders() throws {
    let loaded = try LoadedConfiguration(bytes: [], file: "swiped.toml")
    let settings = try DaemonSettings(loaded, StartOptions(socket: "/s"), environment: [:])
    // Each machine that some order leads to, with the number of orders.
    var machines = [Seat(settings): 1]
    for _ in 1...8 {
      var next: [Seat: Int] = [:]
      for (machine, orders) in machines {
        for event in Seat.Event.allCases {
          var machine = machine
          machine.take(event)
          next[machine, default: 0] += orders
        }
      }
      machines = next
      for machine in machines.keys {
        let isOpen = machine.daemon.phase == .running
        if isOpen { try #require(machine.isOurs && !machine.isHeld, "\(machine)") }
        if machine.isOurs, !machine.isForgotten, machine.awaited == nil, !machine.isHeld, !machine.isAsleep {
          try #require(isOpen, "\(machine)")
        }
      }
    }
    #expect(machines.values.reduce(0, +) == Int(pow(Seat.Event.allCases.count, 8)))
  }

  private func pow(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { product, _ in product * base } }
}
