import Foundation
import Glibc
import TestTime
import Testing

/// Something that a user can get wrong, and what is said to it.
struct Mistake: Sendable, CustomTestStringConvertible {
  var program = "swiped"
  let name: String
  let status: Int32
  /// Parts of the line: the thing, the cause, the fix.
  let says: [String]
  /// Makes what it takes.
  let make: @Sendable (Scratch) throws -> (arguments: [String], environment: [String: String])

  var testDescription: String { "\(program): \(name)" }

  init(
    _ name: String, _ status: Int32, _ says: [String], program: String = "swiped",
    arguments: @escaping @Sendable (Scratch) throws -> [String]
  ) {
    self.init(name, status, says, program: program) { (try arguments($0), [:]) }
  }

  init(
    _ name: String, _ status: Int32, _ says: [String], program: String = "swiped",
    make: @escaping @Sendable (Scratch) throws -> (arguments: [String], environment: [String: String])
  ) {
    (self.program, self.name, self.status, self.says, self.make) = (program, name, status, says, make)
  }

  /// Makes it, and checks that it is answered in one line.
  func check(in home: Scratch) async throws {
    let (arguments, environment) = try make(home)
    let end = try await run(program, arguments, home: home, environment: environment)
    #expect(end.status == status, "\(end.errors)")
    #expect(end.output == [])
    // A stream is opened, and that is logged, before it is read. A busy machine says that it takes its time.
    let errors = end.errors.filter { !$0.hasPrefix("swiped: watching YUV4MPEG2 stream") && !$0.hasPrefix("swiped: still starting after") }
    expectOneLine(errors, of: program)
    for part in says { #expect(errors.first?.contains(part) == true, "\(part) is not in \(errors)") }
  }
}

/// Arguments of the daemon that say nothing but the source; its socket is the test's.
func source(_ text: String, _ home: Scratch) -> [String] { ["run", "--no-keys", "--socket", home.socket, "--source", text] }

/// Arguments of the daemon with this configuration.
private func configured(_ toml: String, _ home: Scratch) throws -> [String] {
  source("synthetic", home) + ["--config", try home.write("swiped.toml", toml.utf8)]
}

/// A stream of grey frames, with the number of bytes of pixels of each.
func y4m(frames: [Int]) -> [UInt8] {
  Array("YUV4MPEG2 W64 H64 F30:1 C420\n".utf8) + frames.flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: 128, count: $0) }
}

/// A PNG file with one gray pixel.
let onePixel = [UInt8](
  Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")!)

let usageMistakes = [
  Mistake("an unknown option", 64, ["--loud", "swiped run --help"]) { _ in ["run", "--loud"] },
  Mistake("an unknown subcommand", 64, ["frobnicate", "swiped --help"]) { _ in ["frobnicate"] },
  Mistake("an option without its value", 64, ["--config", "swiped run --help"]) { _ in ["run", "--config"] },
  Mistake("an empty source", 64, ["--source \"\"", "is empty", "y4m:FILE"]) { _ in ["run", "--source", ""] },
  Mistake("a stream without a path", 64, ["y4m:", "lacks the name of a file", "y4m:FILE"]) { _ in ["run", "--source", "y4m:"] },
  Mistake("a trace without a path", 64, ["trace:", "lacks the name of a file", "trace:FILE"]) { _ in ["run", "--source", "trace:"] },
  Mistake("a word that is no source", 64, ["\"nonsense\"", "neither a source", "auto", "trace:FILE"]) { _ in
    ["run", "--source", "nonsense"]
  },
  Mistake("a source in capital letters", 64, ["\"Synthetic\"", "did you mean synthetic?"]) { _ in ["run", "--source", "Synthetic"] },
  Mistake("a source with a prefix that is none", 64, ["\"mp4:x\"", "neither a source", "y4m:FILE"]) { _ in ["run", "--source", "mp4:x"] },
  Mistake("a rendered hand that shows what it cannot", 64, ["\"synthetic:foo\"", "synthetic:fingers"]) { _ in
    ["run", "--source", "synthetic:foo"]
  },
  Mistake("a video file", 64, ["clip.mp4\": a file needs y4m: or trace:", "ffmpeg -i", "| swiped run --source y4m:-"]) {
    ["run", "--source", try $0.write("clip.mp4", [])]
  },
  Mistake("a stream without its prefix", 64, ["did you mean y4m:a.y4m?"]) { _ in ["run", "--source", "a.y4m"] },
  Mistake("a trace without its prefix", 64, ["did you mean trace:t.jsonl.gz?"]) { _ in ["run", "--source", "t.jsonl.gz"] },
  Mistake("a recording of no time", 64, ["--seconds", "over 0"], program: "swipectl") { _ in ["record", "--seconds", "0", "t"] },
  Mistake("an unknown option", 64, ["--loud", "swipectl status --help"], program: "swipectl") { _ in ["status", "--loud"] },
  Mistake("an unknown topic", 64, ["wink", "swipe, status"], program: "swipectl") { _ in ["watch", "--topics", "wink"] },
  Mistake("no picture", 64, ["picture", "landmarks --help"], program: "landmarks") { _ in ["--json"] },
  Mistake("too many hands", 64, ["--max-hands", "1 to 16", "99"], program: "landmarks") { _ in ["--max-hands", "99", "x.jpg"] },
  Mistake("no face at most", 64, ["--max-faces", "1 to 16", "0"], program: "landmarks") { _ in ["--face", "--max-faces", "0", "x.jpg"] },
  Mistake("a number of bodies without bodies", 64, ["--max-bodies", "--body"], program: "landmarks") { _ in ["--max-bodies", "2", "x.jpg"]
  },
  Mistake("gray without a drawing", 64, ["--on-gray", "--output"], program: "landmarks") { _ in ["--on-gray", "x.jpg"] },
  Mistake("an output without a name", 64, ["--output", "empty"], program: "landmarks") { _ in ["--output", "", "x.jpg"] },
  Mistake("a drawing that can be no picture", 64, ["out.gif", ".png or .jpg"], program: "landmarks") { _ in
    ["--output", "out.gif", "x.jpg"]
  },
  Mistake("a drawing on standard output", 64, ["--output -", "folder"], program: "landmarks") { _ in ["--output", "-", "x.jpg"] },
  Mistake("a drawing of a video", 64, ["--output", "clip.y4m"], program: "landmarks") { _ in ["--output", "o", "clip.y4m"] },
  Mistake("one output for two pictures", 64, ["o.png", "2 pictures", "name a folder"], program: "landmarks") { _ in
    ["--output", "o.png", "a.png", "b.png"]
  },
  Mistake("a list without --json", 64, ["--json"], program: "landmarks") { _ in ["--files-from", "-"] },
  Mistake("a list and records", 64, ["--files-from", "--records"], program: "landmarks") { _ in
    ["--json", "--files-from", "-", "--records", "-"]
  },
  Mistake("a list beside a picture", 64, ["x.jpg", "--files-from"], program: "landmarks") { _ in ["--json", "--files-from", "-", "x.jpg"] },
  Mistake("a list without a name", 64, ["--files-from", "empty"], program: "landmarks") { _ in ["--json", "--files-from", ""] },
  Mistake("records without a name", 64, ["--records", "empty"], program: "landmarks") { _ in ["--json", "--records", ""] },
  Mistake("NULs without a list", 64, ["--null", "--files-from"], program: "landmarks") { _ in ["--json", "--null", "x.jpg"] },
  Mistake("records that go on", 64, ["--resume", "--records"], program: "landmarks") { _ in ["--json", "--records", "-", "--resume", "o"] },
  Mistake("no job", 64, ["--jobs", "from 1", "0"], program: "landmarks") { _ in ["--json", "--jobs", "0", "x.jpg"] },
  Mistake("jobs for a video", 64, ["--jobs", "v.y4m"], program: "landmarks") { _ in ["--json", "--jobs", "2", "v.y4m"] },
  Mistake("drawings of jobs", 64, ["--output"], program: "landmarks") { _ in ["--json", "--jobs", "2", "--output", "o", "x.jpg"] },
  Mistake("a precision that is none", 64, ["f64", "bf16"], program: "landmarks") { _ in ["--precision", "f64", "x.jpg"] },
]

let sourceMistakes = [
  Mistake("a stream that is not there", 66, ["none.y4m", "No such file", "check the path"]) { source("y4m:\($0.file("none.y4m"))", $0) },
  Mistake("a folder for a stream", 66, ["is a directory", "name a YUV4MPEG2 file"]) { source("y4m:\($0.path)", $0) },
  Mistake("an empty stream", 66, ["the stream is empty", "check"]) { source("y4m:\(try $0.write("a", []))", $0) },
  Mistake("nothing on standard input", 66, ["standard input", "the stream is empty"]) { source("y4m:-", $0) },
  Mistake("garbage", 66, ["is not a YUV4MPEG2 stream", "ffmpeg -i"]) {
    source("y4m:\(try $0.write("a", (0..<5000).map { UInt8($0 % 251) }))", $0)
  },
  Mistake("a header of another size", 66, ["W0", "1 to 16384"]) { source("y4m:\(try $0.write("a", "YUV4MPEG2 W0 H64\n".utf8))", $0) },
  Mistake("a layout that is not understood", 66, ["C420p10", "-pix_fmt yuv420p"]) {
    source("y4m:\(try $0.write("a", "YUV4MPEG2 W64 H64 C420p10\n".utf8))", $0)
  },
  Mistake("a header cut short", 66, ["ends within its header"]) { source("y4m:\(try $0.write("a", "YUV4MPEG2 W64".utf8))", $0) },
  Mistake("a trace that is not there", 66, ["none.jsonl", "No such file", "check the path"]) {
    source("trace:\($0.file("none.jsonl"))", $0)
  },
  Mistake("no trace", 65, ["t.jsonl:1: ", "not the header of a trace", "swipectl record"]) {
    source("trace:\(try $0.write("t.jsonl", "{}\n".utf8))", $0)
  },
  Mistake("an empty trace", 65, ["t.jsonl:1: ", "no line"]) { source("trace:\(try $0.write("t.jsonl", []))", $0) },
  Mistake("a picture that is none", 66, ["neither a JPEG nor a PNG", "convert it"], program: "landmarks") {
    [try $0.write("hand.jpg", "hand".utf8)]
  },
  Mistake("a file that is too large for a picture, and none", 66, ["neither a JPEG nor a PNG", "convert it"], program: "landmarks") {
    home in
    let file = try home.write("hand.jpg", [])
    try #require(truncate(file, 300 << 20) == 0)
    return [file]
  },
  Mistake("a picture whose file is too large", 66, ["over the limit of 268435456", "scale the picture down"], program: "landmarks") {
    home in
    let file = try home.write("hand.jpg", [0xff, 0xd8, 0xff, 0xe0])
    try #require(truncate(file, 300 << 20) == 0)
    return [file]
  },
  Mistake("a JPEG that is damaged", 66, ["hand.jpg", "not a valid JPEG", "save the picture again"], program: "landmarks") {
    [try $0.write("hand.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 0, 1])]
  },
  Mistake("a PNG that is damaged", 66, ["hand.png", "not a valid PNG", "save the picture again"], program: "landmarks") {
    [try $0.write("hand.png", [0x89, 0x50, 0x4e, 0x47, 1, 2, 3])]
  },
  Mistake("a picture that is not there", 66, ["none.png", "No such file", "check the path"], program: "landmarks") {
    [$0.file("none.png")]
  },
  Mistake("a list that is not there", 66, ["none: cannot be read", "check the path"], program: "landmarks") {
    ["--json", "--files-from", $0.file("none")]
  },
  Mistake("a folder for records", 66, ["cannot be read", "check the path"], program: "landmarks") { ["--json", "--records", $0.path] },
  Mistake("a folder without pictures", 66, ["has no JPEG or PNG file", "name a folder"], program: "landmarks") { [$0.path] },
  Mistake("a pattern that nothing matches", 66, ["*.png", "as a pattern it matches none", "check the path"], program: "landmarks") {
    [$0.file("*.png")]
  },
  Mistake(
    "a picture with brackets in its name that is not there", 66, ["a[1].png", "no such file", "check the path"], program: "landmarks"
  ) {
    [$0.file("a[1].png")]
  },
  Mistake("a folder with the name of a picture, in a folder", 66, ["a.png", "is a directory"], program: "landmarks") { home in
    try FileManager.default.createDirectory(atPath: home.file("a.png"), withIntermediateDirectories: false)
    return [home.path]
  },
  Mistake("a video that ends within a frame", 66, ["v.y4m", "in the middle of frame 0"], program: "landmarks") {
    [try $0.write("v.y4m", y4m(frames: [100]))]
  },
  Mistake("a drawing that would overwrite the input", 73, ["a.png", "would overwrite the input", "name another"], program: "landmarks") {
    ["--output", $0.path, try $0.write("a.png", onePixel)]
  },
  Mistake("a drawing where no file can be", 73, ["cannot be written", "name another output"], program: "landmarks") {
    ["--output", "/dev/null/o.png", try $0.write("a.png", onePixel)]
  },
]

let configurationMistakes = [
  Mistake("a key that is none, with a suggestion", 78, ["swiped.toml:2:1: ", "\"threshhold\"", "did you mean \"threshold\"?"]) {
    try configured("[gesture]\nthreshhold = 60\n", $0)
  },
  Mistake("a section that is none, with a suggestion", 78, ["swiped.toml:1:", "\"gestures\"", "did you mean \"gesture\"?"]) {
    try configured("[gestures]\n", $0)
  },
  Mistake("a wrong type", 78, ["swiped.toml:3:", "gesture.threshold", "\"far\"", "over 0, at most 4096"]) {
    try configured("\n[gesture]\nthreshold = \"far\"\n", $0)
  },
  Mistake("a value out of range", 78, ["swiped.toml:2:", "expert.fps", "999", "1 to 240"]) {
    try configured("[expert]\nfps = 999\n", $0)
  },
  Mistake("a choice that is none", 78, ["swiped.toml:2:", "\"thum\"", "did you mean \"thumb\"?"]) {
    try configured("[expert]\npose = \"thum\"\n", $0)
  },
  Mistake("a key of the keyboard that does not exist", 78, ["swiped.toml:2:8: ", "keys.left", "KEY_LEFTY", " left"]) {
    try configured("[keys]\nleft = \"KEY_LEFTY\"\n", $0)
  },
  Mistake("no TOML", 78, ["swiped.toml:1:9: not TOML"]) { try configured("[gesture\n", $0) },
  Mistake("no text", 78, ["swiped.toml:1:1: not UTF-8"]) {
    source("synthetic", $0) + ["--config", try $0.write("swiped.toml", [0xff, 0xfe])]
  },
  Mistake("a file that is not there", 78, ["none.toml", "No such file", "leave --config out"]) {
    source("synthetic", $0) + ["--config", $0.file("none.toml")]
  },
  Mistake("a folder for a file", 78, ["a directory", "name the file in it"]) { source("synthetic", $0) + ["--config", $0.path] },
]

let socketMistakes = [
  Mistake("a path that is too long", 64, ["at most 107 are possible", "a shorter one"]) {
    ["run", "--source", "synthetic", "--no-keys", "--socket", $0.file(String(repeating: "x", count: 150))]
  },
  Mistake("an empty path", 64, ["socket path", "empty", "--socket"]) { _ in ["run", "--source", "synthetic", "--no-keys", "--socket", ""] },
  Mistake("a path in a folder that cannot be made", 69, ["/proc/swiped", "choose another path"]) { _ in
    ["run", "--source", "synthetic", "--no-keys", "--socket", "/proc/swiped/s.sock"]
  },
  Mistake("a folder in its place", 69, ["a directory is in the way", "remove it"]) {
    ["run", "--source", "synthetic", "--no-keys", "--socket", $0.path]
  },
  Mistake("a file in its place", 69, ["a file is in the way", "remove it"]) {
    try $0.write("s.sock", [])
    return source("synthetic", $0)
  },
  Mistake("a relative session directory", 78, ["XDG_RUNTIME_DIR", "\"run\"", "--socket"]) { _ in
    (["run", "--source", "synthetic", "--no-keys"], ["XDG_RUNTIME_DIR": "run"])
  },
  Mistake("no daemon", 69, ["not running", "; run `"], program: "swipectl") { _ in ["status"] },
  Mistake("no daemon", 69, ["not running", "; run `"], program: "swipectl") { _ in ["watch", "--json"] },
]

extension EndToEnd {
  @Suite("Bad input is answered in one line: the thing, the cause and the fix")
  struct BadInput {
    @Test("Wrong usage", arguments: usageMistakes)
    func usage(_ mistake: Mistake) async throws { try await expect(mistake) }

    @Test("Sources and pictures that cannot be read", .long(seconds: 70), arguments: sourceMistakes)
    func sources(_ mistake: Mistake) async throws { try await expect(mistake) }

    @Test("Configurations, with file and line", arguments: configurationMistakes)
    func configurations(_ mistake: Mistake) async throws { try await expect(mistake) }

    @Test("Paths of the socket", arguments: socketMistakes)
    func sockets(_ mistake: Mistake) async throws { try await expect(mistake) }

    @Test("Runtimes and models that are missing or altered", arguments: runtimeMistakes)
    func runtimes(_ mistake: Mistake) async throws { try await expect(mistake) }

    private func expect(_ mistake: Mistake) async throws {
      let home = Scratch()
      try await mistake.check(in: home)
      #expect(!FileManager.default.fileExists(atPath: "\(home.socket).lock"))
    }
  }
}
