import EventProtocol
import Foundation
import Glibc
import Testing

private let header = #"{"swiped_trace":1,"version":"1"}"#
/// A line of a trace that is not a frame.
private let later = #"{"jsonrpc":"2.0","method":"later","params":{}}"#

extension EndToEnd {
  @Suite("Attack: traces without end, without frames, or without a writer")
  struct AttackTraces {
    /// A daemon that replays a named pipe.
    private func replay(_ home: Scratch) async throws -> Program {
      try #require(mkfifo(home.file("t"), 0o600) == 0)
      let daemon = try Program(
        "swiped", source("trace:\(home.file("t"))", home), home: home, environment: ["SWIPED_RUNTIME": "/nowhere"])
      _ = try await home.connect()
      return daemon
    }

    /// Writes the output of a shell command into the pipe, which is open then. Its programs end with the pipe's reader.
    private func write(_ command: String, _ home: Scratch) async throws -> Program {
      let writer = try Program("/bin/bash", ["-c", "exec >'\(home.file("t"))'; echo open >&2; \(command)"], home: home)
      #expect(try await writer.errors.next() == "open")
      return writer
    }

    /// Expects the daemon to pause, resume and stop on request.
    private func expectObedience(_ daemon: Program, _ home: Scratch) async throws {
      for (command, state) in [("pause", "paused"), ("resume", "starting")] {
        let stranger = try Stranger(home)
        #expect(try await stranger.state(command) == state)
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test(
      "Endless lines without a frame do not delay messages",
      arguments: [#"(echo '\#(header)'; yes '\#(later)')"#, #"(echo '\#(header)'; yes '\#(later)') | gzip -1"#])
    func endless(command: String) async throws {
      let home = Scratch()
      let daemon = try await replay(home)
      let writer = try await write(command, home)
      try await expectObedience(daemon, home)
      _ = try await writer.finish()
    }

    @Test("A named pipe without a writer, or with a silent one, does not delay messages", arguments: [nil, "", #"{"swi"#, header + "\n"])
    func silent(start: String?) async throws {
      let home = Scratch()
      let daemon = try await replay(home)
      // Both ends, since it must not wait for the other one.
      let writer = start == nil ? -1 : open(home.file("t"), O_RDWR | O_CLOEXEC)
      defer { close(writer) }
      if let start { #expect(Glibc.write(writer, start, start.utf8.count) == start.utf8.count) }
      try await expectObedience(daemon, home)
    }

    @Test("Endless compressed zeros are damage, found within one line")
    func zeros() async throws {
      let home = Scratch()
      let daemon = try await replay(home)
      let writer = try await write("gzip -1 </dev/zero", home)
      let end = try await daemon.finish()
      #expect(end.status == 65)
      #expect(end.errors.last?.contains("t:1: the line is longer than 65536 bytes; ") == true, "\(end.errors)")
      _ = try await writer.finish()
    }

    @Test("Standard input can be a trace", arguments: ["cat", "gzip"])
    func standardInput(filter: String) async throws {
      let home = Scratch()
      let frame = #"{"jsonrpc":"2.0","method":"frame","params":{"armed":true,"captured_ns":1,"frame":1,"hands":[],"height":48,"width":64}}"#
      let program = Program.folder.appendingPathComponent("swiped").path
      let end = try await run(
        "/bin/bash",
        ["-c", #"printf '%s\n' '\#(header)' '\#(frame)' | \#(filter) | "$0" "$@""#, program] + source("trace:-", home), home: home,
        environment: ["SWIPED_RUNTIME": "/nowhere"])
      #expect(end.status == 0, "\(end.errors)")
      #expect(
        end.errors.count == 2 && end.errors.first?.contains("replaying standard input, a trace of no camera") == true, "\(end.errors)")
      #expect(end.errors.last?.contains("1 frames replayed, swipes: 0, the same as recorded") == true, "\(end.errors)")
    }
  }
}
