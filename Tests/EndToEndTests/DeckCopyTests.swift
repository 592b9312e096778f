import Foundation
import Glibc
import Testing

extension Scratch {
  /// Makes a folder with files whose content is their name, and the results that the demo leaves beside it.
  ///
  /// - Parameter cards: more entries of the results, as JSON.
  fileprivate func deck(kept: [String] = [], rejected: [String] = [], cards: [String] = []) throws {
    mkdir(file("photos"), 0o700)
    for name in kept + rejected { try write("photos/\(name)", name.utf8) }
    func entries(_ names: [String], _ choice: String) -> [String] { names.map { #"{"file":"\#($0)","choice":"\#(choice)"}"# } }
    let all = entries(kept, "keep") + entries(rejected, "reject") + cards
    try write("photos.swiped.json", #"{"folder":"\#(file("photos"))","cards":[\#(all.joined(separator: ","))]}"#.utf8)
  }

  fileprivate func copy(_ output: String = "out", _ flags: [String] = ["--kept"]) async throws -> Program.Outcome {
    try await run("swipectl", ["deck", "copy", file("photos"), file(output)] + flags, home: self)
  }

  fileprivate func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// Hidden names too.
  fileprivate func names(_ folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted() }
}

private let copyMistakes =
  [
    Mistake("no choice", 64, ["--kept", "--rejected", "swipectl deck copy --help"], program: "swipectl") {
      ["deck", "copy", $0.path, "o"]
    },
    Mistake("both choices", 64, ["--kept", "--rejected", "swipectl deck copy --help"], program: "swipectl") {
      ["deck", "copy", $0.path, "o", "--kept", "--rejected"]
    },
    Mistake("no output", 64, ["output", "swipectl deck copy --help"], program: "swipectl") { ["deck", "copy", $0.path, "--kept"] },
    Mistake("an empty name", 64, ["empty"], program: "swipectl") { ["deck", "copy", $0.path, "", "--kept"] },
    Mistake("a command of deck that is none", 64, ["cpoy\"", "did you mean \"copy\"?", "swipectl deck --help"], program: "swipectl") {
      _ in
      ["deck", "cpoy", "a", "b", "--kept"]
    },
    Mistake("help for such a command", 64, ["cpoy\"", "swipectl deck --help"], program: "swipectl") { _ in ["help", "deck", "cpoy"] },
    Mistake("a folder that is not there", 66, ["none", "No such file"], program: "swipectl") {
      ["deck", "copy", $0.file("none"), $0.file("o"), "--kept"]
    },
    Mistake("a folder that is not sorted", 66, ["photos.swiped.json", "sort it first", "swipectl demo --deck "], program: "swipectl") {
      mkdir($0.file("photos"), 0o700)
      return ["deck", "copy", $0.file("photos"), $0.file("o"), "--kept"]
    },
    Mistake("results of another program", 65, ["photos.swiped.json", "run `mv "], program: "swipectl") {
      try $0.deck(kept: ["a"])
      try $0.write("photos.swiped.json", "{}".utf8)
      return ["deck", "copy", $0.file("photos"), $0.file("o"), "--kept"]
    },
    Mistake("the folder itself", 73, ["itself"], program: "swipectl") {
      try $0.deck(kept: ["a"])
      symlink("photos", $0.file("link"))
      return ["deck", "copy", $0.file("photos"), $0.file("link"), "--kept"]
    },
    Mistake("an output two levels deep", 73, ["x/y", "missing", "mkdir -p "], program: "swipectl") {
      try $0.deck(kept: ["a"])
      return ["deck", "copy", $0.file("photos"), $0.file("x/y"), "--kept"]
    },
    Mistake("a file for the output", 73, ["o", "not a folder"], program: "swipectl") {
      try $0.deck(kept: ["a"])
      return ["deck", "copy", $0.file("photos"), try $0.write("o", []), "--kept"]
    },
    Mistake("a link to nothing for the output", 73, ["o", "leads to no folder"], program: "swipectl") {
      try $0.deck(kept: ["a"])
      symlink("nothing", $0.file("o"))
      return ["deck", "copy", $0.file("photos"), $0.file("o"), "--kept"]
    },
  ]
  + ["../secret", "sub/a", "", ".", "..", #"a\u0000b"#].map { name in
    Mistake(
      "the name \"\(name)\", which leads out of the folder or nowhere", 65, ["photos.swiped.json", "no name of a file"], program: "swipectl"
    ) {
      try $0.write("secret", "s".utf8)
      try $0.deck(kept: ["a"], cards: [#"{"file":"\#(name)","choice":"reject"}"#])
      return ["deck", "copy", $0.file("photos"), $0.file("o"), "--kept"]
    }
  }

extension EndToEnd {
  @Suite("swipectl deck copy")
  struct DeckCopies {
    private let home = Scratch()

    @Test("Mistakes are answered in one line, and nothing is copied", arguments: copyMistakes)
    private func mistakes(_ mistake: Mistake) async throws {
      try await mistake.check(in: home)
      #expect(!FileManager.default.fileExists(atPath: home.file("o/a")) && !FileManager.default.fileExists(atPath: home.file("o/secret")))
    }

    @Test("deck alone shows its help, which names copy")
    func help() async throws {
      let end = try await run("swipectl", ["deck"], home: home)
      #expect(end.status == 0 && end.errors == [])
      #expect(end.output.contains { $0.contains("copy") })
    }

    @Test("Only the files of the choice are copied, with their time and permissions, and the folder stays as it is")
    func copies() async throws {
      try home.deck(kept: ["a.jpg", "b c.jpg"], rejected: ["r.jpg"])
      try home.write("photos/undecided.jpg", "u".utf8)
      let times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_234_567_890, tv_usec: 250_000)]
      try #require(utimes(home.file("photos/a.jpg"), times) == 0 && chmod(home.file("photos/a.jpg"), 0o440) == 0)
      let before = try home.names("photos")
      let end = try await home.copy()
      #expect(end.status == 0 && end.errors == [] && end.output == ["2 copied to \(home.file("out")), 0 already there"])
      #expect(try home.names("out") == ["a.jpg", "b c.jpg"] && home.text("out/a.jpg") == "a.jpg")
      var copied = stat()
      try #require(stat(home.file("out/a.jpg"), &copied) == 0)
      #expect(copied.st_mode & 0o777 == 0o440)
      #expect(copied.st_mtim.tv_sec == 1_234_567_890 && copied.st_mtim.tv_nsec == 250_000_000)
      #expect(try home.names("photos") == before)
      let rejected = try await home.copy("rejected/", ["--rejected"])
      #expect(rejected.status == 0)
      #expect(try home.names("rejected") == ["r.jpg"])
    }

    @Test("A second run copies what is new, and counts what is there")
    func again() async throws {
      try home.deck(kept: ["a", "b"])
      #expect(try await home.copy().status == 0)
      unlink(home.file("out/a"))
      let end = try await home.copy()
      #expect(end.status == 0 && end.output == ["1 copied to \(home.file("out")), 1 already there"])
    }

    @Test("A file with other content stays, also if it is a link, and the others are copied")
    func taken() async throws {
      try home.deck(kept: ["a", "b", "c", "d"])
      mkdir(home.file("out"), 0o700)
      mkdir(home.file("out/c"), 0o700)
      // Of the same size.
      try home.write("out/a", "x".utf8)
      symlink("../photos/b", home.file("out/b"))
      let end = try await home.copy()
      #expect(end.status == 73 && end.errors.count == 3)
      for (line, name) in zip(end.errors, ["a", "b", "c"]) { #expect(line.contains("out/\(name): ")) }
      #expect(end.output == ["1 copied to \(home.file("out")), 0 already there, 3 not copied"])
      #expect(try home.text("out/a") == "x" && home.text("out/d") == "d")
    }

    @Test("A file that has vanished, a symbolic link and a special file are not copied, and the others are", .timeLimit(.minutes(5)))
    func vanished() async throws {
      try home.deck(kept: ["a", "b", "c", "d"])
      try home.write("secret", "s".utf8)
      for name in ["a", "b", "c"] { unlink(home.file("photos/\(name)")) }
      symlink("../secret", home.file("photos/b"))
      mkfifo(home.file("photos/c"), 0o600)
      let end = try await home.copy()
      #expect(end.status == 66 && end.errors.count == 3)
      for (line, name) in zip(end.errors, ["a", "b", "c"]) { #expect(line.contains("photos/\(name): ") && line.contains(";")) }
      #expect(try home.names("out") == ["d"])
    }

    @Test("Names that are not UTF-8 are copied byte by byte, and of a file with two choices the last one counts")
    func names() async throws {
      let name: [UInt8] = [0x62, 0xff, 0x2e, 0x6a]
      let card = #"{"file_base64":"\#(Data(name).base64EncodedString())","choice":"keep"}"#
      try home.deck(kept: ["a", "b"], cards: [card, #"{"file":"a","choice":"reject"}"#])
      let path = home.file("photos/").utf8.map { CChar(bitPattern: $0) } + (name + [0]).map { CChar(bitPattern: $0) }
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      let end = try await home.copy()
      #expect(end.status == 0 && end.output == ["2 copied to \(home.file("out")), 0 already there"], "\(end.errors)")
      let copy = home.file("out/").utf8.map { CChar(bitPattern: $0) } + (name + [0]).map { CChar(bitPattern: $0) }
      #expect(access(copy, F_OK) == 0 && access(home.file("out/a"), F_OK) != 0)
    }

    @Test(
      "A copy that is killed, or is of a file that is too large, leaves nothing under the real name, and the next run is not disturbed",
      arguments: ["default", "ignore"])
    func cutShort(signal: String) async throws {
      try home.deck(kept: ["a", "big", "c"])
      try home.write("photos/big", [UInt8](repeating: 7, count: 4 << 20))
      mkdir(home.file("out"), 0o700)
      // As of a run on a file system without unnamed files.
      try home.write("out/.swiped.1.1.new", "half".utf8)
      // The kernel kills what writes more than that, unless that signal is ignored.
      let command = "ulimit -c 0; ulimit -f 1024; exec env --\(signal)-signal=XFSZ swipectl deck copy \"$0\" \"$1\" --kept"
      let limited = try await run(
        "/bin/bash", ["-c", command, home.file("photos"), home.file("out")], home: home,
        environment: ["PATH": "\(Program.folder.path):/usr/bin:/bin"])
      #expect(limited.status == (signal == "default" ? nil : 73))
      #expect(limited.errors.count == (signal == "default" ? 0 : 1))
      #expect(try home.names("out") == (signal == "default" ? ["a"] : ["a", "c"]))
      #expect(try await home.copy().status == 0)
      #expect(try home.names("out") == ["a", "big", "c"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: home.file("out/big"))).count == 4 << 20)
    }

    private static let canMount: Bool = {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
      process.arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
      process.standardError = FileHandle.nullDevice
      return (try? process.run()).map {
        process.waitUntilExit()
        return process.terminationStatus == 0
      } ?? false
    }()

    @Test(
      "A full disk and a read-only one end the command with one line", .enabled(if: canMount, "a user may not mount here"),
      arguments: [("size=1m", "3 of 4 files", "free some space"), ("ro", "Read-only", "name another folder")])
    func disks(options: String, cause: String, fix: String) async throws {
      try home.deck(kept: ["a", "b", "c", "z"])
      try home.write("photos/z", [UInt8](repeating: 7, count: 4 << 20))
      mkdir(home.file("out"), 0o700)
      let end = try await run(
        "/usr/bin/unshare",
        [
          "-rm", "bash", "-c",
          "mount -t tmpfs -o \(options) tmpfs \"$2\" && \"$0\" deck copy \"$1\" \"$2\" --kept; s=$?; ls -A \"$2\"; exit $s",
          Program.folder.appendingPathComponent("swipectl").path, home.file("photos"), home.file("out"),
        ], home: home)
      #expect(end.status == 73 && end.errors.count == 1)
      for part in [cause, fix] { #expect(end.errors.first?.contains(part) == true, "\(part) is not in \(end.errors)") }
      #expect(end.output == (options == "ro" ? [] : ["a", "b", "c"]))
    }
  }
}
