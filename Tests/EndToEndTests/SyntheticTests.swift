import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  /// The daemon on the rendered hand.
  struct Synthetic {
    private func start(_ home: Scratch, _ more: [String] = ["--events"]) throws -> Program {
      try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--socket", home.socket] + more, home: home)
    }

    @Test("The rendered hand swipes right, left, right, left, on standard output and to every client")
    func swipes() async throws {
      let home = Scratch()
      let daemon = try start(home)
      guard case .status(let status) = try event(await daemon.output.next()) else { throw Timeout(description: "no status first") }
      #expect(status.state == .running && status.source == "synthetic" && status.keys == .off && status.pid == daemon.id)
      #expect(status.camera?.width == 640 && status.camera?.height == 480 && status.camera?.fps == 30)

      let client = try PlainClient(home.socket)
      guard case .hello(let hello) = try event(await client.lines.next()) else { throw Timeout(description: "no hello first") }
      #expect(hello.protocol == 1 && hello.pid == daemon.id)
      guard case .status(let same) = try event(await client.lines.next()) else { throw Timeout(description: "no status second") }
      #expect(same.camera == status.camera && same.frames.handled >= 1)

      let printed = try await daemon.output.swipes(4)
      let received = try await client.lines.swipes(4)
      #expect(printed.map(\.direction) == [.right, .left, .right, .left])
      #expect(printed.map(\.gesture) == [.thumbUp, .thumbDown, .thumbUp, .thumbDown])
      #expect(printed.map(\.seq) == [1, 2, 3, 4])
      #expect(printed == received)
      // Counted in the stream's own time, which a slow machine does not stretch.
      #expect(Double(printed[3].capturedNs - printed[0].capturedNs) < 12e9)
      for swipe in printed {
        #expect(swipe.emittedNs >= swipe.capturedNs && swipe.confidence > 0.5 && abs(swipe.distance) > 50)
      }
    }

    @Test("It shows the numbers of fingers that it is asked for, and frames count them", .long(seconds: 9))
    func fingers() async throws {
      let home = Scratch()
      let daemon = try Program("swiped", source("synthetic:fingers=2,5,0", home), home: home)
      let client = try await home.connect()
      try client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["frame"]}}"#)
      var counts: [Int: [Int]] = [:]
      while counts.count < 3 || counts.values.contains(where: { $0.count < 20 }), let line = try await client.lines.next() {
        guard case .event(.frame(let frame)) = try ServerMessage(line: line.utf8) else { continue }
        let seconds = Double(frame.frame) / 30
        // Each number is shown for 1.6 s, after a change of 0.4 s.
        if seconds.truncatingRemainder(dividingBy: 2) >= 0.4, let fingers = frame.fingers {
          counts[[2, 5, 0][Int(seconds / 2) % 3], default: []].append(fingers)
          #expect(frame.hands.map(\.fingers.count).reduce(0, +) == fingers)
        }
      }
      for (shown, counted) in counts {
        #expect(Double(counted.count { $0 == shown }) >= 0.9 * Double(counted.count), "\(shown): \(counted)")
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("With --watch, swipes are lines for people, of both profiles", .long(seconds: 24), arguments: ["plain", "daily"])
    func watch(profile: String) async throws {
      let home = Scratch()
      let file = home.path + "/swiped.toml"
      try "[gesture]\nprofile = \"\(profile)\"\n".write(toFile: file, atomically: true, encoding: .utf8)
      let daemon = try start(home, ["--watch", "--config", file])
      var directions: [Substring] = []
      var lines: [String] = []
      while directions.count < 4, let line = try await daemon.output.next() {
        lines.append(line)
        if let direction = line.firstMatch(of: /[←→] (left|right)/)?.1 { directions.append(direction) }
      }
      #expect(directions == ["right", "left", "right", "left"])
      #expect(lines.first?.contains("Ctrl-C") == true && !lines.contains { $0.contains("\u{1B}") })
    }

    @Test("--watch and --events exclude each other")
    func watchOrEvents() async throws {
      let home = Scratch()
      let end = try await start(home, ["--watch", "--events"]).finish()
      #expect(end.status == 64)
      expectOneLine(end.errors, of: "swiped")
    }

    /// Whether these lines are those of a start by hand: its source and, with the first frame, the profile that it follows.
    private func startLines(_ lines: [String]) -> Bool {
      lines.first?.hasPrefix("swiped: watching rendered hand") == true && lines.count <= 2
        && lines.dropFirst().allSatisfy { $0.contains("the profile is plain") && $0.contains("`swipectl profile daily`") }
    }

    @Test("A signal ends it with exit status 0, and the socket is gone", .long(seconds: 7), arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try event(await daemon.output.next())
      let client = try PlainClient(home.socket)
      _ = try event(await client.lines.next())
      daemon.send(number)
      let end = try await daemon.finish()
      #expect(end.status == 0)
      #expect(startLines(end.errors), "\(end.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).allSatisfy { $0 == ".cache" })
      _ = try await client.lines.rest()
    }

    @Test("A signal before the first frame ends it, too", arguments: [0, 50, 300])
    func earlySignal(afterMs: Int) async throws {
      let home = Scratch()
      let daemon = try start(home)
      // Any moment will do: what must hold holds at each.
      #expect(eventually { FileManager.default.fileExists(atPath: home.socket) })
      try await Task.sleep(for: .milliseconds(afterMs))
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test("When its reader goes away it ends quietly, as in swiped run --events | head -1", .long(seconds: 4))
    func readerGone() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try event(await daemon.output.next())
      try daemon.closeOutput()
      let errors = try await daemon.errors.rest()
      #expect(try await daemon.exitStatus() == 0)
      #expect(startLines(errors), "\(errors)")
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test("A second daemon is refused with the process ID of the first, which continues", .long(seconds: 4))
    func second() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try event(await daemon.output.next())
      let refused = try await start(home).finish()
      #expect(refused.status == 69 && refused.output == [])
      expectOneLine(refused.errors, of: "swiped")
      #expect(refused.errors.first?.contains("already running as process \(daemon.id) at \(home.socket)") == true)
      #expect(try await daemon.output.nextSwipe()?.direction == .right)
    }

    @Test("The socket of a killed daemon is replaced", .long(seconds: 7))
    func takeover() async throws {
      let home = Scratch()
      let killed = try start(home)
      _ = try event(await killed.output.next())
      killed.send(SIGKILL)
      #expect(try await killed.finish().status == nil)
      #expect(FileManager.default.fileExists(atPath: home.socket))
      let daemon = try start(home)
      _ = try event(await daemon.output.next())
      let client = try PlainClient(home.socket)
      guard case .hello(let hello) = try event(await client.lines.next()) else { throw Timeout(description: "no hello") }
      #expect(hello.pid == daemon.id)
    }

    @Test("The daemon uses no huge pages")
    func pages() async throws {
      let home = Scratch()
      let daemon = try start(home)
      _ = try event(await daemon.output.next())
      let status = try String(contentsOfFile: "/proc/\(daemon.id)/status", encoding: .utf8)
      #expect(status.contains("\nTHP_enabled:\t0\n"))
    }
  }
}
