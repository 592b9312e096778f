import EventProtocol
import Foundation
import Glibc
import Testing

extension EndToEnd {
  @Suite("Partial input and refusals")
  struct Refusals {
    @Test("A stream that ends in the middle of a frame is reported after the frames before it are handled")
    func cutShort() async throws {
      let home = Scratch()
      let stream = try home.write("cut.y4m", y4m(frames: [6144, 6144, 100]))
      let daemon = try Program("swiped", source("y4m:\(stream)", home) + ["--events"], home: home)
      let end = try await daemon.finish()
      #expect(end.status == 66)
      guard case .status(let status) = try event(end.output.first) else { throw Timeout(description: "no status") }
      #expect(status.state == .running && status.camera?.width == 64)
      // Before it: what is watched, and by which rule.
      expectOneLine(Array(end.errors.dropFirst(2)), of: "swiped")
      #expect(
        end.errors.last
          == "swiped: \(stream): the stream ends in the middle of frame 2, after 100 of 6144 bytes; the frames before it were handled; write it again"
      )
    }

    @Test("A stream that is damaged in the middle is reported after the frames before it are handled")
    func damaged() async throws {
      let home = Scratch()
      let stream = try home.write("bad.y4m", y4m(frames: [6144]) + Array("FRAMING".utf8))
      let end = try await run("swiped", source("y4m:\(stream)", home) + ["--events"], home: home)
      #expect(end.status == 66 && end.output.count == 1)
      #expect(end.errors.last?.contains("no FRAME where frame 1 must begin") == true)
    }

    @Test("A stream that ends with a whole frame is not an error")
    func whole() async throws {
      let home = Scratch()
      let end = try await run(
        "swiped", source("y4m:\(try home.write("a.y4m", y4m(frames: [6144, 6144])))", home) + ["--events"], home: home)
      // Its first status, and the last, which sums up; what is watched, and by which rule, is said on standard error.
      #expect(end.status == 0 && end.output.count == 2 && end.errors.count == 2)
      #expect(end.output.last?.contains("\"handled\":2") == true)
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test("Several errors of a configuration are one line each, in the order of the file")
    func configuration() async throws {
      let home = Scratch()
      let file = try home.write("swiped.toml", "[camera]\nfps = 0\n[gesture]\nposs = 1\n[log]\nlevel = \"loud\"\n".utf8)
      let end = try await run("swiped", source("synthetic", home) + ["--config", file], home: home)
      #expect(end.status == 78 && end.errors.count == 3)
      for (line, place) in zip(end.errors, ["2:7", "4:1", "6:9"]) { #expect(line.hasPrefix("swiped: \(file):\(place): "), "\(line)") }
    }

    @Test("A picture that cannot be read does not keep the others from being read")
    func pictures() async throws {
      let home = Scratch()
      let end = try await run("landmarks", [home.file("a.jpg"), try home.write("b.jpg", []), home.path], home: home)
      #expect(end.status == 66 && end.output == [] && end.errors.count == 3)
      for line in end.errors { expectOneLine([line], of: "landmarks") }
    }

    /// As root, without the privileges that make root see over permissions.
    private func unprivileged(_ arguments: [String], home: Scratch) async throws -> Program.Outcome {
      guard geteuid() == 0 else { return try await run("swiped", arguments, home: home) }
      let program = Program.folder.appendingPathComponent("swiped").path
      return try await run("/usr/bin/setpriv", ["--bounding-set=-all", "--inh-caps=-all", program] + arguments, home: home)
    }

    @Test("A file without permission is reported as such")
    func permissions() async throws {
      let home = Scratch()
      let stream = try home.write("a.y4m", y4m(frames: [6144]))
      let file = try home.write("swiped.toml", [])
      for path in [stream, file] { chmod(path, 0) }
      let y4m = try await unprivileged(source("y4m:\(stream)", home), home: home)
      #expect(y4m.status == 77)
      expectOneLine(y4m.errors, of: "swiped")
      let configuration = try await unprivileged(source("synthetic", home) + ["--config", file], home: home)
      #expect(configuration.status == 78 && configuration.errors.first?.contains("chmod u+r \(file)") == true)
      expectOneLine(configuration.errors, of: "swiped")

      chmod(home.path, 0o500)
      for socket in [home.socket, home.file("s/s.sock")] {
        let end = try await unprivileged(["run", "--source", "synthetic", "--no-keys", "--socket", socket], home: home)
        #expect(end.status == 77 && end.errors.first?.contains("Permission denied") == true)
        expectOneLine(end.errors, of: "swiped")
      }
    }
  }
}
