import Glibc
import IsolatedPictures
import Platform
import Testing

@Suite("A process that ended while it looked at a picture")
struct PictureProcessEndTests {
  @Test(
    "A crash, too much processor time and an exit with an error are the picture's fault",
    arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGXCPU].map { .killed(signal: $0) } + [.exited(status: 3)]
      as [ChildProcess.Exit])
  func crashes(exit: ChildProcess.Exit) {
    #expect(PictureProcessEnd(exit).isFinal(afterLosses: 1))
    #expect(PictureProcessEnd(exit).userError.exitStatus == .noInput)
  }

  @Test(
    "Another end has the picture tried once more, and no more",
    arguments: [.killed(signal: SIGKILL), .killed(signal: SIGTERM), .exited(status: 0), .unknown] as [ChildProcess.Exit])
  func others(exit: ChildProcess.Exit) {
    let end = PictureProcessEnd(exit)
    #expect(!end.isFinal(afterLosses: 1) && end.isFinal(afterLosses: 2) && end.userError.exitStatus == .noInput)
  }

  @Test("One that did nothing has the picture tried once more, and no more")
  func stalled() {
    #expect(!PictureProcessEnd.stalled.isFinal(afterLosses: 1) && PictureProcessEnd.stalled.isFinal(afterLosses: 2))
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
