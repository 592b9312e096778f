import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// Control requests to a running daemon.
  struct Controls {
    private func control(_ command: String, _ home: Scratch) async throws -> Program.Outcome {
      try await run("swipectl", [command, "--socket", home.socket], home: home)
    }

    private func status(_ home: Scratch) async throws -> Status {
      let lines = try await run("swipectl", ["status", "--json", "--socket", home.socket], home: home).output
      return try JSONCoding.decode(Status.self, from: try #require(lines.first).utf8)
    }

    @Test("While paused the daemon takes no frame; resumed or toggled, it goes on")
    func pausing() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home) + ["--events"], home: home)
      #expect(try await daemon.output.swipes(1)[0].direction == .right)
      for (off, on) in [("pause", "resume"), ("toggle", "toggle")] {
        #expect(try await control(off, home).status == 0)
        let paused = try await status(home)
        #expect(paused.state == .paused && paused.reasonCode == .pauseRequested && paused.camera == nil)
        #expect(try await status(home).frames == paused.frames)
        #expect(try await control("pause", home).status == 0, "twice is once")
        #expect(try await control(off == "toggle" ? "pause" : off, home).status == 0)
        #expect(try await control(on, home).status == 0)
        _ = try await daemon.output.nextStatus { $0.state == .running }
      }
      // The hand does not wait: which gesture comes next depends on how long the pauses took, and one may have come between them.
      #expect(try await daemon.output.nextSwipe().map { $0.seq > 1 } == true)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A paused daemon can be stopped, too")
    func endPaused() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home) + ["--events"], home: home)
      _ = try event(await daemon.output.next())
      #expect(try await control("pause", home).status == 0)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    /// A daemon whose configuration names a missing camera, so that the status shows which configuration applies.
    private func startConfigured(_ home: Scratch) async throws -> (daemon: Program, file: String) {
      let file = try home.write("swiped.toml", "camera.device = \"/dev/first\"".utf8)
      let daemon = try Program("swiped", ["run", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home)
      #expect(try await daemon.output.nextStatus { $0.state == .noCamera }.source == "/dev/first")
      return (daemon, file)
    }

    @Test("A pause does not wait for a reload whose configuration cannot be read yet")
    func pauseDuringReload() async throws {
      let home = Scratch()
      let (daemon, file) = try await startConfigured(home)
      // As on a file system that hangs: until this lease is given up, nobody else can open the file. F_SETLEASE is 1024, and F_GETLEASE 1025.
      signal(SIGIO, SIG_IGN)
      let lease = open(file, O_RDWR | O_CLOEXEC)
      defer { close(lease) }
      try #require(fcntl(lease, 1024, Int32(F_WRLCK)) == 0)
      let reload = try Program("swipectl", ["reload", "--socket", home.socket], home: home)
      #expect(eventually { fcntl(lease, 1025, 0) == F_RDLCK }, "the daemon waits for it")
      #expect(try await control("pause", home).status == 0)
      #expect(fcntl(lease, 1025, 0) == F_RDLCK, "and waits still")
      _ = fcntl(lease, 1024, Int32(F_UNLCK))
      _ = try await reload.finish()
      #expect(try await status(home).reasonCode == .pauseRequested)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A reload before the first frame of a trace applies to that frame")
    func reloadBeforeTrace() async throws {
      let home = Scratch()
      // A thumb of 1.1 hand sizes, which are 100 px, does not swipe.
      let config = try home.write("c.toml", "[gesture]\nthreshold = 300\n".utf8)
      let person = try await TracePerson(home, ["--config", config, "--events"])
      try home.write("c.toml", "[gesture]\nthreshold = 50\n".utf8)
      #expect(try await control("reload", home).status == 0)
      try await person.show(0, frames: 2)
      try await person.show(1.1, frames: 2)
      #expect(try await status(home).swipes == Status.Swipes { $0 == .thumbUp ? 1 : 0 })
      person.daemon.send(SIGTERM)
      #expect(try await person.daemon.exitStatus() == 0)
    }

    /// Ends the commands that have written their process ids: they outlive the daemon.
    private func endCommands(_ home: Scratch) {
      let text = (try? String(contentsOfFile: home.file("pids"), encoding: .utf8)) ?? ""
      for pid in text.split(separator: "\n").compactMap({ pid_t($0) }) where pid > 1 { kill(pid, SIGKILL) }
    }

    @Test("A command that still runs is not started a second time after a reload, wherever it then stands")
    func runningCommand() async throws {
      let home = Scratch()
      func entry(_ script: String) -> String { "[[on]]\nswipe = \"right\"\nrun = [\"/bin/sh\", \"-c\", '\(script)']\n" }
      let long = entry("echo x >> $HOME/long; echo $$ >> $HOME/pids; exec sleep 1000")
      let short = entry("echo x >> $HOME/short")
      let config = try home.write("c.toml", (long + short).utf8)
      let person = try await TracePerson(home, ["--config", config])
      defer { endCommands(home) }
      func runs() -> Int { (try? String(contentsOfFile: home.file("short"), encoding: .utf8).count / 2) ?? 0 }
      /// Swipes until the short command has run once more: the daemon may not know yet that its last run has ended.
      func swipe() async throws {
        let before = runs()
        for _ in 1...10_000 where runs() == before {
          try await person.show(1.1, frames: 2)
          try await person.show(0, frames: 2)
        }
        try #require(runs() > before)
      }
      try await swipe()
      try home.write("c.toml", (short + long + "[log]\nlevel = \"debug\"\n").utf8)
      #expect(try await control("reload", home).status == 0)
      try await swipe()
      try await swipe()
      #expect(try String(contentsOfFile: home.file("long"), encoding: .utf8) == "x\n")
      #expect(try await person.daemon.errors.line { $0.contains("sleep 1000\": still running") && $0.contains("parallel = true") } != "")
      person.daemon.send(SIGTERM)
      // Not its output, which the command holds open.
      #expect(try await person.daemon.exitStatus() == 0)
    }

    @Test("With parallel = true, a command starts again while it runs; one that cannot start is named at the start and a reload")
    func parallelCommands() async throws {
      let home = Scratch()
      let run = #"["/bin/sh", "-c", 'echo x >> $HOME/runs; echo $$ >> $HOME/pids; exec sleep 1000']"#
      let command = "[[on]]\nswipe = \"right\"\nparallel = true\nrun = \(run)\n"
      let config = try home.write("c.toml", "\(command)[[on]]\nswipe = \"left\"\nrun = [\"~/x\"]\n".utf8)
      let person = try await TracePerson(home, ["--config", config])
      defer { endCommands(home) }
      #expect(try await person.daemon.errors.line { $0.contains("\(config):7:7: on.run: \"~/x\"") } != "")
      for _ in 1...3 {
        try await person.show(1.1, frames: 2)
        try await person.show(0, frames: 2)
      }
      #expect(eventually { (try? String(contentsOfFile: home.file("runs"), encoding: .utf8)) == "x\nx\nx\n" })
      #expect(try await control("reload", home).status == 0)
      #expect(try await person.daemon.errors.line { $0.contains("\(config):7:7: ") } != "")
      person.daemon.send(SIGTERM)
      #expect(try await person.daemon.exitStatus() == 0)
    }

    @Test("A reload applies the new configuration, by command or by SIGHUP", arguments: [true, false])
    func reload(byCommand: Bool) async throws {
      let home = Scratch()
      let (daemon, _) = try await startConfigured(home)
      let before = try await status(home).configurationVersion
      try home.write("swiped.toml", "camera.device = \"/dev/second\"".utf8)
      if byCommand {
        #expect(try await control("reload", home).status == 0)
        #expect(try await status(home).source == "/dev/second")
      } else {
        daemon.send(SIGHUP)
      }
      let status = try await daemon.output.nextStatus { $0.source == "/dev/second" && $0.state == .noCamera }
      #expect(status.reason?.contains("/dev/second") == true)
      // The hash of this text.
      let after = try await self.status(home).configurationVersion
      #expect(before != nil && before != after && after == "7769e4c1818dd806")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("An option that has no effect any more is named in the log, with its place, and the reload goes on")
    func retired() async throws {
      let home = Scratch()
      let (daemon, file) = try await startConfigured(home)
      try home.write("swiped.toml", "camera.device = \"/dev/second\"\n[gesture]\nunclear_dwell_ms = 450".utf8)
      #expect(try await control("reload", home).status == 0)
      #expect(try await daemon.errors.line { $0.contains("\(file):3:1: unclear_dwell_ms") } != "")
      #expect(try await status(home).source == "/dev/second")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A configuration with an error changes nothing, and is reported with file, line and cause")
    func badReload() async throws {
      let home = Scratch()
      let (daemon, file) = try await startConfigured(home)
      try home.write("swiped.toml", "camera.device = \"/dev/second\"\n[keys]\nleft = \"KEY_LEFFT\"".utf8)
      let refused = try await control("reload", home)
      #expect(refused.status == 78 && refused.errors.count == 1)
      #expect(
        refused.errors.first?.contains("\(file):3:8: keys.left: \"KEY_LEFFT\" is not a key; the nearest name is left") == true,
        "\(refused.errors)")
      #expect(try await status(home).source == "/dev/first")
      daemon.send(SIGHUP)
      #expect(try await status(home).source == "/dev/first")
      daemon.send(SIGTERM)
      let end = try await daemon.finish()
      #expect(end.status == 0)
      #expect(end.errors.contains { $0.contains("not reloaded: \(file):3:8: ") }, "\(end.errors)")
    }
  }
}
