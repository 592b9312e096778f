import Foundation
import Glibc
import Synchronization
import TestTime
import Testing
import swiped

@Suite("Commands")
struct CommandRunnerTests {
  private let log = Log()
  private let scratch = Scratch()

  private func runner(_ environment: [String: String] = [:]) -> CommandRunner {
    CommandRunner(environment: environment.merging(["PATH": "/usr/bin:/bin", "OUT": scratch.output]) { $1 }) { [log] in log.add($0) }
  }

  /// Runs a shell script, and returns what it wrote to $OUT.
  private func output(
    of script: String, by runner: CommandRunner, after first: String = ":", adding additions: [String: String] = [:]
  ) -> String {
    #expect(runner.run(["/bin/sh", "-c", "\(first); { \(script); } > $OUT"], key: ["1"], environment: additions))
    return scratch.read()
  }

  @Test("A command gets its arguments as they are, without a shell")
  func arguments() {
    let runner = runner()
    #expect(runner.run(["sh", "-c", "printf '<%s>' \"$0\" \"$@\" > $OUT", "$HOME", "a b", "", "*"], key: ["1"]))
    #expect(scratch.read() == "<$HOME><a b><><*>")
  }

  @Test("A command gets the daemon's environment and the swipe's variables, but not systemd's variables for the daemon")
  func environment() {
    let ours = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]
    let runner = runner(["DISPLAY": ":0", "SWIPED_SEQ": "old"].merging(ours.map { ($0, "1") }) { $1 })
    let lines = output(of: "env", by: runner, adding: ["SWIPED_DIRECTION": "left", "SWIPED_SEQ": "7"]).split(separator: "\n")
    for line in ["DISPLAY=:0", "SWIPED_DIRECTION=left", "SWIPED_SEQ=7"] { #expect(lines.contains { $0 == line }) }
    for name in ours { #expect(!lines.contains { $0.hasPrefix("\(name)=") }) }
  }

  @Test("Where the desktop is, is looked up for each command; its other variables are below the daemon's")
  func desktop() {
    let environment = ["OUT": scratch.output, "PATH": "/usr/bin:/bin", "LANG": "C", "DISPLAY": ":0", "NIRI_SOCKET": "/old"]
    let runner = CommandRunner(
      environment: environment, desktop: { ["DISPLAY": ":1", "LANG": "de", "HYPRLAND_INSTANCE_SIGNATURE": "x", "NIRI_SOCKET": "/new"] },
      log: { _ in })
    let lines = output(of: "env", by: runner).split(separator: "\n")
    #expect(
      ["DISPLAY=:1", "LANG=C", "HYPRLAND_INSTANCE_SIGNATURE=x", "NIRI_SOCKET=/new"].allSatisfy { line in lines.contains { $0 == line } })
  }

  @Test("No signal is blocked or ignored in a command")
  func signals() {
    signal(SIGPIPE, SIG_IGN)
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // No shell: it would restore the mask itself.
    #expect(runner().run(["dd", "if=/proc/self/status", "of=\(scratch.output)", "status=none"], key: ["1"]))
    let lines = scratch.read().split(separator: "\n").filter { $0.hasPrefix("SigBlk:") || $0.hasPrefix("SigIgn:") }
    let sets = lines.compactMap { $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } }
    // Signals 32 and 33 are the C library's own; posix_spawn always has them ignored.
    #expect(sets.map { $0 & ~(3 << 31) } == [0, 0])
  }

  @Test("A command has an empty standard input, and writes to the daemon's standard error")
  func descriptors() throws {
    #expect(output(of: "readlink /proc/self/fd/0", by: runner()) == "/dev/null\n")
    let ours = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/2")
    let theirs = output(of: "readlink /proc/$$/fd/4; readlink /proc/$$/fd/2", by: runner(), after: "exec 4>&1")
    #expect(theirs == "\(ours)\n\(ours)\n")
  }

  @Test("A command has no other descriptor of the daemon, not even one without close-on-exec")
  func inherited() throws {
    let leak = dup2(STDERR_FILENO, 200)
    try #require(leak == 200)
    defer { close(leak) }
    #expect(output(of: "test -e /proc/$$/fd/200 && echo leaked || echo none", by: runner()) == "none\n")
  }

  @Test("A command has none of the descriptors that other threads open in the meantime without close-on-exec")
  func concurrentlyOpened() {
    let runner = runner()
    let isOver = Mutex(false)
    let threads = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: threads) {
        while !isOver.withLock({ $0 }) { for descriptor in (0..<20).map({ _ in dup(STDERR_FILENO) }) { close(descriptor) } }
      }
    }
    for key in 0..<30 {
      // The shell closes the folder that it lists before it looks at each name, and opens its output after that.
      let list = "for file in /proc/$$/fd/*; do test -e $file && list=\"$list ${file##*/}\"; done; echo $list > $OUT"
      #expect(runner.run(["/bin/sh", "-c", list], key: ["\(key)"]))
      #expect(scratch.read() == "0 1 2\n")
    }
    isOver.withLock { $0 = true }
    threads.wait()
  }

  @Test("A command has its own session, so that signals to its process group do not reach the daemon")
  func session() throws {
    let session = "read pid name state parent group session rest < /proc/self/stat; echo $((pid - group)) $((pid - session))"
    #expect(output(of: session, by: runner()) == "0 0\n")
    let script = "trap 'echo alive' TERM; kill -TERM 0"
    #expect(output(of: script, by: runner()) == "alive\n")
  }

  @Test("One command per key runs at a time; nothing waits for it, and others run at the same time")
  func oneAtATime() {
    let runner = runner()
    let gate = scratch.makeGate()
    #expect(runner.run(["/bin/sh", "-c", "read line < '\(gate)'; echo $line > $OUT"], key: ["1"]))
    #expect(!runner.run(["/bin/true"], key: ["1"]))
    #expect(runner.run(["/bin/true"], key: ["2"]))
    scratch.open(gate, saying: "go")
    #expect(scratch.read() == "go\n")
    #expect(eventually { runner.run(["/bin/true"], key: ["1"]) })
    #expect(log.lines.isEmpty)
  }

  @Test("As many of a command run as may, and no more, which is reported once for each limit until all have ended", arguments: [1, 3])
  func limit(count: Int) {
    let reports = Log()
    let runner = CommandRunner(
      environment: ["PATH": "/usr/bin:/bin"], log: { [log] in log.add($0) }, onLimitReached: { reports.add("\($0[0]) \($1)") })
    func isStarted(_ gate: String, atMost limit: Int) -> Bool {
      runner.run(["/bin/sh", "-c", "read line < '\(gate)'"], key: ["1"], atMost: limit)
    }
    let gates = (0...count).map { scratch.makeGate("\($0)") }
    for gate in gates.dropLast() { #expect(isStarted(gate, atMost: count)) }
    #expect(reports.lines == [])
    for _ in 1...5 { #expect(!runner.run(["x"], key: ["1"], atMost: count)) }
    #expect(reports.lines == ["x \(count)"])
    for gate in gates.dropLast() { scratch.open(gate, saying: "go") }
    // It starts only when all have ended.
    #expect(eventually { isStarted(gates[count], atMost: 1) })
    for _ in 1...5 { #expect(!runner.run(["y"], key: ["1"])) }
    // Between them, that of one at a time, if it was asked for while several ran.
    #expect(reports.lines.filter { $0 != "/bin/sh 1" } == ["x \(count)", "y 1"] && log.lines.isEmpty)
    #expect(Set(reports.lines).count == reports.lines.count)
    scratch.open(gates[count], saying: "go")
  }

  @Test("A command that ended leaves no zombie")
  func zombies() throws {
    let runner = runner()
    let pid = try #require(pid_t(output(of: "echo $$", by: runner).trimmingCharacters(in: .newlines)))
    #expect(eventually { kill(pid, 0) != 0 && errno == ESRCH })
  }

  @Test("A failure is logged once, and again after a success")
  func failures() {
    let runner = runner()
    let script = ["/bin/sh", "-c", "test -e \"$OUT.good\" || exit 3"]
    func runAgain() { #expect(eventually { runner.run(script, key: ["1"]) } && eventually { runner.run(["/bin/true"], key: ["1"]) }) }
    runAgain()
    runAgain()
    #expect(log.lines.count == 1)
    #expect(log.lines.allSatisfy { $0.contains("\"\(script.joined(separator: " "))\"") && $0.contains("exit status 3") })
    scratch.mark(true)
    runAgain()
    scratch.mark(false)
    runAgain()
    #expect(eventually { log.lines.count == 2 && log.lines[0] == log.lines[1] })
  }

  @Test("A command that cannot be started, or is killed, is reported with the cause and the fix")
  func causes() throws {
    let runner = runner()
    let plain = scratch.output + ".plain"
    try "no program".write(toFile: plain, atomically: true, encoding: .utf8)
    for (key, command) in [["swiped-no-such-program", "next"], [plain], ["/bin/sh", "-c", "kill -9 $$"], []].enumerated() {
      #expect(runner.run(command, key: ["\(key)"]))
    }
    #expect(eventually { log.lines.count == 4 })
    for things in [
      ["\"swiped-no-such-program next\"", "No such file", "full path"], ["\"\(plain)\"", "Permission denied", "`chmod +x`"],
      ["\"/bin/sh -c kill -9 $$\"", "signal 9", "terminal"], ["\"\"", "No such file"],
    ] {
      #expect(log.lines.filter { line in things.allSatisfy(line.contains) }.count == 1, "\(things): \(log.lines)")
    }
  }
}
