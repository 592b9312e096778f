import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// The documented panels, with the commands that they run and the rules of what they read.
  struct Panels {
    private struct Module: Decodable, Equatable {
      let exec: String, onClick: String, returnType: String

      enum CodingKeys: String, CodingKey {
        case exec
        case onClick = "on-click"
        case returnType = "return-type"
      }
    }

    /// What Waybar reads of a line.
    private struct Line: Decodable, Equatable {
      let text: String, tooltip: String
      let `class`: String
    }

    private func example(_ name: String) -> URL {
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/panels/\(name)").standardizedFileURL
    }

    /// Runs a line of a shell that finds the built programs, as a panel does.
    private func shell(_ command: String, _ home: Scratch) throws -> Program {
      let path = "\(Program.folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
      return try Program("/bin/sh", ["-c", command], home: home, environment: ["PATH": path])
    }

    private func startDaemon(_ home: Scratch, _ source: String = "synthetic") async throws -> Program {
      let daemon = try Program("swiped", ["run", "--source", source, "--no-keys", "--events"], home: home)
      _ = try await daemon.output.nextStatus { $0.state == .running || $0.state == .noCamera }
      return daemon
    }

    @Test("Waybar's example shows each state in one line of JSON, and its click pauses and resumes", .long(seconds: 8))
    func waybar() async throws {
      let text = try String(contentsOf: example("waybar.jsonc"), encoding: .utf8)
      let snippet = text.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
      let documented = try String(contentsOf: example("README.md"), encoding: .utf8)
      #expect(documented.contains(snippet.split(separator: "\n").map { "    \($0)\n" }.joined()), "the page shows the example as it is")
      let module = try #require(try JSONDecoder().decode([String: Module].self, from: Data("{\(snippet)}".utf8))["custom/swiped"])
      #expect(module.returnType == "json")

      let home = Scratch()
      let panel = try shell(module.exec, home)
      func line() async throws -> Line {
        // Without #require, in which the compiler overlooks that it throws, and warns.
        guard let text = try await panel.output.next() else { throw Timeout(description: "the panel's program ended") }
        return try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      }
      /// The next line of a state; those of states on the way there are skipped.
      func line(of state: String) async throws -> Line {
        while true {
          let line = try await line()
          if line.class == state { return line }
        }
      }
      #expect(try await line().class == "stopped")
      var daemon = try await startDaemon(home)
      let running = try await line(of: "running")
      #expect(!running.text.isEmpty && running.tooltip.contains("synthetic"))
      #expect(try await shell(module.onClick, home).exitStatus() == 0)
      #expect(try await line(of: "paused").tooltip.contains("swipectl resume"))
      #expect(try await shell(module.onClick, home).exitStatus() == 0)
      #expect(try await line(of: "running") == running)
      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
      #expect(try await line(of: "stopped").text != running.text)
      daemon = try await startDaemon(home, "/dev/video99")
      #expect(try await line(of: "no_camera").tooltip.contains("/dev/video99"))
      // The panel that ends takes its command along.
      try panel.closeOutput()
      daemon.send(SIGTERM)
      #expect(try await panel.exitStatus() == 0)
      #expect(try await daemon.exitStatus() == 0)
    }

    @Test("A panel does not keep the camera open")
    func demand() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", ["run", "--source", "/dev/video99", "--no-keys", "--socket", home.socket], home: home)
      let client = try await home.connect()
      let panel = try shell("swipectl panel --waybar --socket \(home.socket)", home)
      try client.send(#"{"jsonrpc":"2.0","method":"subscribe","params":{"topics":["swipe"]}}"#)
      while let line = try await panel.output.next(), !line.contains("\"no_camera\"") {}
      // Only the panel is left.
      try client.send(#"{"jsonrpc":"2.0","method":"unsubscribe","params":{"topics":["swipe"]}}"#)
      let paused = try await client.lines.nextStatus { $0.state == .paused }
      #expect(paused.reasonCode == .noDemand)
      daemon.send(SIGTERM)
    }

    @Test("The script for Argos gives a text, a menu with the reason, and an action that changes the state", .long(seconds: 4))
    func argos() async throws {
      let home = Scratch()
      /// Its text, the text in its menu, and the command of its action, by the rules of Argos.
      func shown() async throws -> (text: String, detail: String, action: String) {
        let outcome = try await shell("sh \(example("argos.sh").path)", home).finish()
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.count == 4, "\(outcome)")
        let lines = outcome.output.map { $0.split(separator: "|", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(lines[1] == ["---"])
        let command = try #require(lines[3][1].firstMatch(of: /bash='([^']+)' terminal=false refresh=true/))
        return (lines[0][0], lines[2][0], String(command.1))
      }
      let stopped = try await shown()
      #expect(stopped.action.hasPrefix("systemctl --user start"))
      let daemon = try await startDaemon(home)
      let running = try await shown()
      #expect(running.text != stopped.text && running.detail.contains("synthetic"))
      #expect(try await shell(running.action, home).exitStatus() == 0)
      let paused = try await shown()
      #expect(paused.text != running.text && paused.detail.contains("swipectl resume"))
      #expect(try await shell(paused.action, home).exitStatus() == 0)
      _ = try await daemon.output.nextStatus { $0.state == .running && $0.frames.handled > 0 }
      #expect(try await shown().text == running.text)
      daemon.send(SIGTERM)
    }

    @Test("The commands for KDE give one line, also without a daemon", .long(seconds: 4))
    func plasma() async throws {
      let page = try String(contentsOf: example("README.md"), encoding: .utf8)
      let command = String(try #require(page.firstMatch(of: /\| Command \| `(.+)` \|/)).1).replacing("\\|", with: "|")
      let click = try #require(page.firstMatch(of: /\| Run on click \| `(.+)` \|/)).1
      let home = Scratch()
      #expect(try await shell(command, home).finish().output == ["swipes off"])
      let daemon = try await startDaemon(home)
      #expect(try await shell(command, home).finish().output == ["swipes on"])
      #expect(try await shell(String(click), home).exitStatus() == 0)
      #expect(try await shell(command, home).finish().output == ["swipes paused"])
      daemon.send(SIGTERM)
    }
  }
}
