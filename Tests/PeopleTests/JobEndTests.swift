import Glibc
import People
import Platform
import Testing

@Suite("A process that ended while it looked at a picture")
struct JobEndTests {
  @Test("A crash, and too much processor time, are the picture's fault", arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGXCPU])
  func crashes(signal: Int32) { #expect(JobEnd.error(.killed(signal: signal), losses: 1) != nil) }

  @Test(
    "Another end has the picture tried once more, and no more",
    arguments: [.killed(signal: SIGKILL), .killed(signal: SIGTERM), .exited(status: 0), .unknown] as [ChildProcess.Exit])
  func others(exit: ChildProcess.Exit) {
    #expect(JobEnd.error(exit, losses: 1) == nil)
    #expect(JobEnd.error(exit, losses: 2)?.exitStatus == .noInput)
  }

  @Test("A job that did nothing has the picture tried once more, and no more")
  func stalled() {
    #expect(JobEnd.stalled(losses: 1) == nil && JobEnd.stalled(losses: 2)?.exitStatus == .noInput)
  }
}

@Suite("A process that does nothing")
struct StallTests {
  /// The number of the look, of one each second, at which a process is stalled; nil if it never is.
  private func look(_ usedNs: (Int) -> UInt64?) -> Int? {
    var stall = Stall()
    return (0..<100).first { stall.look(usedNs: usedNs($0), nowNs: UInt64($0) * 1_000_000_000) }
  }

  @Test("is stalled once its processor time has not changed for half a minute")
  func stopped() {
    #expect(look { _ in 7 } == 30 && look { UInt64(min($0, 20)) } == 50)
    #expect(look { _ in nil } == 29, "One that has ended has no processor time.")
  }

  @Test("is not while it uses any")
  func slow() { #expect(look { UInt64($0 / 29) } == nil) }

  @Test("is looked at once a second, and a long time without looks is one")
  func looks() {
    var stall = Stall()
    let often = (0..<29_000).contains { stall.look(usedNs: 7, nowNs: UInt64($0) * 1_000_000) }
    let afterwards = stall.look(usedNs: 7, nowNs: 3_600_000_000_000)
    #expect(!often && !afterwards)
  }
}
