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
}
