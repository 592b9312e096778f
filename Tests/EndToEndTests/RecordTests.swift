import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension Scratch {
  /// Starts a recording of this test's daemon, and returns once it is recording.
  func record(_ arguments: [String]) async throws -> Program {
    #expect(eventually { FileManager.default.fileExists(atPath: socket) })
    let recording = try Program("swipectl", ["record", "--socket", socket] + arguments, home: self)
    #expect(try await recording.errors.next() == "swipectl: recording; Ctrl-C stops it")
    return recording
  }

  /// Replays a trace without models.
  func replay(_ trace: String, _ arguments: [String] = []) async throws -> (swipes: [GestureEvent], end: Program.Outcome) {
    let end = try await run(
      "swiped", ["run", "--no-keys", "--events", "--socket", file("replay.sock"), "--source", "trace:\(trace)"] + arguments, home: self,
      environment: ["SWIPED_RUNTIME": "/nowhere"])
    let swipes: [GestureEvent] = try end.output.compactMap { if case .gesture(let swipe) = try event($0) { swipe } else { nil } }
    return (swipes, end)
  }
}

extension LineReader {
  /// The next swipes, once the one after them has come: every subscriber that received them has then received their frames too.
  fileprivate func recordedSwipes(_ count: Int) async throws -> [GestureEvent] { try await swipes(count + 1).dropLast() }
}

extension GestureEvent {
  /// Everything but the time at which it was published, which differs from run to run.
  var asDecided: GestureEvent {
    var swipe = self
    swipe.emittedNs = 0
    return swipe
  }
}

extension EndToEnd {
  @Suite("Recordings")
  struct Recordings {
    private func start(_ home: Scratch, _ arguments: [String] = []) throws -> Program {
      try Program("swiped", source("synthetic", home) + ["--events"] + arguments, home: home)
    }

    /// Records into the file `t` until a number of swipes have been made, and returns them.
    private func record(_ count: Int, of daemon: Program, _ home: Scratch) async throws -> [GestureEvent] {
      let recording = try await home.record([home.file("t")])
      let swipes = try await daemon.output.recordedSwipes(count)
      recording.send(SIGINT)
      #expect(try await recording.finish().status == 0)
      return swipes
    }

    @Test(
      "A recording that begins while a gesture is held, and ends by a signal, replays to the same swipes", .long(seconds: 24),
      arguments: [SIGINT, SIGTERM])
    func session(signal: Int32) async throws {
      let home = Scratch()
      let daemon = try start(home)
      #expect(try await daemon.output.swipes(1)[0].seq == 1)
      let recording = try await home.record([home.file("t.jsonl.gz")])
      let swipes = try await daemon.output.recordedSwipes(2)
      recording.send(signal)
      let end = try await recording.finish()
      #expect(end.status == 0 && end.errors.count == 1, "\(end.errors)")
      // On a busy machine, a frame may be lost on the way to the file.
      let sentence = #/t\.jsonl\.gz: \d+ frames, swipes: [23](; frames lost: \d+, so a replay may differ)?$/#
      #expect(end.errors.last?.contains(sentence) == true, "\(end.errors)")
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)

      let replay = try await home.replay(home.file("t.jsonl.gz"))
      #expect(replay.end.status == 0 && replay.swipes.prefix(2).map(\.asDecided) == swipes.map(\.asDecided))
      #expect(replay.end.errors.first?.contains("by the gesture settings that it was recorded with") == true)
      #expect(replay.end.errors.last?.contains(", the same as recorded") == true, "\(replay.end.errors)")
    }

    @Test("Recording ends with 0 when the daemon ends, when the time is over, and when its reader has gone", .long(seconds: 4))
    func endings() async throws {
      let home = Scratch()
      let daemon = try start(home)
      let timed = try await home.record(["--seconds", "0.5", home.file("a")])
      #expect(try await timed.finish().status == 0)
      let piped = try await home.record(["-"])
      _ = try await piped.output.next()
      try piped.closeOutput()
      #expect(try await piped.finish().status == 0)
      let left = try await home.record([home.file("b")])
      _ = try await daemon.output.nextSwipe()
      daemon.send(SIGKILL)
      let end = try await left.finish()
      #expect(end.status == 0 && end.errors.first == "swipectl: swiped has stopped, and so has the recording")
      for trace in ["a", "b"] {
        let replay = try await home.replay(home.file(trace))
        #expect(replay.end.status == 0 && replay.end.errors.last?.contains(", the same as recorded") == true, "\(replay.end.errors)")
      }
    }

    @Test("Recording to standard output ends when the time is over, although its reader takes nothing", .long(seconds: 9))
    func slowReader() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try await daemon.output.next()
      // The reader waits for the end of the recording, for half a minute at most.
      let script = #"""
        ("$0" record --socket "$1" --seconds 7 -; echo $? >"$2") |
          { for _ in $(seq 300); do [ -e "$2" ] && exit; sleep 0.1; done; echo late >"$2"; }
        """#
      let swipectl = Program.folder.appendingPathComponent("swipectl").path
      _ = try await run("/bin/sh", ["-c", script, swipectl, home.socket, home.file("status")], home: home)
      #expect(try String(contentsOfFile: home.file("status"), encoding: .utf8) == "0\n")
    }

    private func size(of name: String, _ home: Scratch) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: home.file(name))[.size] as? Int ?? 0
    }

    @Test("A recording that was killed replays up to that point", .long(seconds: 6))
    func killed() async throws {
      let home = Scratch()
      let daemon = try start(home)
      let recording = try await home.record([home.file("t.gz")])
      _ = try await daemon.output.swipes(1)
      // The second flush from now on has the swipe, if not the first.
      for _ in 1...2 {
        let before = try size(of: "t.gz", home)
        #expect(try eventually { try size(of: "t.gz", home) > before })
      }
      recording.send(SIGKILL)
      _ = try await recording.finish()
      let replay = try await home.replay(home.file("t.gz"))
      #expect(replay.end.status == 0 && replay.swipes.count == 1 && replay.end.errors.count == 3)
      #expect(replay.end.errors[1].contains(#/t\.gz:\d+: the trace ends in the middle of a line/#), "\(replay.end.errors)")
    }

    @Test("An existing file is overwritten only with --force", .long(seconds: 4))
    func overwriting() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try await daemon.output.next()
      let file = try home.write("t", "mine".utf8)
      let refused = try await run("swipectl", ["record", "--socket", home.socket, file], home: home)
      #expect(
        refused.status == 73 && refused.errors == ["swipectl: \(file): exists already; name another file, or overwrite it with --force"])
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      #expect(try await home.record(["--force", "--seconds", "0.2", file]).finish().status == 0)
      #expect(try await home.replay(file).end.status == 0)
    }

    @Test("Settings of --config replace the recorded ones, and a difference is reported", .long(seconds: 9))
    func otherSettings() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try await record(2, of: daemon, home)
      let config = try home.write("far.toml", "gesture.threshold = 4000\n".utf8)
      let replay = try await home.replay(home.file("t"), ["--config", config])
      #expect(replay.end.status == 0 && replay.swipes == [])
      #expect(replay.end.errors.first?.contains("by the gesture settings of \(config)") == true)
      // On a busy machine, a frame may be lost on the way to the file, which is said at the end.
      let sentence = #/swipes: 0, where [23] were recorded: after the first 0, no more instead of right at frame \d+(; frames lost .+)?$/#
      #expect(replay.end.errors.last?.contains(sentence) == true, "\(replay.end.errors)")
    }

    @Test("A recording without depth replays too; with the thumb pose, it warns that the depth is missing")
    func withoutDepth() async throws {
      let home = Scratch()
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let whole = root.appendingPathComponent("Benchmarks/Gestures/Traces/gs_woman_thumb_up.jsonl.gz").path
      let flat = home.file("flat")
      let command = "zcat '\(whole)' | sed -E 's/,\"z\":[-0-9.e]+//g' >'\(flat)'"
      #expect(try await run("/usr/bin/env", ["sh", "-c", command], home: home).status == 0)
      let daily = try home.write("daily.toml", "[gesture]\nprofile = \"daily\"\n".utf8)
      for (trace, arguments, warns) in [(whole, ["--config", daily], false), (flat, ["--config", daily], true), (flat, [], false)] {
        let (swipes, end) = try await home.replay(trace, arguments)
        #expect(end.status == 0 && swipes.map(\.direction) == [.right])
        #expect(end.errors.contains { $0.contains("no depth") } == warns)
      }
    }

    @Test("Settings that a reload changed while recording change at the same place in the replay", .long(seconds: 7))
    func reloaded() async throws {
      let home = Scratch()
      let config = try home.write("c.toml", "gesture.threshold = 4000\n".utf8)
      let daemon = try start(home, ["--config", config])
      let recording = try await home.record([home.file("t")])
      _ = try await daemon.output.nextStatus { $0.state == .running && $0.gesture?["threshold"] == .number(4000) }
      try home.write("c.toml", [])
      daemon.send(SIGHUP)
      _ = try await daemon.output.nextStatus { $0.gesture?["threshold"] == .number(50) }
      let swipes = try await daemon.output.recordedSwipes(1)
      recording.send(SIGINT)
      #expect(try await recording.finish().status == 0)
      let replay = try await home.replay(home.file("t"))
      #expect(replay.swipes.prefix(1).map(\.asDecided) == swipes.map(\.asDecided))
    }

    @Test("A damaged trace replays up to the damage, which is reported with its line", .long(seconds: 7))
    func damaged() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try await record(1, of: daemon, home)
      var lines = try String(contentsOfFile: home.file("t"), encoding: .utf8).split(separator: "\n").map(String.init)
      lines += ["nonsense", lines[1]]
      let replay = try await home.replay(try home.write("t", lines.map { $0 + "\n" }.joined().utf8))
      #expect(replay.end.status == 65 && (1...2).contains(replay.swipes.count))
      #expect(replay.end.errors.last?.hasPrefix("swiped: \(home.file("t")):\(lines.count - 1): this is not a message of swiped; ") == true)
    }
  }
}
