import Corpus
import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("The files that landmarks draws into", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  struct DrawnFiles {
    private let home = Scratch()
    private let photo: Data

    init() throws {
      let file = try Corpus.required().folder.appendingPathComponent("thumbs_up/gestia_up.jpg")
      photo = try Data(contentsOf: file)
    }

    /// Puts photos into folders of the scratch folder.
    private func place(_ names: String...) throws {
      for name in names {
        let folder = home.file(String(name.split(separator: "/").dropLast().joined(separator: "/")))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.write(name, photo)
      }
    }

    /// Runs landmarks in the scratch folder.
    private func draw(_ arguments: String) async throws -> Program.Outcome {
      let program = Program.folder.appendingPathComponent("landmarks").path
      return try await run("/bin/bash", ["-c", #"cd "$1" && exec "$0" \#(arguments)"#, program, home.path], home: home)
    }

    @Test("A name that is too long with the ending of a drawing is cut between two characters")
    func longName() async throws {
      try place(String(repeating: "ä", count: 126) + "x")
      #expect(try await draw("*x --output out").status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")) == [String(repeating: "ä", count: 125) + ".jpg"])
    }

    @Test("A file that is much larger than any drawing is not replaced, and is not read")
    func largeFile() async throws {
      try place("a.jpg")
      try home.write("big.png", [])
      try #require(truncate(home.file("big.png"), 1 << 40) == 0)
      let end = try await draw("a.jpg --output big.png")
      #expect(end.status == 73 && end.errors.count == 1, "\(end.errors)")
    }

    @Test("A pattern finds the pictures in folders, and a file that has the name of standard input")
    func patterns() async throws {
      try place("-", "day1/a.jpg", "day2/b.jpg")
      try FileManager.default.createDirectory(atPath: home.file("none"), withIntermediateDirectories: true)
      let end = try await draw("'*' </dev/null")
      #expect(end.status == 0 && end.output.map { $0.prefix { $0 != ":" } } == ["./-", "day1/a.jpg", "day2/b.jpg"], "\(end)")
      #expect(try await draw("'no*'").status == 66)
    }

    @Test(
      "A drawing that would replace a picture is refused before anything is drawn",
      arguments: [
        "ph --output ph", "ph/b.jpeg ph/b.jpg --output ph", "two/x.jpg ph/b.jpg --output ph/../two", "two/x.jpg one/x.jpg --output one",
        "one/x.jpg --output hard.jpg", "one/x.jpg --output soft.jpg", "one/x.jpg --output ./one/x.jpg",
        "one/x.jpg two/x.jpg --output links",
      ])
    func pictures(arguments: String) async throws {
      try place("ph/b.jpeg", "ph/b.jpg", "one/x.jpg", "two/x.jpg", "links/other.png")
      try #require(link(home.file("one/x.jpg"), home.file("hard.jpg")) == 0)
      try #require(symlink("one/x.jpg", home.file("soft.jpg")) == 0)
      try #require(symlink("../two/x.jpg", home.file("links/x-2.jpg")) == 0)
      let before = try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted()
      let end = try await draw(arguments)
      #expect(end.status == 73 && end.output == [])
      expectOneLine(end.errors, of: "landmarks")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted() == before)
      for name in ["ph/b.jpeg", "ph/b.jpg", "one/x.jpg", "two/x.jpg"] {
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.file(name))) == photo, "\(name)")
      }
    }

    @Test(
      "A name with the extension of a file that cannot be drawn is refused before any picture is read",
      arguments: ["gif", "bmp", "webp", "tif", "tiff", "heic", "avif", "jxl", "svg", "pdf", "mp4", "JPEG2", "x"])
    func extensions(ending: String) async throws {
      for name in ["out.\(ending)", "new/out.\(ending)"] {
        let end = try await draw("none.jpg --output \(name)")
        #expect(end.status == 64 && end.output == [])
        expectOneLine(end.errors, of: "landmarks")
        #expect(access(home.file(name), F_OK) != 0)
      }
    }

    @Test(
      "A folder is one that is there, under any name, or a name that ends in a slash or has no extension",
      arguments: [("my.photos", true), ("there.gif", true), ("out.png", true), ("new.gif/", false), ("new.png/", false), ("new", false)])
    func folders(name: String, isThere: Bool) async throws {
      try place("one/x.jpg")
      if isThere { try FileManager.default.createDirectory(atPath: home.file(name), withIntermediateDirectories: false) }
      #expect(try await draw("one/x.jpg --output \(name)").status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file(name)) == ["x.jpg"])
    }

    @Test("New folders that are in each other have the permissions of any new folder", arguments: ["new/deep/out/", "new/deep/out.png"])
    func nested(name: String) async throws {
      try place("one/x.jpg", "usual/x.jpg")
      #expect(try await draw("one/x.jpg --output \(name)").status == 0)
      for folder in ["new", "new/deep"] {
        func permissions(_ name: String) throws -> Int? {
          try FileManager.default.attributesOfItem(atPath: home.file(name))[.posixPermissions] as? Int
        }
        #expect(try permissions(folder) == permissions("usual"), "\(folder)")
      }
    }

    @Test("A video that a pattern finds is not drawn on, and the status says so")
    func videoOfPattern() async throws {
      try home.write("one.y4m", Array("YUV4MPEG2 W16 H16 F30:1 C420\nFRAME\n".utf8) + [UInt8](repeating: 128, count: 384))
      let end = try await draw("'o*' --output drawn.png")
      #expect(end.status == 66 && end.output == [] && access(home.file("drawn.png"), F_OK) != 0)
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test("All drawings are made, also if nobody reads the lines")
    func readerGone() async throws {
      try place("a.jpg", "b.jpg", "c.jpg")
      #expect(try await draw("*.jpg --output out | exec true").errors == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")).sorted() == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test("The folder may be the one that the command runs in, and the one above", arguments: [".", "..", "./", "two/.."])
    func relative(name: String) async throws {
      try place("one/x.jpg", "two/y.jpg")
      let end = try await run(
        "/bin/bash",
        [
          "-c", #"cd "$1/two" && mkdir -p two && exec "$0" ../one/x.jpg --output "$2""#,
          Program.folder.appendingPathComponent("landmarks").path, home.path, name,
        ],
        home: home)
      #expect(end.status == 0)
      #expect(access(home.file(name == ".." ? "x.jpg" : "two/x.jpg"), F_OK) == 0)
    }

    @Test("A file in place of the folder is refused before any picture is read", arguments: ["file", "file/", "file.png/"])
    func inTheWay(name: String) async throws {
      try place("one/x.jpg", "file", "file.png")
      let end = try await draw("one/x.jpg --output \(name)")
      #expect(end.status == 73 && end.output == [])
      expectOneLine(end.errors, of: "landmarks")
    }

    @Test(
      "Only an earlier drawing is replaced, and nothing is written through a link", .long(seconds: 9),
      arguments: ["other", "changed", "text", "empty", "link-to-other", "link-to-drawing", "dangling"],
      ["x.jpg -o out", "x.png --output out/x.png"])
    func kept(kind: String, arguments: String) async throws {
      try place("x.jpg", "out/other.jpg")
      try home.write("x.png", onePixel)
      let name = String(arguments.split(separator: " ")[0])
      #expect(try await draw("\(name) --output drawn/").status == 0)
      let drawing = try Data(contentsOf: URL(fileURLWithPath: home.file("drawn/\(name)")))
      let target = home.file("out/\(name)")
      switch kind {
      case "other": try home.write("out/\(name)", photo)
      case "changed": try home.write("out/\(name)", drawing + [0])
      case "text": try home.write("out/\(name)", "notes".utf8)
      case "empty": try home.write("out/\(name)", [])
      case "link-to-other": try #require(symlink("other.jpg", target) == 0)
      case "link-to-drawing": try #require(symlink("../drawn/\(name)", target) == 0)
      default: try #require(symlink("nothing", target) == 0)
      }
      let before = try? Data(contentsOf: URL(fileURLWithPath: target))
      let end = try await draw(arguments)
      #expect(end.status == 73 && end.output == [])
      expectOneLine(end.errors, of: "landmarks")
      #expect((try? Data(contentsOf: URL(fileURLWithPath: target))) == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: home.file("drawn/\(name)"))) == drawing)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")).sorted() == ["other.jpg", name].sorted())
    }

    @Test("An earlier drawing that has another name elsewhere keeps its content there")
    func otherName() async throws {
      try place("one/x.jpg", "two/x.jpg")
      #expect(try await draw("one/x.jpg --output out").status == 0)
      let drawing = try Data(contentsOf: URL(fileURLWithPath: home.file("out/x.jpg")))
      for name in ["out/x-2.jpg", "elsewhere.jpg"] { try #require(link(home.file("out/x.jpg"), home.file(name)) == 0) }
      #expect(try await draw("one/x.jpg two/x.jpg --output out --on-gray").status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: home.file("elsewhere.jpg"))) == drawing)
      for name in ["out/x.jpg", "out/x-2.jpg"] { #expect(try Data(contentsOf: URL(fileURLWithPath: home.file(name))) != drawing) }
    }

    @Test("Pictures of one name get drawings of their own, and an earlier drawing is replaced")
    func names() async throws {
      try place("one/x.jpg", "two/x.jpg")
      for _ in 0..<2 {
        #expect(try await draw("one/x.jpg two/x.jpg --output out").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("out")).sorted() == ["x-2.jpg", "x.jpg"])
      }
    }

    @Test("Names that are not UTF-8 are read from a folder, and keep their bytes")
    func bytes() async throws {
      try place("one/x.jpg")
      let moved = try await run(
        "/bin/bash", ["-c", #"cd "$0/one" && cp x.jpg $'bad\xff.jpg' && mv x.jpg $'bad\xfe.jpg'"#, home.path], home: home)
      #expect(moved.status == 0)
      #expect(try await draw("one --output out").status == 0)
      let listed = try await run("/bin/bash", ["-c", #"cd "$0/out" && for f in *; do printf '%q\n' "$f"; done"#, home.path], home: home)
      #expect(listed.output == [#"$'bad\376.jpg'"#, #"$'bad\377.jpg'"#])
    }

    @Test("What is no regular file is not replaced", arguments: ["fifo.png", "link.png", "socket.png", "device.png"])
    func special(name: String) async throws {
      try place("one/x.jpg")
      try #require(mkfifo(home.file("fifo.png"), 0o600) == 0 && symlink("fifo.png", home.file("link.png")) == 0)
      try #require(symlink("/dev/full", home.file("device.png")) == 0)
      let server = try Program("/bin/nc", ["-l", "-U", home.file("socket.png")], home: home)
      #expect(eventually { access(home.file("socket.png"), F_OK) == 0 })
      let before = try FileManager.default.attributesOfItem(atPath: home.file(name))[.systemFileNumber] as? Int
      let end = try await draw("one/x.jpg --output \(name)")
      #expect(end.status == 73 && end.output == [])
      expectOneLine(end.errors, of: "landmarks")
      #expect(try FileManager.default.attributesOfItem(atPath: home.file(name))[.systemFileNumber] as? Int == before)
      server.send(SIGKILL)
    }
  }
}
