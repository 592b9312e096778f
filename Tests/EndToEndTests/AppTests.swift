import Foundation
import Glibc
import TestTime
import Testing

/// What a user can get wrong with `swipectl demo`.
private let appMistakes = [
  Mistake("no daemon", 69, ["not running"], program: "swipectl") { ["demo", "--no-open", "--socket", $0.socket] },
  Mistake("a port that is none", 64, ["--port", "65536", "swipectl demo --help"], program: "swipectl") { _ in ["demo", "--port", "65536"] },
  Mistake("a folder that is not there", 66, ["none", "No such file"], program: "swipectl") { ["demo", "--deck", $0.file("none")] },
  Mistake("a picture for a folder", 66, ["a.jpg", "Not a directory", "name the folder"], program: "swipectl") {
    ["demo", "--deck", try $0.write("a.jpg", [0xff, 0xd8])]
  },
  Mistake("a folder without pictures", 66, ["no JPEG or PNG"], program: "swipectl") {
    try $0.write("notes.txt", "x".utf8)
    return ["demo", "--deck", $0.path]
  },
  Mistake("results of another program", 65, ["photos.swiped.json", "run `mv "], program: "swipectl") {
    try $0.photos()
    try $0.write("photos.swiped.json", "{}".utf8)
    return ["demo", "--deck", $0.file("photos")]
  },
]

extension Scratch {
  /// Makes a folder with a file that looks like a picture.
  fileprivate func photos() throws {
    try FileManager.default.createDirectory(atPath: file("photos"), withIntermediateDirectories: true)
    try write("photos/a.jpg", [0xff, 0xd8])
  }
}

extension EndToEnd {
  @Suite("swipectl demo")
  struct AppServer {
    @Test("Mistakes are answered in one line", arguments: appMistakes)
    private func mistakes(_ mistake: Mistake) async throws {
      try await mistake.check(in: Scratch())
    }

    @Test(
      "It prints the address, serves only the one who opens it, says that its port is taken, and ends at a signal", .timeLimit(.minutes(5)))
    func life() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let demo = try Program("swipectl", ["demo", "--no-open", "--socket", home.socket], home: home)
      let line = try #require(try await demo.output.next())
      let address = try #require(URLComponents(string: line))
      #expect(address.host == "127.0.0.1")
      #expect(address.queryItems?.first?.name == "token")
      let port = try #require(address.port)

      let page = try #require(URL(string: "http://127.0.0.1:\(port)/settings"))
      let stranger = try await run(
        "/usr/bin/env", ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", page.absoluteString], home: home)
      if stranger.status == 0 { #expect(stranger.output == ["403"]) }

      let second = try await run("swipectl", ["demo", "--no-open", "--socket", home.socket, "--port", "\(port)"], home: home)
      #expect(second.status == 69)
      #expect(second.errors.last?.contains("another program listens there") == true)

      demo.send(SIGTERM)
      #expect(try await demo.finish().status == 0)
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test(
      "At the end it prints how many pictures are kept, rejected and left, and the command that copies the kept ones, also as make demo runs it"
    )
    func counts() async throws {
      let home = Scratch()
      try home.photos()
      for name in ["b b.jpg", "c.jpg", "d.jpg"] { try home.write("photos/\(name)", [0xff, 0xd8]) }
      let cards = [("a.jpg", "keep"), ("b b.jpg", "keep"), ("c.jpg", "reject")].map { #"{"file":"\#($0)","choice":"\#($1)"}"# }
      try home.write("photos.swiped.json", #"{"folder":"photos","cards":[\#(cards.joined(separator: ","))]}"#.utf8)
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../scripts/demo").standardized
        .path
      let demo = try Program(
        script, ["synthetic", "--no-open", "--deck", home.file("photos")], home: home,
        environment: ["SWIPED_PROGRAMS": Program.folder.path])
      _ = try await demo.output.next()
      // As Ctrl-C does.
      kill(-demo.id, SIGINT)
      let end = try await demo.finish()
      #expect(end.status == 0)
      #expect(end.errors.contains { $0.contains("photos: 2 kept, 1 rejected, 1 left") }, "\(end.errors)")
      let line = try #require(end.errors.first { $0.contains("swipectl deck copy ") })
      let command = try #require(line.split(separator: "`").dropFirst().first.map { String($0) })
      let path = Program.folder.path + ":/usr/bin:/bin"
      let copied = try await run("/bin/bash", ["-c", command], home: home, environment: ["PATH": path])
      #expect(copied.status == 0, "\(copied.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("photos.kept")).sorted() == ["a.jpg", "b b.jpg"])
    }

    @Test("The browser gets a file that only this user can read, which leads to the page and is gone at the end")
    func browser() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      // Keeps what it was called with, and what the file was then.
      try home.write(
        "xdg-open",
        #"""
        #!/bin/bash
        file=${1#file://}
        { echo "$#"; echo "$1"; stat -c %a "$file"; grep -o 'url=[^"]*' "$file"; } >"$HOME/seen.new"
        mv "$HOME/seen.new" "$HOME/seen"
        """#.utf8)
      chmod(home.file("xdg-open"), 0o700)
      let path = home.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      let demo = try Program("swipectl", ["demo", "--socket", home.socket], home: home, environment: ["DISPLAY": ":0", "PATH": path])
      let address = try #require(try await demo.output.next())
      #expect(eventually { FileManager.default.fileExists(atPath: home.file("seen")) })
      let seen = try String(contentsOfFile: home.file("seen"), encoding: .utf8).split(separator: "\n").map(String.init)
      try #require(seen.count == 4)
      #expect(seen[0] == "1" && !seen[1].contains("token") && seen[2] == "600" && seen[3] == "url=\(address)")
      let file = String(seen[1].dropFirst("file://".count))
      #expect(FileManager.default.fileExists(atPath: file))
      demo.send(SIGTERM)
      #expect(try await demo.finish().status == 0)
      #expect(!FileManager.default.fileExists(atPath: file))
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A folder is sorted, and its results are found, where the name of the working folder is not UTF-8")
    func workingFolder() async throws {
      let home = Scratch()
      let script = #"""
        mkdir -p "$HOME/$(printf 'Fotos \374')/photos" && cd "$HOME/$(printf 'Fotos \374')" && printf '\377\330' >photos/a.jpg || exit 1
        printf '%s\n' '{"folder":"photos","cards":[{"file":"a.jpg","choice":"keep"}]}' >photos.swiped.json
        swipectl demo --no-open --deck photos --socket "$HOME/s.sock"
        echo $?
        cat photos.swiped.txt
        swipectl deck copy photos kept --kept >/dev/null
        echo $?
        ls kept
        """#
      let path = Program.folder.path + ":/usr/bin:/bin"
      let end = try await run("/bin/bash", ["-c", script], home: home, environment: ["PATH": path])
      // The daemon is missing, for which the demo looks after the folder.
      #expect(end.output == ["69", "keep\ta.jpg", "0", "a.jpg"], "\(end.errors)")
    }

    @Test("Without a screen, it asks to open the address")
    func noScreen() async throws {
      let home = Scratch()
      let daemon = try await home.daemon()
      let demo = try Program("swipectl", ["demo", "--socket", home.socket], home: home)
      _ = try await demo.output.next()
      #expect(try await demo.errors.next()?.contains("open the address") == true)
      demo.send(SIGINT)
      #expect(try await demo.finish().status == 0)
      withExtendedLifetime(daemon) {}
    }
  }
}
