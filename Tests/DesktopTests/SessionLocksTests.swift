import Desktop
import Testing

@Suite("Locks of the user's sessions")
struct SessionLocksTests {
  private var locks = SessionLocks()

  init() { locks.list(["/session/a", "/session/b"]) }

  @Test("New sessions are open")
  func open() { #expect(!locks.isLocked) }

  @Test("One locked session is enough, and unlocking the last one ends the lock")
  mutating func several() {
    locks.signal("/session/a", locks: true)
    #expect(locks.isLocked)
    locks.changeHint("/session/b", to: true)
    locks.signal("/session/a", locks: false)
    #expect(locks.isLocked)
    locks.changeHint("/session/b", to: false)
    #expect(!locks.isLocked)
  }

  @Test("A lock by signal is ended by the hint, and one by the hint by a signal")
  mutating func mixed() {
    locks.signal("/session/a", locks: true)
    locks.changeHint("/session/a", to: false)
    #expect(!locks.isLocked)
    locks.changeHint("/session/a", to: true)
    locks.signal("/session/a", locks: false)
    #expect(!locks.isLocked)
  }

  @Test("A hint that is not set when read does not open a session whose desktop never sets it")
  mutating func hintless() {
    locks.signal("/session/a", locks: true)
    locks.readHint("/session/a", as: false)
    #expect(locks.isLocked)
  }

  @Test("A hint that is not set when read opens a session whose desktop had set it")
  mutating func missedUnlock() {
    locks.signal("/session/a", locks: true)
    locks.changeHint("/session/a", to: true)
    locks.signal("/session/a", locks: true)
    locks.readHint("/session/a", as: false)
    #expect(!locks.isLocked)
  }

  @Test("A hint that is set when read locks")
  mutating func lockedAtStart() {
    locks.readHint("/session/b", as: true)
    #expect(locks.isLocked)
  }

  @Test("A locked session that has ended no longer counts, and one that remains is still locked")
  mutating func listed() {
    locks.signal("/session/a", locks: true)
    locks.list(["/session/a", "/session/c"])
    #expect(locks.isLocked && Set(locks.paths) == ["/session/a", "/session/c"])
    locks.list(["/session/c"])
    #expect(!locks.isLocked)
  }

  @Test("Signals about another user's session are ignored")
  mutating func strangers() {
    locks.signal("/session/x", locks: true)
    locks.changeHint("/session/x", to: true)
    locks.readHint("/session/x", as: true)
    #expect(!locks.isLocked)
  }
}
