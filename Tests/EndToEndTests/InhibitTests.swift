import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// Programs that keep the camera closed.
  struct Inhibitions {
    /// A daemon whose camera is missing, so that the status shows whether it is searched for.
    private func daemon(_ home: Scratch) throws -> Program {
      let file = try home.write("c.toml", "camera.device = \"/dev/video99\"\n".utf8)
      return try Program("swiped", ["run", "--no-keys", "--events", "--socket", home.socket, "--config", file], home: home)
    }

    @Test(
      "Every connection may keep the camera closed; three reasons are named, and it is searched for when the last one has ended",
      .long(seconds: 10))
    func connections() async throws {
      let home = Scratch()
      let daemon = try daemon(home)
      _ = try await daemon.output.nextStatus { $0.state == .noCamera }
      var strangers: [Stranger] = []
      for number in 10..<74 {
        let stranger = try Stranger(home)
        _ = try await stranger.notification("hello")
        let answer = try await stranger.ask(#"{"jsonrpc":"2.0","id":1,"method":"inhibit","params":{"why":"game \#(number)"}}"#)
        #expect((answer["result"] as? [String: Any])?["reason_code"] as? String == "inhibited")
        strangers.append(stranger)
      }
      let closed = try await daemon.output.nextStatus { $0.reason?.contains("61 more") == true }
      #expect(closed.state == .paused && closed.reason == "closed for game 10, game 11, game 12, 61 more; continues when that has ended")
      #expect(closed.inhibitedFor == (10..<74).map { "game \($0)" })
      strangers.removeFirst(63)
      _ = try await daemon.output.nextStatus { $0.reason == "closed for game 73; continues when that has ended" }
      strangers = []
      _ = try await daemon.output.nextStatus { $0.state == .noCamera }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    /// A daemon that searches for its camera, and a named pipe on which a command waits for its end.
    private func daemonAndPipe(_ home: Scratch) async throws -> (Program, pipe: String) {
      let daemon = try daemon(home)
      _ = try await daemon.output.nextStatus { $0.state == .noCamera }
      let pipe = home.file("end")
      #expect(mkfifo(pipe, 0o600) == 0)
      return (daemon, pipe)
    }

    @Test("A command that is not wanted any more ends with its inhibition, not before it", .long(seconds: 5))
    func termination() async throws {
      let home = Scratch()
      let (daemon, pipe) = try await daemonAndPipe(home)
      // It says when it is told to end, which interrupts its wait, and ends later.
      let script = "trap 'echo told' TERM; echo ready; until read line < \(pipe); do :; done; exit 3"
      // The threads on which tests run block most signals, and so do the programs that they start.
      let unblock = "use POSIX; sigprocmask(SIG_UNBLOCK, POSIX::SigSet->new(SIGTERM)); exec @ARGV"
      let command = try Program(
        "swipectl", ["inhibit", "--socket", home.socket, "perl", "-e", unblock, "sh", "-c", script], home: home)
      #expect(try await command.output.next() == "ready")
      command.send(SIGTERM)
      #expect(try await command.output.next() == "told")
      #expect(try await Stranger(home).state("status") == "paused")
      try Data("\n".utf8).write(to: URL(fileURLWithPath: pipe))
      #expect(try await command.finish().status == 3)
      _ = try await daemon.output.nextStatus { $0.state == .noCamera }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A command keeps the camera closed also under a daemon that starts again, and its exit status is passed on", .long(seconds: 10))
    func restart() async throws {
      let home = Scratch()
      var (daemon, pipe) = try await daemonAndPipe(home)
      let command = try Program(
        "swipectl", ["inhibit", "--socket", home.socket, "--why", "a talk", "sh", "-c", "read line < \(pipe); exit 3"], home: home)
      _ = try await daemon.output.nextStatus { $0.reason?.contains("a talk") == true }
      daemon.send(SIGKILL)
      _ = try await daemon.finish()
      daemon = try self.daemon(home)
      _ = try await daemon.output.nextStatus { $0.reasonCode == .inhibited && $0.reason?.contains("a talk") == true }
      try Data("\n".utf8).write(to: URL(fileURLWithPath: pipe))
      #expect(try await command.finish().status == 3)
      _ = try await daemon.output.nextStatus { $0.state == .noCamera }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }
  }
}
