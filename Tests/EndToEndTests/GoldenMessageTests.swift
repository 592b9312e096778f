import Foundation
import TestTime
import Testing

/// A message that users meet often, kept word for word. `HOME` stands for the test's folder.
struct GoldenMessage: Sendable, CustomTestStringConvertible {
  let program: String
  let status: Int32
  let line: String
  let arguments: @Sendable (Scratch) throws -> [String]

  var testDescription: String { line }

  init(_ line: String, _ status: Int32, arguments: @escaping @Sendable (Scratch) throws -> [String]) {
    program = String(line.prefix { $0 != ":" })
    (self.line, self.status, self.arguments) = (line, status, arguments)
  }
}

private func configured(_ toml: String, _ home: Scratch) throws -> [String] {
  source("synthetic", home) + ["--config", try home.write("swiped.toml", toml.utf8)]
}

let goldenMessages = [
  GoldenMessage("swiped: unknown option \"--loud\"; see `swiped run --help`", 64) { _ in ["run", "--loud"] },
  GoldenMessage("swipectl: unknown option \"--jsno\"; did you mean \"--json\"? See `swipectl status --help`", 64) { _ in
    ["status", "--jsno"]
  },
  GoldenMessage("swipectl: there is no command \"statsu\"; did you mean \"status\"? See `swipectl --help`", 64) { _ in ["statsu"] },
  GoldenMessage("swiped: \"status\" is a command of swipectl; run `swipectl status`", 64) { _ in ["status"] },
  GoldenMessage("swiped: HOME/a.y4m: cannot be opened (No such file or directory); check the path and its permissions", 66) {
    source("y4m:\($0.file("a.y4m"))", $0)
  },
  GoldenMessage(
    "swiped: HOME/a.y4m: is not a YUV4MPEG2 stream; make one with `ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe FILE.y4m`", 66
  ) { source("y4m:\(try $0.write("a.y4m", "GIF89a, and more\n".utf8))", $0) },
  GoldenMessage("swiped: HOME/t.jsonl: cannot be opened (No such file or directory); check the path and its permissions", 66) {
    source("trace:\($0.file("t.jsonl"))", $0)
  },
  GoldenMessage("swiped: HOME/t.jsonl:1: this is not the header of a trace; name a file that `swipectl record` wrote", 65) {
    source("trace:\(try $0.write("t.jsonl", "{}\n".utf8))", $0)
  },
  GoldenMessage("swiped: HOME/swiped.toml: No such file or directory; name one that exists, or leave --config out", 78) {
    source("synthetic", $0) + ["--config", $0.file("swiped.toml")]
  },
  GoldenMessage(
    "swiped: HOME/swiped.toml:2:8: expert.pose is the text \"thum\"; did you mean \"thumb\"? allowed: \"any\", \"thumb\"", 78
  ) { try configured("[expert]\npose = \"thum\"\n", $0) },
  GoldenMessage("swipectl: there is no profile \"vidoe\"; did you mean \"video\"? profiles: plain, daily, video", 64) {
    ["profile", "vidoe", "--config", try $0.write("swiped.toml", "[profile.video]\n".utf8)]
  },
  GoldenMessage("swiped: HOME/s: a file is in the way of the socket; remove it, or choose another path with --socket", 69) {
    ["run", "--no-keys", "--source", "synthetic", "--socket", try $0.write("s", [])]
  },
  GoldenMessage("landmarks: HOME/hand.jpg: cannot be read (No such file or directory); check the path and its permissions", 66) {
    [$0.file("hand.jpg")]
  },
  GoldenMessage("landmarks: HOME/hand.jpg: neither a JPEG nor a PNG; convert it to one of them", 66) {
    [try $0.write("hand.jpg", "hand".utf8)]
  },
  GoldenMessage("landmarks: HOME: has no JPEG or PNG file; name a folder that has some", 66) { [$0.path] },
  GoldenMessage("landmarks: --max-hands takes a number from 1 to 16, not 99; see `landmarks --help`", 64) { _ in
    ["--max-hands", "99", "x.jpg"]
  },
]

extension EndToEnd {
  @Suite("Golden messages")
  struct GoldenMessages {
    @Test("The message and the exit status", .long(seconds: 18), arguments: goldenMessages)
    func golden(_ message: GoldenMessage) async throws {
      let home = Scratch()
      let end = try await run(message.program, message.arguments(home), home: home)
      #expect(end.status == message.status)
      #expect(end.errors.filter { !$0.hasPrefix("swiped: watching YUV4MPEG2 stream") } == [message.line.replacing("HOME", with: home.path)])
    }

    @Test("The fix in an installation differs from that in a checkout")
    func setup() async throws {
      let home = Scratch()
      let environment = ["SWIPED_RUNTIME": home.path]
      let cause = "no inference runtime: SWIPED_RUNTIME names \(home.path), which has no runtime/libopenvino_c"
      let checkout = try await run("landmarks", ["hand.jpg"], home: home, environment: environment)
      #expect(checkout.errors == ["landmarks: \(cause); run `make setup`"])
      let program = home.file("landmarks")
      try FileManager.default.copyItem(atPath: Program.folder.appendingPathComponent("swiped").path, toPath: program)
      let installed = try await run(program, ["hand.jpg"], home: home, environment: environment)
      #expect(installed.errors == ["landmarks: \(cause); reinstall swiped, or run `swipectl doctor`"])
    }
  }
}
