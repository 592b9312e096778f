import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("landmarks as a filter")
  struct Filter {
    /// Without jobs of their own, and with some.
    private static let jobs: [[String]] = [[], ["--jobs", "1"], ["--jobs", "3"]]

    private func object(_ line: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func pictures(_ count: Int, in home: Scratch) throws -> [String] {
      try (0..<count).map { try home.write("\($0).png", $0 % 2 == 0 ? onePixel : png(width: 3, height: 2)) }
    }

    @Test("each name of a list has a line, in its order, also what is no picture; and the status is 66", .long(seconds: 5), arguments: jobs)
    func list(jobs: [String]) async throws {
      let home = Scratch()
      let good = try pictures(4, in: home)
      let plain = try await run("landmarks", ["--json"] + good, home: home)
      let names = [good[0], home.file("none.png"), good[1], "", home.path, good[2], try home.write("bad.jpg", [1, 2]), good[3]]
      let file = try home.write("list", names.joined(separator: "\n").utf8)
      let end = try await run("landmarks", ["--json", "--files-from", file] + jobs, home: home)
      let files = try end.output.map { try object($0)["file"] as? String }
      #expect(end.status == 66 && files == names)
      #expect([0, 2, 5, 7].map { end.output[$0] } == plain.output)
      for index in [1, 3, 4, 6] { #expect(try object(end.output[index])["error"] as? String != nil) }
      let summary = try #require(end.errors.last)
      expectOneLine([summary], of: "landmarks")
      #expect(summary.contains("4 of 8"))
    }

    @Test("each line comes before the next name does", .long(seconds: 4), arguments: jobs)
    func stream(jobs: [String]) async throws {
      let home = Scratch()
      let input = Pipe()
      let program = try Program("landmarks", ["--json", "--files-from", "-"] + jobs, home: home, input: input)
      for name in try pictures(3, in: home) {
        try input.fileHandleForWriting.write(contentsOf: Data("\(name)\n".utf8))
        #expect(try object(try #require(await program.output.next()))["file"] as? String == name)
      }
      try input.fileHandleForWriting.close()
      #expect(try await program.finish().status == 0)
    }

    @Test("with --null a name may have a newline; one that is not UTF-8 keeps its bytes, by which --resume knows it", .long(seconds: 4))
    func names() async throws {
      let home = Scratch()
      let picture = try home.write("a", onePixel)
      let script = #"""
        cd "$1"; for name in "$(printf 'b\344')" "$(printf 'b\366')" "$(printf 'c\nd')"; do cp a "$name"; printf '%s\0' "$name"; done >list
        "$0" --json -0 --files-from list >out; sed 1d out >rest; "$0" --json --null --files-from - --resume rest <list
        cat out
        """#
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/sh", ["-c", script, program, home.path], home: home)
      #expect(end.errors == [] && end.output.count == 4 && end.output[0] == end.output[1], "\(picture)")
      let members = try end.output.dropFirst().map { try object($0) }
      #expect(members.map { $0["file"] as? String } == ["b\u{fffd}", "b\u{fffd}", "c\nd"])
      #expect(members.map { $0["file_bytes"] as? String } == ["YuQ=", "YvY=", nil])
    }

    @Test("a list that is standard output, too, is refused and stays as it is", arguments: ["--files-from", "--records"])
    func ownOutput(option: String) async throws {
      let home = Scratch()
      let file = try home.write("list", "a.png\n".utf8)
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/sh", ["-c", #"exec "$0" --json "$1" "$2" >>"$2""#, program, option, file], home: home)
      #expect(end.status == 64 && FileManager.default.contents(atPath: file) == Data("a.png\n".utf8))
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test(
      "a record has the line of its file without the name, and one that is no picture or too long an error", .long(seconds: 5),
      arguments: jobs)
    func records(jobs: [String]) async throws {
      let home = Scratch()
      let good = try pictures(2, in: home)
      let expected = try await run("landmarks", ["--json"] + good, home: home).output.map { try object($0) as NSDictionary }
      func framed(_ bytes: [UInt8]) -> [UInt8] { withUnsafeBytes(of: Int32(bytes.count).bigEndian) { Array($0) } + bytes }
      let file = try home.write("records", framed(onePixel) + framed([1, 2, 3]) + [0x12, 0xC0, 0, 0])
      // A hole of 300 MiB.
      let end = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
      try #require(truncate(file, end + 0x12C0_0000) == 0)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(framed(png(width: 3, height: 2))))
      let read = try await run("landmarks", ["--json", "--records", file] + jobs, home: home)
      let found = try read.output.map { try object($0) }
      try #require(read.status == 66 && found.count == 4)
      for (index, line) in [(0, expected[0]), (3, expected[1])] {
        let named = NSMutableDictionary(dictionary: found[index])
        named["file"] = line["file"]
        #expect(named == line)
      }
      #expect(found[1]["error"] as? String != nil && (found[2]["error"] as? String)?.contains("314572800") == true)
    }

    @Test(
      "what is neither a list nor records ends with 65 after the pictures before it", .long(seconds: 4),
      arguments: [("--records", [0, 0, 0, 9, 1]), ("--records", [0xff, 0xd8, 0xff, 0xe0]), ("--files-from", [0, 10])], jobs.prefix(2))
    func mistakes(input: (option: String, rest: [UInt8]), jobs: [String]) async throws {
      let home = Scratch()
      let name = try home.write("a.png", onePixel)
      let length = withUnsafeBytes(of: Int32(onePixel.count).bigEndian) { Array($0) }
      let good = input.option == "--records" ? length + onePixel : Array("\(name)\n".utf8)
      let end = try await run("landmarks", ["--json", input.option, home.write("in", good + input.rest)] + jobs, home: home)
      #expect(end.status == 65 && end.output.count == 1)
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test("a run that was cut at any byte goes on in the same file, to the lines of a whole run", .long(seconds: 5), arguments: jobs)
    func resume(jobs: [String]) async throws {
      let home = Scratch()
      let names = try pictures(3, in: home) + [home.file("none"), home.file("0.png")]
      try home.write("list", names.map { "\($0)\n" }.joined().utf8)
      let script = """
        cd "$1"; "$0" --json --files-from list >whole 2>/dev/null
        for size in 0 1 $(($(head -n 2 whole | wc -c) + 7)) $(($(wc -c <whole) - 1)) $(wc -c <whole); do
          head -c $size whole >out; "$0" --json --files-from list --resume out \(jobs.joined(separator: " ")) >>out 2>/dev/null; echo $?; cmp whole out
        done
        """
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/bash", ["-c", script, program, home.path], home: home)
      // The name that is none has its line already in the last two.
      #expect(end.output == ["66", "66", "66", "0", "0"] && end.errors == [])
    }

    @Test(
      "--resume names an output that the shell has emptied, one that is none, and one that is missing",
      arguments: [(">out", "out", 64), ("", "other", 65), ("", "none", 66), ("", ".", 66)])
    func wrongOutput(redirection: String, file: String, status: Int32) async throws {
      let home = Scratch()
      try home.write("out", #"{"file":"a","height":1,"width":1}"#.utf8 + [10])
      try home.write("other", "hello\n".utf8)
      let script = #"cd "$1"; exec "$0" --json --files-from /dev/null --resume \#(file) \#(redirection)"#
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/sh", ["-c", script, program, home.path], home: home)
      #expect(end.status == status && end.output == [])
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test(
      "--resume changes no byte of what is no output, also if its last line has no newline",
      arguments: [
        #"{"precious":[1,2,3]}"#, "my only notes", #"{"file":"a","title":"b"}"#, #"{"file":"a","height":1,"width":1}\#nnotes"#,
        "{\"file\": \"a\"",
        "\u{0}\u{0}",
      ])
    func foreign(text: String) async throws {
      let home = Scratch()
      let file = try home.write("file", text.utf8)
      let script = #"cd "$1"; exec "$0" --json --resume file none.jpg >>file"#
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/sh", ["-c", script, program, home.path], home: home)
      #expect(end.status == 65)
      expectOneLine(end.errors, of: "landmarks")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(text.utf8))
    }

    @Test(
      "One run goes on with an output at a time; others name it, and leave the output to it", .long(seconds: 3), arguments: jobs.prefix(2))
    func locked(jobs: [String]) async throws {
      let home = Scratch()
      let out = home.file("out")
      let input = Pipe()
      let names = try pictures(2, in: home)
      let go = #"exec "$0" --json --files-from - --resume out \#(jobs.joined(separator: " ")) >>out"#
      let command = ["-c", "cd \(home.path); touch out; \(go)", Program.folder.appendingPathComponent("landmarks").path]
      let first = try Program("/bin/sh", command, home: home, input: input)
      try input.fileHandleForWriting.write(contentsOf: Data("\(names[0])\n".utf8))
      let hasLine = eventually { (try? Data(contentsOf: URL(fileURLWithPath: out)).count) ?? 0 > 0 }
      try #require(hasLine)
      let second = try await run("/bin/sh", command, home: home)
      #expect(second.status == 69 && second.errors.first?.contains("process \(first.id)") == true)
      expectOneLine(second.errors, of: "landmarks")
      // Those that only leave out its pictures go on.
      let other = try await run("landmarks", ["--json", "--resume", out] + names, home: home)
      #expect(other.status == 0 && other.output.count == 1)
      try input.fileHandleForWriting.write(contentsOf: Data("\(names[1])\n".utf8))
      try input.fileHandleForWriting.close()
      #expect(try await first.exitStatus() == 0)
      #expect(try await run("/bin/sh", command, home: home).status == 0)
      #expect(try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test("--jobs and --resume take the pictures of the arguments, too, and the memory is named before more jobs start", .long(seconds: 4))
    func arguments() async throws {
      let home = Scratch()
      let names = try pictures(6, in: home)
      let plain = try await run("landmarks", ["--json"] + names, home: home)
      let earlier = try home.write("out", plain.output[1].utf8 + [10])
      let end = try await run("landmarks", ["--json", "--jobs", "2", "--resume", earlier, home.file("*.png")], home: home)
      #expect(end.status == 0 && end.output == [plain.output[0]] + plain.output[2...])
      #expect(end.errors.count == 1 && end.errors[0].contains("2 jobs") && end.errors[0].contains("MiB"))
    }

    @Test(
      "a missing runtime is one line and status 69, and an output that is full 74, with jobs as without", .long(seconds: 3), arguments: jobs
    )
    func failures(jobs: [String]) async throws {
      let home = Scratch()
      let list = try home.write("list", "\(home.write("a.png", onePixel))\n".utf8)
      let arguments = ["--json", "--files-from", list] + jobs
      let broken = try await run("landmarks", arguments, home: home, environment: ["SWIPED_RUNTIME": home.path])
      #expect(broken.status == 69 && broken.output == [])
      expectOneLine(broken.errors, of: "landmarks")
      let full = try Program("landmarks", arguments, home: home, output: FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full")))
      expectOneLine(try await full.errors.rest(), of: "landmarks")
      #expect(try await full.exitStatus() == 74)
    }
  }
}
