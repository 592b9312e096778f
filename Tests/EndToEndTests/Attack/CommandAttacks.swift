import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("Attack: the commands of [[on]]")
  struct CommandAttacks {
    /// A daemon of the rendered hand that runs a script at every swipe to the right. `$out` in the script is a file of the test's folder.
    private func daemon(_ home: Scratch, _ script: String, environment: [String: String] = [:]) throws -> Program {
      let escaped = script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let config = try home.write("c.toml", "[[on]]\nswipe = \"right\"\nrun = [\"/bin/sh\", \"-c\", \"\(escaped)\"]\n".utf8)
      return try Program(
        "swiped", source("synthetic", home) + ["--events", "--config", config], home: home,
        environment: environment.merging(["out": home.file("out")]) { $1 })
    }

    /// The lines of the script's file, once there are `count`.
    private func lines(_ home: Scratch, _ count: Int = 1) throws -> [String] {
      var lines: [String] = []
      let isWritten = eventually {
        let text = (try? String(contentsOfFile: home.file("out"), encoding: .utf8)) ?? ""
        lines = text.split(separator: "\n").map(String.init)
        return lines.count >= count && text.hasSuffix("\n")
      }
      guard isWritten else { throw Timeout(description: "the command has not written \(count) lines") }
      return lines
    }

    private func descriptors(_ process: Int32) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

    /// The daemon must publish swipes, respond, and stop, although nothing reads its standard error.
    private func expectService(_ daemon: Program, _ home: Scratch, swipes count: Int = 2) async throws {
      #expect(try await daemon.output.swipes(count).count == count)
      #expect(try await Stranger(home).state("status") == "running")
      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
    }

    @Test(
      "A command that floods its output and never ends delays nothing, runs once, and does not make the daemon grow", .long(seconds: 17))
    func flood() async throws {
      let home = Scratch()
      let daemon = try daemon(home, "echo $$ >> $out; while :; do echo flood flood flood flood flood; done")
      let flooding = try #require(Int32(try lines(home)[0]))
      defer { kill(flooding, SIGKILL) }
      _ = try await daemon.output.swipes(2)
      let before = (memory: try residentKiB(of: daemon.id), descriptors: try descriptors(daemon.id))
      _ = try await daemon.output.swipes(3)
      #expect(try residentKiB(of: daemon.id) - before.memory <= 8192)
      #expect(try descriptors(daemon.id) <= before.descriptors)
      #expect(try lines(home).count == 1)
      try await expectService(daemon, home, swipes: 1)
    }

    @Test("A command that kills its process group does not end the daemon", .long(seconds: 7))
    func processGroup() async throws {
      let home = Scratch()
      let daemon = try daemon(home, "trap 'echo ended >> $out; exit' TERM; kill -TERM 0; sleep 100")
      #expect(try lines(home) == ["ended"])
      try await expectService(daemon, home)
    }

    @Test("A command that stops and hangs up its process group, in its own session, does not affect the daemon", .long(seconds: 7))
    func session() async throws {
      let home = Scratch()
      let daemon = try daemon(home, "echo $$ >> $out; setsid sh -c 'kill -HUP 0'; kill -STOP 0")
      let stopped = try #require(Int32(try lines(home)[0]))
      defer { kill(stopped, SIGKILL) }
      try await expectService(daemon, home)
    }

    @Test(
      "A command that leaves children with its output open counts as ended: the daemon starts the next one, and stops", .long(seconds: 12))
    func forks() async throws {
      let home = Scratch()
      let daemon = try daemon(home, "for i in 1 2 3; do sleep 1000 & echo $! >> $out; done; exit 0")
      _ = try await daemon.output.swipes(3)
      let children = try lines(home, 6).compactMap { Int32($0) }
      defer { for child in children { kill(child, SIGKILL) } }
      #expect(children.allSatisfy(isAlive))
      try await expectService(daemon, home, swipes: 1)
    }

    @Test("A command that closes its descriptors is handled like any other", .long(seconds: 7))
    func closedDescriptors() async throws {
      let home = Scratch()
      let daemon = try daemon(home, "exec 0<&- 1>&- 2>&-; echo closed >> $out; echo lost")
      #expect(try lines(home) == ["closed"])
      try await expectService(daemon, home)
    }

    @Test("A command has only descriptors 0 to 2, no blocked or ignored signal, and none of systemd's variables", .long(seconds: 8))
    func inheritance() async throws {
      let home = Scratch()
      let systemd = ["NOTIFY_SOCKET": home.file("notify"), "LISTEN_FDS": "1", "LISTEN_PID": "1", "LISTEN_FDNAMES": "x"]
      let script = """
        for file in /proc/$$/fd/*; do test -e $file && list="$list ${file##*/}"; done; echo $list >> $out.new; \
        grep -E '^Sig(Blk|Ign)' /proc/self/status >> $out.new; env | grep -cE '^(NOTIFY_|LISTEN_|WATCHDOG_)' >> $out.new; \
        mv $out.new $out
        """
      let daemon = try daemon(home, script, environment: systemd)
      // Connections come and go meanwhile.
      let clients = Task { while !Task.isCancelled { _ = try? await Stranger(home).next() } }
      let lines = try lines(home, 4)
      clients.cancel()
      #expect(lines.first == "0 1 2" && lines.last == "0", "\(lines)")
      let signals = lines.filter { $0.hasPrefix("Sig") }.compactMap { $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } }
      // Signals 32 and 33 are the C library's own, which posix_spawn always has ignored.
      #expect(signals.map { $0 & ~(3 << 31) } == [0, 0], "\(lines)")
      try await expectService(daemon, home)
    }
  }
}
