import Corpus
import Foundation
import Glibc
import TestTime
import Testing

/// Runs a program with a redirection of the shell's, as `2>/dev/full`.
private func run(
  _ name: String, _ arguments: [String], redirected redirection: String, home: Scratch
) async throws -> Program.Outcome {
  let path = Program.folder.appendingPathComponent(name).path
  return try await run("/bin/bash", ["-c", #"exec "$0" "$@" \#(redirection)"#, path] + arguments, home: home)
}

extension Program.Outcome {
  /// What is wrong: not what a start by hand watches, nor the profile that it follows.
  fileprivate var complaints: [String] {
    errors.filter { !$0.hasPrefix("swiped: watching") && !$0.hasPrefix("swiped: the profile is plain") }
  }
}

extension EndToEnd {
  @Suite("Attack: standard streams that are closed, full, or without a reader")
  struct AttackStandardStreams {
    @Test(
      "An error that cannot be written does not change the exit status", .long(seconds: 15),
      arguments: [("swiped", ["run", "--loud"], 64), ("landmarks", ["/nonexistent"], 66), ("swipectl", ["status"], 69)]
        as [(String, [String], Int32)],
      ["2>/dev/full", "2>&-", "2> >(exec true)", "<&- >&- 2>&-"])
    func complaints(_ program: (name: String, arguments: [String], status: Int32), redirection: String) async throws {
      let end = try await run(program.name, program.arguments, redirected: redirection, home: Scratch())
      #expect(end.status == program.status && end.output == [] && end.errors == [])
    }

    @Test(
      "A daemon that cannot log still swipes, and leaves nothing behind", .long(seconds: 14),
      arguments: ["2>/dev/full", "2>&-", "<&- >&- 2>&-"])
    func noLog(redirection: String) async throws {
      let home = Scratch()
      let path = Program.folder.appendingPathComponent("swiped").path
      let daemon = try Program(
        "/bin/bash", ["-c", #"exec "$0" "$@" \#(redirection)"#, path] + source("synthetic", home), home: home)
      let client = try await home.connect()
      #expect(try await client.lines.nextSwipe() != nil)
      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
      #expect(!FileManager.default.fileExists(atPath: home.socket) && !FileManager.default.fileExists(atPath: home.socket + ".lock"))
    }

    @Test(
      "A closed terminal ends the daemon, and with it the camera", .long(seconds: 14), arguments: ["2>\"$LOG\"", "", ">/dev/null 2>&1"])
    func terminal(redirection: String) async throws {
      let home = Scratch()
      var (mine, theirs): (Int32, Int32) = (-1, -1)
      try #require(openpty(&mine, &theirs, nil, nil, nil) == 0)
      let terminal = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
      let path = Program.folder.appendingPathComponent("swiped").path
      let daemon = try Program(
        "/usr/bin/setsid", ["--ctty", "--wait", "/bin/bash", "-c", #"exec "$0" "$@" \#(redirection)"#, path] + source("synthetic", home),
        home: home, environment: ["LOG": home.file("log")], input: terminal, output: terminal)
      let client = try await home.connect()
      #expect(try await client.lines.nextSwipe() != nil)
      try terminal.close()
      close(mine)
      #expect(try await daemon.exitStatus() == 0)
      #expect(!FileManager.default.fileExists(atPath: home.socket) && !FileManager.default.fileExists(atPath: home.socket + ".lock"))
    }

    @Test(
      "Output that cannot be written is one line and exit status 74", .long(seconds: 20),
      arguments: [
        ("swiped", ["--help"]), ("swiped", ["run", "--help"]), ("swipectl", ["--version"]), ("landmarks", ["--help"]),
        ("swipectl", ["cameras", "--json"]), ("swipectl", ["doctor"]), ("swipectl", ["doctor", "--json"]),
        ("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"]), ("swipectl", ["profile"]),
        ("swipectl", ["profile", "--json"]),
      ] as [(String, [String])],
      [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")])
    func full(_ program: (name: String, arguments: [String]), _ place: (redirection: String, cause: String)) async throws {
      let end = try await run(program.name, program.arguments, redirected: place.redirection, home: Scratch())
      #expect(end.status == 74)
      let complaints = end.complaints
      expectOneLine(complaints, of: program.name)
      #expect(complaints.first?.contains("standard output: \(place.cause); ") == true)
    }

    @Test(
      "So is what swipectl reads from a daemon", .long(seconds: 11),
      arguments: [
        ["status"], ["status", "--json"], ["panel"], ["panel", "--waybar"], ["watch"], ["watch", "--json"], ["pause"], ["profile"],
      ],
      [">/dev/full", ">&-"])
    func fullClient(arguments: [String], redirection: String) async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let end = try await run("swipectl", arguments + ["--socket", home.socket], redirected: redirection, home: home)
      #expect(end.status == 74)
      expectOneLine(end.errors, of: "swipectl")
      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
    }

    @Test(
      "Landmarks that cannot be written are one line and exit status 74",
      .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)), arguments: [[], ["--json"]], [">/dev/full", ">&-"])
    func fullLandmarks(options: [String], redirection: String) async throws {
      let picture = try Corpus.required().folder.appendingPathComponent("thumbs_up/gestia_up.jpg").path
      let end = try await run("landmarks", options + [picture, picture], redirected: redirection, home: Scratch())
      #expect(end.status == 74)
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test(
      "A reader that has gone is not an error", .long(seconds: 7),
      arguments: [
        ("swiped", ["--help"]), ("swipectl", ["doctor", "--json"]),
        ("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"]),
      ])
    func readerGone(program: String, arguments: [String]) async throws {
      let end = try await run(program, arguments, redirected: "> >(exec true)", home: Scratch())
      #expect(end.status == 0)
      #expect(end.complaints == [])
    }

    @Test(
      "A standard input that is closed, or only open for writing, is an error, and no empty input", .long(seconds: 5),
      arguments: [
        ("swiped", ["run", "--no-keys", "--source", "y4m:-"]), ("swiped", ["run", "--no-keys", "--source", "trace:-"]),
        ("landmarks", ["-"]),
        ("landmarks", ["--json", "--files-from", "-"]), ("landmarks", ["--json", "--records", "-"]),
        ("landmarks", ["--json", "--null", "--files-from", "-", "--jobs", "2"]),
      ] as [(String, [String])], ["<&-", "<&- >&2", "0>/dev/null"])
    func closedInput(_ program: (name: String, arguments: [String]), redirection: String) async throws {
      let home = Scratch()
      let end = try await run(program.name, program.arguments, redirected: redirection, home: home)
      #expect(end.status == 66 && end.output == [])
      expectOneLine(end.errors, of: program.name)
      #expect(end.errors.first?.contains("standard input: ") == true && end.errors.first?.contains("; ") == true)
    }
  }

  @Suite("Attack: control characters in untrusted text")
  struct AttackTerminal {
    /// Clears the screen, begins a new line, and reverses the text.
    private static let evil = "\u{1b}[2J\nswiped: all is well\r\u{9b}31m\u{202e}"
    private static let evilJSON = #"\u001b[2J\nswiped: all is well\r\u009b31m\u202e"#

    private func expectHarmless(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      let isHarmless = lines.allSatisfy { line in
        line.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
      }
      #expect(isHarmless, "\(lines.map(\.debugDescription))", sourceLocation: sourceLocation)
      #expect(!lines.contains { $0.hasPrefix("swiped: all is well") }, sourceLocation: sourceLocation)
    }

    @Test(
      "File names", .long(seconds: 4),
      arguments: [("landmarks", []), ("swiped", ["run", "--no-keys", "--source"]), ("swiped", ["run", "--config"])])
    func names(program: String, arguments: [String]) async throws {
      let home = Scratch()
      let name = home.file(Self.evil)
      let end = try await run(program, arguments + [arguments.last == "--source" ? "trace:\(name)" : name], home: home)
      #expect(end.status != 0 && end.status != nil && end.errors.count == 1)
      expectHarmless(end.errors)
    }

    @Test("The names in a trace")
    func trace() async throws {
      let home = Scratch()
      let camera = #"{"name":"\#(Self.evilJSON)","path":"/dev/video0","width":640,"height":480,"fps":30,"format":"YUYV"}"#
      let file = try home.write("a.jsonl", #"{"swiped_trace":1,"version":"\#(Self.evilJSON)","camera":\#(camera)}"#.utf8 + [10])
      let end = try await run("swiped", source("trace:\(file)", home), home: home)
      #expect(end.status == 0 && end.errors.count == 2, "\(end.errors)")
      expectHarmless(end.errors)
    }

    @Test(
      "What a server says", arguments: [["watch", "--topics", "swipe"], ["watch", "--topics", "swipe", "--json"], ["pause"], ["reload"]])
    func server(arguments: [String]) async throws {
      let home = Scratch()
      let lines = [
        #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"version":"0.1.0","pid":1}}"#,
        #"{"jsonrpc":"2.0","method":"unsubscribed","params":{"topic":"swipe","reason":"\#(Self.evilJSON)"}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"\#(Self.evilJSON)","data":["\#(Self.evilJSON)"]}}"#,
      ]
      let said = try home.write("said", (lines.joined(separator: "\n") + "\n").utf8)
      let server = try Program("/bin/bash", ["-c", #"exec nc -N -l -U "$0" <"$1""#, home.socket, said], home: home)
      #expect(eventually { FileManager.default.fileExists(atPath: home.socket) })
      let end = try await run("swipectl", arguments + ["--socket", home.socket], home: home)
      server.send(SIGKILL)
      #expect(end.status == 78, "\(end.errors)")
      expectHarmless(end.output)
      expectHarmless(end.errors)
    }
  }
}
