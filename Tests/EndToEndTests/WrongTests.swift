import EventProtocol
import Foundation
import Glibc
import Testing

extension Scratch {
  private var folder: String { file(".local/share/swiped/wrong") }

  /// The paths of the kept files.
  fileprivate var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
  }

  fileprivate func wrong(_ arguments: [String] = [], environment: [String: String] = [:]) async throws -> Program.Outcome {
    try await run("swipectl", ["wrong", "--socket", socket] + arguments, home: self, environment: environment)
  }
}

extension TracePerson {
  /// A rest, and a thumb up that swipes.
  fileprivate func swipe() async throws {
    try await show(0, frames: 3)
    try await show(1.1, frames: 6)
  }
}

extension EndToEnd {
  @Suite("swipectl wrong")
  struct Wrong {
    @Test("The swipe that was marked is made again from its file")
    func synthetic() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic", home) + ["--events"], home: home)
      let swipe = try await daemon.output.swipes(2)[1]
      let end = try await home.wrong()
      // Nothing would have prevented the thumb that is meant, apart from a limit that it does not reach on a slow machine.
      #expect(end.status == 0 && end.errors == [] && [2, 3].contains(end.output.count), "\(end)")
      daemon.send(SIGKILL)
      let file = try #require(home.kept.first)
      #expect(end.output.first?.contains(file) == true && file.hasSuffix("-\(swipe.gesture.name).jsonl.gz"), "\(end.output)")
      let replay = try await home.replay(file)
      #expect(replay.end.status == 0 && replay.swipes.last?.asDecided == swipe.asDecided)
      #expect(replay.end.errors.last?.contains(", the same as recorded") == true, "\(replay.end.errors)")
    }

    @Test("A swipe is kept once, and the list names its file as a shell reads it")
    func twice() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      try await person.swipe()
      let data = ["XDG_DATA_HOME": home.file("my data")]
      #expect(try await home.wrong(["--list"], environment: data).output == [])
      let (first, second) = (try await home.wrong(environment: data), try await home.wrong(environment: data))
      #expect(first.status == 0 && second.status == 0 && second.output.count == 1, "\(first) \(second)")
      let list = try await home.wrong(["--list"], environment: data)
      let path = try #require(list.output.first)
      #expect(list.output.count == 1 && path.hasPrefix("'\(home.file("my data"))/swiped/wrong/") && path.hasSuffix("-right.jsonl.gz'"))
      for end in [first, second] { #expect(end.output.first?.contains(path) == true, "\(end.output)") }
    }

    @Test("Without a swipe in the last ten seconds, and after a pause, nothing is kept, and the error says what to do")
    func noSwipe() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      try await person.show(0, frames: 3)
      let early = try await home.wrong()
      try await person.swipe()
      #expect(try await run("swipectl", ["pause", "--socket", home.socket], home: home).status == 0)
      let paused = try await home.wrong()
      person.daemon.send(SIGKILL)
      let ended = try await home.wrong()
      for end in [early, paused, ended] {
        #expect(end.status == 69 && end.output == [])
        expectOneLine(end.errors, of: "swipectl")
      }
      #expect(home.kept == [])
    }

    @Test("A file that cannot be written in full is not left behind")
    func full() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      try await person.swipe()
      // As on a full disk, writing fails once the file is open.
      let command = "trap '' XFSZ; ulimit -f 0; exec '\(Program.folder.path)/swipectl' wrong --socket '\(home.socket)'"
      let end = try await run("/usr/bin/env", ["sh", "-c", command], home: home)
      #expect(end.status == 74)
      expectOneLine(end.errors, of: "swipectl")
      #expect(home.kept == [])
    }

    @Test("Calibrating says what becomes of the swipe, and skips a damaged file by name")
    func calibrate() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      try await person.swipe()
      #expect(try await home.wrong().status == 0)
      let damaged = try home.write(".local/share/swiped/wrong/2020-01-01T00-00-00-left.jsonl.gz", "nonsense".utf8)
      let calibrate = try Program("swipectl", ["calibrate", "--socket", home.socket, "--yes"], home: home)
      let note = try await calibrate.output.line { $0.contains(damaged) }
      #expect(note.hasPrefix("note: ") && note.contains("; "))
      try await person.calibrate(calibrate)
      let end = try await calibrate.finish()
      #expect(
        end.status == 0 && end.output.contains { $0.contains("marked as wrong") && $0.contains("would make 1 again") }, "\(end.output)")
    }
  }
}
