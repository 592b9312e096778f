import Corpus
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("landmarks")
  struct Pictures {
    private func object(_ line: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("reads what it can of a folder, a pattern and files, names the rest, and ends with 66")
    func mixed() async throws {
      let home = Scratch()
      for name in ["folder/b.png", "folder/a.PNG", "folder/notes.txt", "one.png", "two.png"] {
        try FileManager.default.createDirectory(atPath: home.file("folder"), withIntermediateDirectories: true)
        try home.write(name, onePixel)
      }
      let damaged = try home.write("folder/c.jpg", [0xff, 0xd8, 0xff])
      let end = try await run(
        "landmarks", ["--json", home.file("folder"), home.file("none.png"), home.file("*.png")], home: home)
      #expect(end.status == 66)
      let read = try end.output.map { try object($0)["file"] as? String }
      #expect(read == ["folder/a.PNG", "folder/b.png", "one.png", "two.png"].map(home.file))
      #expect(end.errors.count == 2 && end.errors[0].contains(damaged) && end.errors[1].contains(home.file("none.png")))
    }

    @Test(
      "looks for hands alone unless it is asked for more", .long(seconds: 11),
      arguments: [([], ["hands"]), (["--face", "--body"], ["bodies", "faces"])])
    func choice(options: [String], members: [String]) async throws {
      let home = Scratch()
      let end = try await run("landmarks", ["--json"] + options + [home.write("a.png", onePixel)], home: home)
      #expect(end.status == 0 && end.errors == [])
      let found = try object(try #require(end.output.first))
      #expect(Set(found.keys) == Set(members + ["file", "width", "height"]))
      for member in members { #expect((found[member] as? [Any])?.isEmpty == true, "nobody is in a single pixel") }
    }

    @Test("draws into one file, or into a folder that it creates, without replacing a drawing of the same name", .long(seconds: 6))
    func drawing() async throws {
      let home = Scratch()
      for folder in ["x", "y"] {
        try FileManager.default.createDirectory(atPath: home.file(folder), withIntermediateDirectories: false)
        try home.write("\(folder)/a.png", onePixel)
      }
      let file = try await run("landmarks", ["-o", home.file("out.jpg"), home.file("x/a.png")], home: home)
      #expect(file.status == 0 && FileManager.default.contents(atPath: home.file("out.jpg"))?.starts(with: [0xff, 0xd8]) == true)
      let folder = try await run("landmarks", ["-o", home.file("out"), "--on-gray", home.file("x"), home.file("y")], home: home)
      #expect(folder.status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")).sorted() == ["a-2.png", "a.png"])
      #expect(FileManager.default.contents(atPath: home.file("out/a.png"))?.starts(with: [0x89, 0x50]) == true)
    }

    @Test("follows the video that is named where another name differs only in bytes that are not UTF-8")
    func videosOfSimilarNames() async throws {
      let home = Scratch()
      let script = #"""
        cd "$1"; for size in 16 32; do
          name=$(printf "v\\3$size.y4m"); printf 'YUV4MPEG2 W%s H%s F30:1 C420\nFRAME\n' $size $size >"$name"
          head -c $((size * size * 3 / 2)) /dev/zero >>"$name"
        done; exec "$0" --json v*.y4m
        """#
      let program = Program.folder.appendingPathComponent("landmarks").path
      let end = try await run("/bin/sh", ["-c", script, program, home.path], home: home)
      #expect(try end.output.map { try object($0)["height"] as? Int } == [16, 32], "\(end.errors)")
    }

    @Test("says how to pipe a compressed video, reads the other files, and ends with 66")
    func compressedVideo() async throws {
      let home = Scratch()
      let picture = try home.write("a.png", onePixel)
      let video = try home.write("my clip.mp4", [0, 0, 0, 0x20] + Array("ftypisom".utf8))
      let unnamed = try home.write("clip", [0x1A, 0x45, 0xDF, 0xA3])
      let end = try await run("landmarks", ["--json", "--max-hands", "1", video, picture, unnamed, home.file("none.mkv")], home: home)
      #expect(end.status == 66 && end.output.count == 1)
      let command = "-v error -pix_fmt yuv420p -f yuv4mpegpipe - | landmarks --json --max-hands 1 -`"
      try #require(end.errors.count == 3)
      #expect(end.errors[0].hasPrefix("landmarks: \(video): ") && end.errors[0].contains("`ffmpeg -i '\(video)' \(command)"))
      #expect(end.errors[1].contains("`ffmpeg -i \(unnamed) \(command)"))
      #expect(end.errors[2].contains("none.mkv") && !end.errors[2].contains("ffmpeg"))
    }

    @Test(
      "reads what ffmpeg makes of a video when the command that it prints is run", .long(seconds: 3),
      arguments: ["yuv420p", "yuv420p10le", "yuv444p"])
    func pipe(pixels: String) async throws {
      let home = Scratch()
      let video = home.file("a clip.mkv")
      let made = try await run(
        "/usr/bin/ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "color=gray:s=64x64:r=5:d=0.6", "-c:v", "ffv1", "-pix_fmt", pixels, "-strict", "-2", video],
        home: home)
      try #require(made.status == 0, "\(made.errors)")
      let refused = try await run("landmarks", [video], home: home)
      let line = try #require(refused.errors.first)
      let command = try #require(line.split(separator: "`").dropFirst().first)
      let end = try await run(
        "/bin/bash", ["-c", #"set -o pipefail; PATH="$0:$PATH"; \#(command)"#, Program.folder.path], home: home)
      #expect(end.status == 0 && end.output.count == 3 && end.errors == [])
    }

    @Test("prints a line for each frame of a video", .long(seconds: 19))
    func video() async throws {
      let home = Scratch()
      let video = try home.write("v.y4m", y4m(frames: [6144, 6144, 6144]))
      let end = try await run("landmarks", ["--json", "--hands", "--body", "--face", video], home: home)
      #expect(end.status == 0 && end.errors == [])
      let frames = try end.output.map { try object($0) }
      #expect(frames.map { $0["frame"] as? Int } == [0, 1, 2])
      #expect(abs((frames.last?["time_s"] as? Double ?? .nan) - 2.0 / 30) < 1e-6)
      for member in ["hands", "bodies", "faces"] { #expect(frames.allSatisfy { ($0[member] as? [Any])?.isEmpty == true }) }
    }

    @Test("takes no more memory for many pictures than for a few", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
    func memory() async throws {
      let home = Scratch()
      let picture = try Corpus.required().folder.appendingPathComponent("pictures/two_men.jpg")
      for number in 0..<200 {
        try FileManager.default.createSymbolicLink(
          at: URL(fileURLWithPath: home.file("\(number).jpg")), withDestinationURL: picture)
      }
      // A line is longer than a pipe, so the program cannot be far ahead of the reader.
      let program = try Program("landmarks", ["--json", "--face", home.path], home: home)
      var sizes: [Int] = []
      for number in 1...200 {
        _ = try #require(try await program.output.next())
        guard number == 40 || number == 190 else { continue }
        sizes.append(try residentKiB(of: program.id))
      }
      #expect(try await program.exitStatus() == 0)
      // Those between would take 80 MB if they stayed.
      #expect(sizes[1] - sizes[0] < 30_000)
    }

    @Test("finds everybody in a picture", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
    func people() async throws {
      let home = Scratch()
      let picture = try Corpus.required().folder.appendingPathComponent("pictures/three_people.jpg").path
      let end = try await run("landmarks", ["--json", "--hands", "--body", "--face", picture], home: home)
      #expect(end.status == 0)
      let found = try object(try #require(end.output.first))
      #expect((found["hands"] as? [Any])?.count == 1 && (found["bodies"] as? [Any])?.count == 3)
      let faces = try #require(found["faces"] as? [[String: Any]])
      #expect(faces.count == 3 && faces.allSatisfy { ($0["mesh"] as? [Any])?.count == 478 })
      let fewer = try await run("landmarks", ["--json", "--body", "--max-bodies", "1", picture], home: home)
      #expect((try object(try #require(fewer.output.first))["bodies"] as? [Any])?.count == 1)
    }
  }
}
