import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("A replay that is printed")
  struct Replays {
    /// A configuration whose swipes run a program that leaves a mark.
    private func configuration(_ home: Scratch) throws -> (file: String, mark: String) {
      let mark = home.file("ran")
      let command = ["left", "right"].map { "[[on]]\nswipe = \"\($0)\"\nrun = [\"touch\", \"\(mark)\"]\n" }.joined()
      return (try home.write("swiped.toml", command.utf8), mark)
    }

    /// Replays without any option that names a socket.
    private func replay(_ arguments: [String], _ home: Scratch) async throws -> Program.Outcome {
      try await run(
        "swiped", ["run", "--source", "trace:\(home.file("t"))"] + arguments, home: home, environment: ["SWIPED_RUNTIME": "/nowhere"])
    }

    @Test(
      "runs beside the swiped in use, without its socket, its lock, keys or commands", .long(seconds: 6),
      arguments: ["--events", "--watch"])
    func besideAnother(printing: String) async throws {
      let home = Scratch()
      let daemon = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home)
      _ = try await daemon.output.next()
      _ = try home.write("t", TracePerson.trace.utf8)
      let (file, mark) = try configuration(home)

      let end = try await replay([printing, "--config", file], home)
      #expect(end.status == 0 && end.errors.contains { $0.contains("swipes: 2") }, "\(end.errors)")
      #expect(end.output.contains { $0.contains(printing == "--events" ? #""keys":"off""# : "keys off") }, "\(end.output)")
      #expect(!FileManager.default.fileExists(atPath: mark))
      #expect(try await run("swipectl", ["status"], home: home).status == 0)

      // A replay that is not printed is there for its socket, which is taken.
      #expect(try await replay([], home).status == 69)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("ends a thumb that is held when another application comes to the front, as it ended when it was recorded", .long(seconds: 2))
    func otherApplication() async throws {
      func status(_ id: String) -> Event {
        .status(
          Status(state: .running, keys: .off, source: "auto", precision: "f32", pid: 1) {
            $0.apps = Status.Apps(only: nil, front: Status.App(id: id, name: id))
          })
      }
      func swipes(_ ids: String...) async throws -> Int {
        let home = Scratch()
        let up = Array(repeating: 1.1 as Float, count: 10)
        _ = try home.write("t", TracePerson.trace(([0, 0] + up, status(ids[0])), (up, status(ids[1])), (up, nil)).utf8)
        let config = try home.write("c.toml", "[gesture]\nrepeat_ms = 200\n".utf8)
        let end = try await replay(["--events", "--config", config], home)
        #expect(end.status == 0)
        return end.output.count { $0.contains(#""method":"swipe""#) }
      }
      let (same, other) = (try await swipes("vlc", "vlc"), try await swipes("vlc", "anki"))
      #expect(same > other && other > 1)
    }

    @Test("has a socket where one is named, and runs commands where keys are asked for", .long(seconds: 4))
    func asked() async throws {
      let home = Scratch()
      _ = try home.write("t", TracePerson.trace.utf8)
      let (file, mark) = try configuration(home)
      #expect(try await replay(["--events", "--config", file, "--keys"], home).status == 0)
      #expect(FileManager.default.fileExists(atPath: mark))
      let taken = try await replay(["--events", "--socket", home.path], home)
      #expect(taken.status == 69 && taken.errors.contains { $0.contains("in the way") }, "\(taken.errors)")
    }
  }
}
