import Desktop
import Testing

@Suite("Locks of the user's sessions")
struct SessionLocksTests {
  private var locks = SessionLocks()

  init() { _ = locks.list(["/session/a", "/session/b"]) }

  @Test("New sessions are open")
  func open() { #expect(!locks.isLocked) }

  @Test("One locked session is enough, and unlocking the last one ends the lock")
  mutating func several() {
    _ = locks.signal("/session/a", locks: true)
    #expect(locks.isLocked)
    _ = locks.changeHint("/session/b", to: true)
    _ = locks.signal("/session/a", locks: false)
    #expect(locks.isLocked)
    _ = locks.changeHint("/session/b", to: false)
    #expect(!locks.isLocked)
  }

  @Test("A lock by signal is ended by the hint, and one by the hint by a signal")
  mutating func mixed() {
    _ = locks.signal("/session/a", locks: true)
    _ = locks.changeHint("/session/a", to: false)
    #expect(!locks.isLocked)
    _ = locks.changeHint("/session/a", to: true)
    _ = locks.signal("/session/a", locks: false)
    #expect(!locks.isLocked)
  }

  @Test("A hint that is not set when read does not open a session whose desktop never sets it")
  mutating func hintless() {
    _ = locks.signal("/session/a", locks: true)
    _ = locks.readHint("/session/a", as: false)
    #expect(locks.isLocked)
  }

  @Test("A hint that is not set when read opens a session whose desktop had set it")
  mutating func missedUnlock() {
    _ = locks.signal("/session/a", locks: true)
    _ = locks.changeHint("/session/a", to: true)
    _ = locks.signal("/session/a", locks: true)
    _ = locks.readHint("/session/a", as: false)
    #expect(!locks.isLocked)
  }

  @Test("A hint that is set when read locks")
  mutating func lockedAtStart() {
    _ = locks.readHint("/session/b", as: true)
    #expect(locks.isLocked)
  }

  @Test("A locked session that has ended no longer counts, and one that remains is still locked")
  mutating func listed() {
    _ = locks.signal("/session/a", locks: true)
    _ = locks.list(["/session/a", "/session/c"])
    #expect(locks.isLocked && Set(locks.paths) == ["/session/a", "/session/c"])
    _ = locks.list(["/session/c"])
    #expect(!locks.isLocked)
  }

  @Test("Signals about another user's session are ignored")
  mutating func strangers() {
    _ = locks.signal("/session/x", locks: true)
    _ = locks.changeHint("/session/x", to: true)
    _ = locks.readHint("/session/x", as: true)
    #expect(!locks.isLocked)
  }

  @Test("Every lock is news, also of a session that was locked before; an unlock is news if it was the last locked session")
  mutating func news() {
    #expect(locks.signal("/session/a", locks: true) == .locked)
    #expect(locks.signal("/session/a", locks: true) == .locked)
    #expect(locks.changeHint("/session/a", to: true) == .locked)
    #expect(locks.readHint("/session/a", as: true) == nil, "read again after a restart of logind, which locks nothing")
    #expect(locks.signal("/session/b", locks: true) == .locked)
    #expect(locks.signal("/session/b", locks: false) == nil)
    #expect(locks.changeHint("/session/a", to: false) == .unlocked)
    #expect(locks.signal("/session/a", locks: false) == nil && locks.signal("/session/x", locks: true) == nil)
  }
}
