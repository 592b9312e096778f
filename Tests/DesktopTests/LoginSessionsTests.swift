import Desktop
import Testing

@Suite("The user's sessions at a seat")
struct LoginSessionsTests {
  private let a = "/session/a"
  private let b = "/session/b"

  /// The state after facts.
  private func state(_ facts: [LoginFact], _ memory: LoginMemory = LoginMemory()) -> LoginSessions.State {
    sessions(facts, memory).state
  }

  private func sessions(_ facts: [LoginFact], _ memory: LoginMemory = LoginMemory()) -> LoginSessions {
    var sessions = LoginSessions(memory)
    for fact in facts { sessions.apply(fact) }
    return sessions
  }

  private func listed(_ own: String..., others: Bool = false) -> LoginFact { .listed(own: own, hasOthers: others) }
  private func front(_ path: String, locked: Bool = false) -> LoginFact { .read(path, isActive: true, isLocked: locked) }
  private func back(_ path: String, locked: Bool = false) -> LoginFact { .read(path, isActive: false, isLocked: locked) }

  @Test("are not known before each of the first list was read")
  func unknown() {
    #expect(state([]) == .unknown)
    #expect(state([listed(a, b)]) == .unknown)
    #expect(state([listed(a, b), front(a)]) == .unknown)
    #expect(state([listed(a, b), front(a), back(b)]) == .active)
    #expect(state([listed(a, b), front(a), listed(a)]) == .active, "the other one has ended")
  }

  @Test("keep nothing closed when logind does not answer, until it does")
  func unanswered() {
    #expect(state([.unanswered]) == .unwatched)
    #expect(state([.unanswered, listed(a)]) == .unwatched)
    #expect(state([.unanswered, listed(a), back(a)]) == .background)
    #expect(state([listed(a), front(a, locked: true), .unanswered]) == .locked, "the last known state holds")
  }

  @Test("are in front if one of them is, and that one decides whether they are locked")
  func front() {
    #expect(state([listed(a, b), back(a, locked: true), front(b)]) == .active)
    #expect(state([listed(a, b), back(a), front(b, locked: true)]) == .locked)
    #expect(state([listed(a, b), front(a, locked: true), front(b)]) == .locked, "two seats")
    #expect(state([listed(a), front(a), .inactive(a)]) == .background)
    #expect(state([listed(a), front(a), .lockSignal(a, true), .inactive(a), front(a)]) == .locked)
    #expect(state([listed(a), front(a), listed(a, b)]) == .active, "a new one counts when it was read")
  }

  @Test("leave the camera closed after the last of them, and on a screen with somebody else's; a machine without any has it open")
  func absent() {
    #expect(state([listed(), listed()]) == .seatless)
    #expect(state([listed(others: true)]) == .absent)
    #expect(state([listed(a), front(a), listed()]) == .absent)
    #expect(state([listed(a), front(a, locked: true), listed()]) == .absent)
    #expect(state([listed(a), front(a), listed(), listed(b), front(b)]) == .active)
    #expect(state([listed()], sessions([listed(a), front(a), listed()]).memory) == .absent, "also after a restart of the daemon")
  }

  @Test("are unlocked by a signal or by the hint, whichever locked them")
  func unlocking() {
    let begin = [listed(a), front(a)]
    for lock in [LoginFact.lockSignal(a, true), .lockHint(a, true)] {
      for unlock in [LoginFact.lockSignal(a, false), .lockHint(a, false)] {
        #expect(state(begin + [lock]) == .locked)
        #expect(state(begin + [lock, unlock]) == .active)
      }
    }
  }

  @Test("stay locked by a signal when they are read, since some desktops set no hint, but not by a hint that is gone")
  func hintless() {
    let begin = [listed(a), front(a)]
    #expect(state(begin + [.lockSignal(a, true), front(a)]) == .locked)
    #expect(state(begin + [.lockHint(a, true), front(a)]) == .active)
    #expect(state(begin + [.lockHint(a, true), .lockSignal(a, true), front(a)]) == .active)
  }

  @Test("that the user says are not locked count as that until they are locked again")
  func overridden() {
    for lock in [LoginFact.lockSignal(a, true), .lockHint(a, true)] {
      var one = sessions([listed(a), front(a), lock])
      one.overrideLock()
      #expect(one.state == .active && one.memory.locked.isEmpty)
      for fact in [.inactive(a), front(a, locked: lock == .lockHint(a, true)), listed(a, b), back(b)] { one.apply(fact) }
      #expect(one.state == .active)
      one.apply(lock)
      #expect(one.state == .locked)
    }
  }

  @Test("that are locked by a signal alone are still locked after a restart of the daemon, and new ones are not")
  func remembered() {
    let memory = sessions([listed(a), front(a), .lockSignal(a, true)]).memory
    #expect(memory == LoginMemory(hadSession: true, locked: [a]))
    #expect(LoginSessions(memory).memory == memory, "also if it is restarted before the first answer")
    #expect(state([listed(a), front(a)], memory) == .locked)
    #expect(state([listed(a), front(a), .lockSignal(a, false)], memory) == .active)
    #expect(state([listed(b), front(b)], memory) == .active)
    #expect(sessions([listed(b), front(b)], memory).memory.locked.isEmpty)
    #expect(sessions([listed(a), front(a, locked: true)]).memory.locked.isEmpty, "a hint is read again")
  }

  @Test("of which only the one in front is meant by a user who says that it is not locked")
  func overriddenInFront() {
    var both = sessions([listed(a, b), front(a), back(b, locked: true), .lockHint(a, true)])
    both.overrideLock()
    #expect(both.state == .active)
    for fact in [LoginFact.inactive(a), front(b, locked: true)] { both.apply(fact) }
    #expect(both.state == .locked)
    var open = sessions([listed(a), front(a)])
    open.overrideLock()
    open.apply(front(a, locked: true))
    #expect(open.state == .locked, "locked since, without a signal")
  }

  @Test("that are locked by a signal before they are listed are locked, unless an unlock follows")
  func early() {
    #expect(state([.lockSignal(a, true), listed(a), front(a)]) == .locked)
    #expect(state([.lockSignal(a, true), .lockSignal(a, false), listed(a), front(a)]) == .active)
    #expect(state([listed(a), front(a), .lockSignal(b, true), listed(b), front(b)]) == .locked)
  }

  @Test("that are over but for programs that they leave behind count as gone")
  func ended() {
    #expect(state([listed(a), front(a), .ended(a)]) == .absent)
    #expect(state([listed(a), .ended(a)]) == .absent)
    #expect(state([listed(a, b), front(a), back(b), .ended(b)]) == .active)
    #expect(state([listed(a), front(a), .ended(a), listed(a), .ended(a)]) == .absent)
  }

  @Test("stay locked over a restart of logind, which forgets the hints")
  func restartedLogind() {
    #expect(state([listed(a), front(a, locked: true), .restarted, listed(a), front(a)]) == .locked)
    #expect(state([listed(a), front(a, locked: true), .restarted, listed(a), front(a), .lockHint(a, false)]) == .active)
    #expect(state([listed(a), front(a), .restarted, listed(a), front(a)]) == .active)
  }

  @Test("that an earlier run knew as locked are locked while logind does not answer, until the user says otherwise")
  func rememberedWithoutAnswer() {
    var sessions = sessions([.unanswered], LoginMemory(hadSession: true, locked: [a]))
    #expect(sessions.state == .locked)
    sessions.overrideLock()
    #expect(sessions.state == .unwatched && sessions.memory.locked.isEmpty)
    #expect(state([.unanswered, .lockSignal(a, false)], LoginMemory(locked: [a])) == .unwatched)
    #expect(state([listed(a), .unanswered], LoginMemory(hadSession: true, locked: [a])) == .locked, "listed, and never read")
    #expect(state([.lockSignal(b, true), .unanswered]) == .unwatched, "it may be another user's")
  }

  @Test("are locked by a lock that nobody saw after one that the user overrode and whose end nobody saw")
  func overriddenTwice() {
    var one = sessions([listed(a), front(a, locked: true)])
    one.overrideLock()
    for fact in [front(a), front(a, locked: true)] { one.apply(fact) }
    #expect(one.state == .locked)
  }

  @Test("do not include those of other users and remote ones, which are not listed")
  func strangers() {
    #expect(state([listed(a), front(a), .lockSignal(b, true), .lockHint(b, true), .inactive(b), front(b, locked: true)]) == .active)
  }
}
