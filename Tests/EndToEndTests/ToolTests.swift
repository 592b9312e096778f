import Corpus
import EventProtocol
import Foundation
import Glibc
import Testing

/// The names of a program's commands, as the program itself lists them.
private struct HelpDump: Decodable {
  struct Command: Decodable {
    let commandName: String
    let shouldDisplay: Bool
    let subcommands: [Command]?

    /// The words of each command below this one, those of commands of a command included.
    var words: [[String]] { (subcommands ?? []).flatMap { each in [[each.commandName]] + each.words.map { [each.commandName] + $0 } } }
  }

  let command: Command
}

extension EndToEnd {
  @Suite("The tools")
  struct Tools {
    @Test(
      "Help names every option and costs nothing",
      arguments: [
        ("swiped", ["--help"], ["run", "--source synthetic", "--version"]),
        ("swiped", ["run", "--help"], ["--config", "--source", "--socket", "--no-keys", "--events", "--watch", "y4m:", "trace:"]),
        ("swipectl", ["--help"], ["watch", "status", "COMMAND --help", "man swipectl"]),
        ("swipectl", ["watch", "--help"], ["--socket", "--json", "--topics", "--explain", "frame", "swipe and status"]),
        ("swipectl", ["record", "--help"], ["--socket", "--seconds", "--force", "file", "trace:FILE"]),
        ("swipectl", ["status", "--help"], ["--socket", "--json"]),
        ("swipectl", ["demo", "--help"], ["--socket", "--port", "--no-open", "--deck", "--stay"]),
        ("swipectl", ["deck", "--help"], ["copy", "swipectl demo --deck"]),
        ("swipectl", ["help", "deck", "copy"], ["FOLDER OUTPUT", "--kept", "--rejected"]),
        ("swipectl", ["profile", "--help"], ["--config", "--socket", "--temporary", "--json", "name", "plain", "daily"]),
        ("swipectl", ["setup", "--help"], ["--socket", "--config", "--profile", "--yes", "daily", "Ctrl-C"]),
        ("swipectl", ["calibrate", "--help"], ["--socket", "--config", "--profile", "--yes", "daily"]),
        ("landmarks", ["--help"], ["--body", "--face", "--max-hands", "--output", "--on-gray", "--json", "--precision", "picture"]),
        ("landmarks", ["--help"], ["--files-from", "-0, --null", "--records", "--jobs", "--resume"]),
      ])
    func help(program: String, arguments: [String], names: [String]) async throws {
      let end = try await run(program, arguments, home: Scratch(), environment: ["SWIPED_RUNTIME": "/nowhere"])
      #expect(end.status == 0 && end.errors == [])
      for name in names { #expect(end.output.contains { $0.contains(name) }, "\(name)") }
    }

    @Test("The help of every program and command fits a screen", arguments: ["swiped", "swipectl", "landmarks"])
    func screens(program: String) async throws {
      let home = Scratch()
      let dump = try await run(program, ["--experimental-dump-help"], home: home).output.joined(separator: "\n")
      for words in try [[]] + JSONDecoder().decode(HelpDump.self, from: Data(dump.utf8)).command.words {
        let lines = try await run(program, words + ["--help"], home: home).output
        #expect((1...24).contains(lines.count), "\(program) \(words): \(lines.count) lines")
        for line in lines where line.count > 80 { Issue.record("\(program) \(words): \(line)") }
      }
    }

    @Test("-V prints the version, and -h the help, wherever --version and --help do", arguments: ["swiped", "swipectl", "landmarks"])
    func short(program: String) async throws {
      let home = Scratch()
      let version = try await run(program, ["--version"], home: home)
      #expect(version.status == 0 && version.output.count == 1 && version.errors == [])
      for words in [[], ["swiped": ["run"], "swipectl": ["status"]][program] ?? ["--json"]] {
        let short = try await run(program, words + ["-V"], home: home)
        #expect(short.status == 0 && short.output == version.output && short.errors == [])
        let help = try await run(program, words + ["--help"], home: home)
        #expect(help.status == 0 && help.output.count > 3)
        #expect(try await run(program, words + ["-h"], home: home).output == help.output)
        if words != [] || program != "swipectl" { #expect(help.output.contains { $0.hasPrefix("  -V, --version  ") }) }
      }
    }

    @Test("swipectl inhibit has help and a version, and passes on all options behind the program that it runs")
    func inhibit() async throws {
      let home = Scratch()
      for option in ["-V", "--version"] {
        #expect(try await run("swipectl", ["inhibit", option], home: home).output == run("swipectl", ["-V"], home: home).output)
      }
      let help = try await run("swipectl", ["inhibit", "-h"], home: home)
      #expect(help.status == 0 && help.output.contains { $0.contains("--why") } && help.errors == [])
      let passed = try await run("swipectl", ["inhibit", "--socket", home.socket, "echo", "-V", "--help"], home: home)
      #expect(passed.status == 0 && passed.output == ["-V --help"])
      #expect(try await run("swipectl", ["inhibit", "--socket", home.socket, "/no/such"], home: home).status == 66)
      let separated = try await run("swipectl", ["inhibit", "--socket", home.socket, "--", "sh", "-c", "exit 3"], home: home)
      #expect(separated.status == 3)
      #expect(try await run("swipectl", ["inhibit", "--"], home: home).status == 64)
    }

    @Test("Every command of swipectl is known to swiped, and help for a command that is none is an error")
    func otherCommands() async throws {
      let home = Scratch()
      let dump = try await run("swipectl", ["--experimental-dump-help"], home: home).output.joined(separator: "\n")
      let commands = try JSONDecoder().decode(HelpDump.self, from: Data(dump.utf8)).command.subcommands ?? []
      let names = commands.filter { $0.shouldDisplay && $0.commandName != "help" }.map(\.commandName)
      #expect(names.count > 10)
      for name in names {
        let refused = try await run("swiped", [name], home: home)
        #expect(refused.status == 64 && refused.errors.count == 1 && refused.errors[0].contains("`swipectl \(name)`"), "\(name)")
        #expect(try await run("swipectl", ["help", name], home: home).status == 0)
      }
      for program in ["swiped", "swipectl"] {
        let end = try await run(program, ["help", "frobnicate"], home: home)
        #expect(end.status == 64 && end.output == [] && end.errors.count == 1)
      }
    }

    @Test("swipectl shows and follows a running daemon")
    func control() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home)
      _ = try await daemon.output.next()

      let watch = try Program("swipectl", ["watch", "--json"], home: home)
      guard case .hello(let hello) = try event(await watch.output.next()) else { throw Timeout(description: "no hello") }
      #expect(hello.pid == daemon.id)
      let seen = try #require(try await watch.output.nextSwipe())
      #expect(try await daemon.output.nextSwipe() == seen)

      let status = try await run("swipectl", ["status", "--json"], home: home)
      #expect(status.status == 0 && status.output.count == 1)
      let fields = try #require(try JSONSerialization.jsonObject(with: Data(status.output.joined().utf8)) as? [String: Any])
      #expect(fields["state"] as? String == "running" && fields["keys"] as? String == "off" && fields["pid"] as? Int32 == daemon.id)
      #expect((fields["camera"] as? [String: Any])?["name"] as? String == "rendered hand")
      #expect((fields["frames"] as? [String: Int])?["handled"] ?? 0 > 10)
      #expect((fields["swipes"] as? [String: Int])?["right"] == 1)
      for key in ["reason", "fps", "latency_ms", "cpu_ms_per_frame", "resident_kb", "uptime_s", "precision", "version"] {
        #expect(fields[key] != nil, "\(key)")
      }
      let table = try await run("swipectl", ["status"], home: home)
      #expect(table.status == 0 && table.output.first?.contains("running · process \(daemon.id)") == true)

      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
      let next = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home)
      var speaking = daemon.id
      while speaking == daemon.id, let line = try await watch.output.next() {
        if case .hello(let hello) = try event(line) { speaking = hello.pid }
      }
      #expect(speaking == next.id)
      watch.send(SIGKILL)
      let end = try await watch.finish()
      #expect(end.status == nil && end.errors == ["swipectl: swiped has stopped; waiting for it", "swipectl: connected again"])
    }
  }

  @Suite("Stills", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  struct Stills {
    @Test("landmarks --json prints an object for each picture, with 21 joints per hand")
    func json() async throws {
      let corpus = try Corpus.required()
      let pictures = ["thumbs_up", "negative"].map { folder in
        corpus.folder.appendingPathComponent(folder).path
      }.compactMap { folder in
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted().first.map { "\(folder)/\($0)" }
      }
      try #require(pictures.count == 2)
      let end = try await run("landmarks", ["--json"] + pictures, home: Scratch())
      #expect(end.status == 0 && end.errors == [] && end.output.count == 2)
      for ((line, picture), hands) in zip(zip(end.output, pictures), [1, 0]) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["file"] as? String == picture)
        let width = try #require(object["width"] as? Double)
        #expect(object["height"] is Int)
        let found = try #require(object["hands"] as? [[String: Any]])
        #expect(found.count == hands, "\(picture)")
        for hand in found {
          #expect(hand["confidence"] as? Double ?? 0 > 0.5)
          #expect(["left", "right"].contains(hand["chirality"] as? String))
          let points = try #require(hand["points"] as? [String: [String: Double]])
          #expect(points.count == 21)
          #expect(points.values.allSatisfy { Set($0.keys) == ["x", "y", "z", "confidence"] })
          let wrist = try #require(points["wrist"]?["x"])
          #expect((-width...2 * width).contains(wrist) && points["thumbTip"] != nil)
        }
      }
    }
  }
}
