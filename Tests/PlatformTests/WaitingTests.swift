import Glibc
import Platform
import Synchronization
import SystemPackage
import TestTime
import Testing

@Suite("Waiting")
struct WaitingTests {
  @Test("A wakeup ends waits until it is reset, and its descriptor is not inherited")
  func wakeup() throws {
    let wakeup = try Wakeup()
    #expect(wait(for: -1, wake: wakeup.descriptor, untilNs: 0) == .timedOut)
    wakeup.signal()
    wakeup.signal()
    #expect(wait(for: -1, wake: wakeup.descriptor) == .woken)
    wakeup.reset()
    #expect(wait(for: -1, wake: wakeup.descriptor, untilNs: 0) == .timedOut)
    #expect(fcntl(wakeup.descriptor, F_GETFD) == FD_CLOEXEC)
  }

  @Test("A wakeup takes precedence over a ready descriptor, and the descriptor over the end of the time")
  func order() throws {
    let wakeup = try Wakeup()
    let input = try OwnedDescriptor(opening: "/dev/zero", .readOnly)
    #expect(wait(for: input.number, wake: wakeup.descriptor, untilNs: 0) == .ready)
    wakeup.signal()
    #expect(wait(for: input.number, wake: wakeup.descriptor, untilNs: 0) == .woken)
  }

  @Test("A thread has its name, blocks signals, and has ended when it is joined")
  func thread() throws {
    let status = Mutex("")
    try OwnedThread(name: "swiped-test") { status.withLock { $0 = Files.text(of: "/proc/thread-self/status") ?? "" } }.join()
    let lines = status.withLock { $0 }.split(separator: "\n")
    #expect(lines.contains("Name:\tswiped-test"))
    let blocked = lines.first { $0.hasPrefix("SigBlk:") }.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    #expect(blocked & 1 << (SIGTERM - 1) != 0 && blocked & 1 << (SIGSEGV - 1) == 0)
  }
}

@Suite("A program that runs to its end", .timeLimit(.minutes(5)))
struct ChildProcessTests {
  @Test("gives its output, with or without its errors, and how it ended")
  func output() throws {
    let command = ["sh", "-c", "echo out; echo error >&2; exit 3"]
    let merged = try ChildProcess.output(of: command, mergingErrors: true)
    #expect(String(decoding: merged.bytes, as: UTF8.self) == "out\nerror\n" && merged.exit == .exited(status: 3))
    #expect(try ChildProcess.output(of: command, mergingErrors: false).bytes == Array("out\n".utf8))
    #expect(try ChildProcess.output(of: ["sh", "-c", "kill -9 $$"], mergingErrors: true).exit.status == 137)
  }

  @Test("is not waited for once it has written more than the limit")
  func limit() throws {
    let result = try ChildProcess.output(of: ["cat", "/dev/zero"], mergingErrors: false, limit: 100)
    #expect(result.bytes == [UInt8](repeating: 0, count: 100) && result.exit == .killed(signal: SIGPIPE))
  }

  @Test(
    "that does not end is killed after a time, with what it has started and whatever it ignores", .long(seconds: 6),
    arguments: [
      "sleep 1000", "trap '' TERM PIPE; sleep 1000 & wait", "exec >&- 2>&-; sleep 1000", "(trap '' HUP TERM; sleep 1234) & echo x",
    ])
  func hang(script: String) throws {
    // The last one ends, but what it has started keeps the output open.
    let ends = script.hasSuffix("echo x")
    let result = try ChildProcess.output(of: ["sh", "-c", script], mergingErrors: true, within: ends ? .seconds(5) : .milliseconds(200))
    #expect(result.bytes == (ends ? Array("x\n".utf8) : []))
    #expect(result.exit == (ends ? .exited(status: 0) : .killed(signal: SIGKILL)))
    // It is being killed.
    while ends, Files.entries(of: "/proc").contains(where: { Files.text(of: "/proc/\($0)/cmdline") == "sleep\u{0}1234\u{0}" }) {}
  }

  @Test("that cannot be started is an error of the system")
  func missing() {
    #expect(throws: Errno.noSuchFileOrDirectory) { try ChildProcess.output(of: ["/nowhere/program"], mergingErrors: true) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try ChildProcess.output(of: [], mergingErrors: true) }
  }
}
