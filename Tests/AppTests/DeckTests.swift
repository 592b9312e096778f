import App
import Foundation
import Glibc
import Platform
import SystemPackage
import TestWeb
import Testing
import UserErrors

struct DeckTests {
  /// A folder with pictures that nobody decodes.
  private func makeFolder(_ names: [String]) throws -> Scratch {
    let scratch = Scratch()
    for name in names { try scratch.write("photos/\(name)", [0xff, 0xd8, 0xff]) }
    return scratch
  }

  /// The cards as the first message to a page has them, with their choices.
  private func cards(_ app: AppFixture) throws -> [[String: Any]] {
    let deck = try #require(try PageClient(app).notification("welcome")["deck"] as? [String: Any])
    return try #require(deck["cards"] as? [[String: Any]])
  }

  private func names(_ app: AppFixture) throws -> [String] { try cards(app).compactMap { $0["name"] as? String } }

  private func choose(_ choice: String?, _ card: Int, _ app: AppFixture) throws -> Answer {
    try app.send("PUT", "/deck/\(card)", body: Array(#"{"choice":\#(choice.map { "\"\($0)\"" } ?? "null")}"#.utf8))
  }

  private struct Counts: Decodable, Equatable {
    var kept: Int, rejected: Int, left: Int
  }

  @Test("The cards are the pictures of the folder in the order in which people count, without other files")
  func order() throws {
    let scratch = try makeFolder(["img10.jpg", "img2.JPG", "IMG1.jpeg", "b.png", "img02.jpg", "ümlaut.jpg", "img2b.jpg", ".hidden.jpg"])
    try scratch.write("photos/notes.txt", "no picture".utf8)
    try scratch.write("photos/scan", [0x89, 0x50, 0x4e, 0x47, 0])
    try scratch.write("photos/empty", [])
    try scratch.write("photos/sub/c.jpg", [0xff, 0xd8])
    let app = try AppFixture(deck: scratch.file("photos"))
    #expect(try names(app) == ["b.png", "IMG1.jpeg", "img02.jpg", "img2.JPG", "img2b.jpg", "img10.jpg", "scan", "ümlaut.jpg"])
  }

  @Test("Symbolic links and special files are left out, and what takes a picture's place later is not followed")
  func linksAndSpecialFiles() throws {
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c.jpg"])
    try scratch.write("secret.jpg", Photos.png)
    symlink("../secret.jpg", scratch.file("photos/link.jpg"))
    symlink("a.jpg", scratch.file("photos/within.jpg"))
    mkfifo(scratch.file("photos/fifo.jpg"), 0o600)
    mkdir(scratch.file("photos/folder.jpg"), 0o700)
    let app = try AppFixture(deck: scratch.file("photos"))
    #expect(try names(app) == ["a.jpg", "b.jpg", "c.jpg"])
    for name in ["a.jpg", "b.jpg", "c.jpg"] { unlink(scratch.file("photos/\(name)")) }
    symlink("../secret.jpg", scratch.file("photos/a.jpg"))
    mkfifo(scratch.file("photos/b.jpg"), 0o600)
    #expect(try app.get("/deck/0").status == 415)
    #expect(try app.get("/deck/1").status == 415)
    let vanished = try app.get("/deck/2")
    #expect(vanished.status == 404)
    #expect(vanished.error?.contains("c.jpg") == true)
  }

  @Test("Each choice is in both files at once, can be changed and undone, and changes nothing in the folder")
  func choices() throws {
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c\n.jpg"])
    let before = try FileManager.default.attributesOfItem(atPath: scratch.file("photos")) as NSDictionary
    let app = try AppFixture(deck: scratch.file("photos"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("photos.swiped.json")))
    #expect(try choose("keep", 0, app).json(Counts.self) == Counts(kept: 1, rejected: 0, left: 2))
    #expect(try scratch.text("photos.swiped.txt") == "keep\ta.jpg\n")
    #expect(try choose("reject", 2, app).json(Counts.self) == Counts(kept: 1, rejected: 1, left: 1))
    #expect(try choose("reject", 0, app).json(Counts.self) == Counts(kept: 0, rejected: 2, left: 1))
    // A line break in a name is no line break of the list.
    #expect(try scratch.text("photos.swiped.txt").split(separator: "\n").count == 2)
    #expect(try choose(nil, 0, app).json(Counts.self) == Counts(kept: 0, rejected: 1, left: 2))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(scratch.text("photos.swiped.json").utf8)) as? [String: Any])
    #expect(json["folder"] as? String == scratch.file("photos"))
    #expect(json["cards"] as? [[String: String]] == [["file": "c\n.jpg", "choice": "reject"]])
    #expect(try FileManager.default.attributesOfItem(atPath: scratch.file("photos")) as NSDictionary == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("photos")).count == 3)
  }

  @Test("A later run goes on with the choices, and keeps those of files that are gone")
  func resumption() throws {
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c.jpg"])
    do {
      let app = try AppFixture(deck: scratch.file("photos"))
      for (card, choice) in [(0, "keep"), (1, "reject")] { #expect(try choose(choice, card, app).status == 200) }
    }
    unlink(scratch.file("photos/a.jpg"))
    let app = try AppFixture(deck: scratch.file("photos") + "/")
    #expect(try cards(app).map { $0["choice"] as? String } == ["reject", nil])
    #expect(try choose("keep", 1, app).json(Counts.self) == Counts(kept: 1, rejected: 1, left: 0))
    #expect(try scratch.text("photos.swiped.txt") == "reject\tb.jpg\nkeep\tc.jpg\nkeep\ta.jpg\n")
  }

  @Test("A page gets the command that copies the kept pictures to a folder beside the sorted one, quoted for a shell")
  func copyCommand() throws {
    let scratch = try makeFolder(["a.jpg"])
    try scratch.write("it's mine/a.jpg", [0xff, 0xd8, 0xff])
    for (name, quoted) in [("photos", scratch.file("photos")), ("it's mine", "'\(scratch.file("it'\\''s mine"))'")] {
      let app = try AppFixture(deck: scratch.file(name) + "/")
      let deck = try #require(try PageClient(app).notification("welcome")["deck"] as? [String: Any])
      let output = quoted.hasSuffix("'") ? quoted.dropLast() + ".kept'" : quoted + ".kept"
      #expect(deck["copy_command"] as? String == "swipectl deck copy \(quoted) \(output) --kept")
    }
  }

  @Test("A choice that is none, or of no card, changes nothing")
  func badChoices() throws {
    let scratch = try makeFolder(["a.jpg"])
    let app = try AppFixture(deck: scratch.file("photos"))
    for body in ["", "{}", "null", "[]", #"{"choice":"delete"}"#, #"{"choice":1}"#, #"{"choice":"KEEP"}"#, "{"] {
      #expect(try app.send("PUT", "/deck/0", body: Array(body.utf8)).status == 400)
    }
    for card in ["1", "-1", "999999", "1000000"] {
      #expect(try app.send("PUT", "/deck/\(card)", body: Array(#"{"choice":"keep"}"#.utf8)).status == 404)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("photos.swiped.json")))
  }

  @Test("A choice that cannot be written is answered with an error and is not made")
  func unwritable() throws {
    let scratch = try makeFolder(["a.jpg"])
    let app = try AppFixture(deck: scratch.file("photos"))
    mkdir(scratch.file("photos.swiped.json"), 0o700)
    let answer = try choose("keep", 0, app)
    #expect(answer.status == 500)
    #expect(answer.error?.contains("photos.swiped.json") == true)
    #expect(try cards(app).first?["choice"] is NSNull)
    rmdir(scratch.file("photos.swiped.json"))
    #expect(try choose("keep", 0, app).status == 200)
  }

  @Test("The kept photos are copied beside the folder by a request, and are there already the second time")
  func copyKept() throws {
    struct Copied: Decodable { let folder: String, copied: Int, present: Int, problems: [Problem] }
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c.jpg"])
    let app = try AppFixture(deck: scratch.file("photos"))
    for (card, choice) in [(0, "keep"), (1, "reject"), (2, "keep")] { #expect(try choose(choice, card, app).status == 200) }
    let output = scratch.file("photos.kept")
    func copy() throws -> Copied { try app.send("POST", "/deck-copy", body: []).json(Copied.self) }
    let first = try copy()
    #expect(first.folder == output && first.copied == 2 && first.present == 0 && first.problems.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["a.jpg", "c.jpg"])
    let second = try copy()
    #expect(second.copied == 0 && second.present == 2 && second.problems.isEmpty)
    try scratch.write("photos.kept/a.jpg", "another".utf8)
    let third = try copy()
    #expect(third.present == 1 && third.problems.map(\.facts) == [[SaidFact(code: "photo_taken", values: ["file": output + "/a.jpg"])]])
    #expect(try AppFixture().send("POST", "/deck-copy", body: []).status == 404)
  }

  @Test("A folder without pictures, one that is none, and results of another program are refused")
  func refusals() throws {
    func status(_ name: String, in scratch: Scratch) -> UserErrors.ExitStatus? {
      do throws(UserError) { _ = try DeckStore(folder: FilePath(scratch.file(name))) } catch { return error.exitStatus }
      return nil
    }
    let scratch = try makeFolder(["a.jpg"])
    mkdir(scratch.file("empty"), 0o700)
    #expect(status("nothing", in: scratch) == .noInput)
    #expect(status("empty", in: scratch) == .noInput)
    #expect(status("photos/a.jpg", in: scratch) == .noInput)
    for text in ["", "[]", "not JSON", #"{"cards":[]}"#, #"{"folder":"x","cards":[{"file":"a.jpg","choice":"burn"}]}"#] {
      try scratch.write("photos.swiped.json", text.utf8)
      #expect(status("photos", in: scratch) == .damagedInput)
    }
    unlink(scratch.file("photos.swiped.json"))
    mkfifo(scratch.file("photos.swiped.json"), 0o600)
    #expect(status("photos", in: scratch) == .noInput)
    unlink(scratch.file("photos.swiped.json"))
    // Without the JSON file, nothing says whose the list is.
    try scratch.write("photos.swiped.txt", "my notes".utf8)
    #expect(status("photos", in: scratch) == .damagedInput)
    #expect(try scratch.text("photos.swiped.txt") == "my notes")
    unlink(scratch.file("photos.swiped.txt"))
    #expect(status("photos", in: scratch) == nil)
  }
}

/// What must never be lost, or given to another file.
struct DeckLossTests {
  private let scratch = Scratch()

  /// Puts pictures that nobody decodes into the folder.
  private func place(_ names: [[UInt8]], in folder: String = "photos") throws {
    mkdir(scratch.file(folder), 0o700)
    for name in names {
      let path = scratch.file(folder).utf8.map { CChar(bitPattern: $0) } + ([0x2f] + name + [0]).map { CChar(bitPattern: $0) }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      try #require(descriptor >= 0 && write(descriptor, [0xff, 0xd8, 0xff] as [UInt8], 3) == 3)
      close(descriptor)
    }
  }

  private func openApp() throws -> AppFixture { try AppFixture(deck: scratch.file("photos")) }

  private func choose(_ choice: String, _ card: Int, _ app: AppFixture) throws -> Int {
    try app.send("PUT", "/deck/\(card)", body: Array(#"{"choice":"\#(choice)"}"#.utf8)).status
  }

  private func cards(_ app: AppFixture) throws -> [[String: Any]] {
    let deck = try #require(try PageClient(app).notification("welcome")["deck"] as? [String: Any])
    return try #require(deck["cards"] as? [[String: Any]])
  }

  private func choices(_ app: AppFixture) throws -> [String?] { try cards(app).map { $0["choice"] as? String } }

  private func results() throws -> [[String: String]] {
    let json = try JSONSerialization.jsonObject(with: Data(scratch.text("photos.swiped.json").utf8)) as? [String: Any]
    return try #require(json?["cards"] as? [[String: String]])
  }

  /// The choices by the bytes of the names, as a script reads them from the JSON file.
  private func fromJSON() throws -> [[UInt8]: String] {
    let pairs = try results().map { card in
      let bytes = try card["file_bytes"].map { Array(try #require(Data(base64Encoded: $0))) } ?? Array(#require(card["file"]).utf8)
      return (bytes, try #require(card["choice"]))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The choices by the bytes of the names, as a shell script reads them from the text file.
  private func fromText() throws -> [[UInt8]: String] {
    let lines = try scratch.text("photos.swiped.txt").split(separator: "\n")
    let pairs = try lines.map { line in
      let words = line.split(separator: "\t")
      try #require(words.count == 2)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", #"printf %b "$1""#, "bash", String(words[1])]
      process.standardOutput = output
      try process.run()
      let bytes = try Array(#require(try output.fileHandleForReading.readToEnd()))
      process.waitUntilExit()
      return (bytes, String(words[0]))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static let pairs: [(String, [[UInt8]])] = [
    ("one in two spellings", [Array("caf\u{e9}.jpg".utf8), Array("cafe\u{301}.jpg".utf8)]),
    ("no UTF-8", [Array("bad".utf8) + [0xff] + Array(".jpg".utf8), Array("bad".utf8) + [0xfe] + Array(".jpg".utf8)]),
    ("what stands for them", [Array("bad".utf8) + [0xff] + Array(".jpg".utf8), Array("bad\u{fffd}.jpg".utf8)]),
    ("a line break", [Array("a\nb.jpg".utf8), Array(#"a\nb.jpg"#.utf8)]), ("an escape", [[0x61, 0xff], Array(#"a\xff"#.utf8)]),
  ]

  @Test("Files whose names only look the same have decisions of their own, now, in both files and after a restart", arguments: pairs)
  func twins(kind: String, names: [[UInt8]]) throws {
    try place(names)
    var expected: [[UInt8]: String] = [:]
    do {
      let app = try openApp()
      #expect(try choices(app) == [nil, nil])
      for (card, choice) in ["keep", "reject"].enumerated() { #expect(try choose(choice, card, app) == 200) }
    }
    let (json, text) = (try fromJSON(), try fromText())
    #expect(Set(json.keys) == Set(names) && Set(json.values) == ["keep", "reject"] && text == json)
    expected = json
    let app = try openApp()
    #expect(try choices(app) == ["keep", "reject"])
    #expect(try choose("keep", 0, app) == 200)
    #expect(try fromJSON() == expected)
  }

  @Test("Folders whose names only look the same have results of their own")
  func folders() throws {
    let names = [Array("ph".utf8) + [0xff], Array("ph".utf8) + [0xfe]]
    for (name, choice) in zip(names, ["keep", "reject"]) {
      let path = FilePath(platformString: (Array(scratch.file("").utf8) + name + [0]).map { CChar(bitPattern: $0) })
      try #require(path.withPlatformString { mkdir($0, 0o700) } == 0)
      let file = path.appending("a.jpg").withPlatformString { open($0, O_WRONLY | O_CREAT, 0o600) }
      try #require(file >= 0 && write(file, [0xff, 0xd8, 0xff] as [UInt8], 3) == 3)
      close(file)
      let app = try AppFixture(deckPath: path)
      #expect(try choices(app) == [nil])
      #expect(try choose(choice, 0, app) == 200)
    }
    // The system's own listing has U+FFFD for them.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix(".swiped.json") }.count == 2)
  }

  @Test("Two do not sort one folder: the second says where the first is")
  func twice() throws {
    try place([Array("a.jpg".utf8)])
    var first: AppFixture? = try openApp()
    for path in ["photos", "link/photos", "./photos/"] {
      symlink(".", scratch.file("link"))
      do throws(UserError) {
        _ = try DeckStore(folder: FilePath(scratch.file(path))) { process in process == getpid() ? "/run/page.html" : nil }
        Issue.record("it was opened twice")
      } catch {
        #expect(error.exitStatus == .unavailable)
        #expect("\(error)".contains("process \(getpid())") && "\(error)".contains("/run/page.html"), "\(error)")
      }
    }
    #expect(try choose("keep", 0, #require(first)) == 200)
    first = nil
    #expect(try choices(openApp()) == ["keep"])
  }

  @Test("What a person writes into the results meanwhile stays, and a file that is none is not replaced")
  func edited() throws {
    try place(["a.jpg", "b.jpg", "c.jpg"].map { Array($0.utf8) })
    let app = try openApp()
    #expect(try choose("keep", 0, app) == 200)
    let mine = try scratch.text("photos.swiped.json").replacing(#""cards":["#, with: #""cards":[{"choice":"reject","file":"b.jpg"},"#)
    try scratch.write("photos.swiped.json", mine.replacing("keep", with: "reject").utf8)
    struct Edited: Decodable { let choices: [String?]? }
    func learned() throws -> [String?]? {
      let answer = try app.send("PUT", "/deck/2", ["Content-Type": "application/json"], body: Array(#"{"choice":"keep"}"#.utf8))
      let edited = try answer.json(Edited.self)
      return edited.choices
    }
    #expect(try learned() == ["reject", "reject", "keep"], "the page learns it, too")
    let again = try learned()
    #expect(again == nil, "once")
    #expect(try choices(app) == ["reject", "reject", "keep"])
    try scratch.write("photos.swiped.json", "my notes".utf8)
    #expect(try choose("reject", 2, app) == 500)
    #expect(try scratch.text("photos.swiped.json") == "my notes")
    // As after an accident: what is known is written again.
    unlink(scratch.file("photos.swiped.json"))
    #expect(try choose("reject", 2, app) == 200)
    #expect(try results().map { $0["choice"] } == ["reject", "reject", "reject"])
  }

  @Test("A decision that cannot be written into both files is in neither", arguments: ["json", "txt"])
  func half(ending: String) throws {
    try place(["a.jpg", "b.jpg"].map { Array($0.utf8) })
    let app = try openApp()
    #expect(try choose("keep", 0, app) == 200)
    let other = ending == "json" ? "txt" : "json"
    let before = try scratch.text("photos.swiped.\(other)")
    let file = scratch.file("photos.swiped.\(ending)")
    try #require(rename(file, file + ".old") == 0 && mkdir(file, 0o700) == 0)
    #expect(try choose("reject", 1, app) == 500)
    #expect(try scratch.text("photos.swiped.\(other)") == before)
    try #require(rmdir(file) == 0 && rename(file + ".old", file) == 0)
    #expect(try choices(app) == ["keep", nil])
  }

  @Test("What is left of a run that was killed is completed and removed at the next start")
  func killed() throws {
    try place(["a.jpg", "b.jpg"].map { Array($0.utf8) })
    do {
      let app = try openApp()
      for card in 0..<2 { #expect(try choose("keep", card, app) == 200) }
    }
    let complete = try scratch.text("photos.swiped.txt")
    for text in ["keep\ta.jpg\n", nil] {
      if let text { try scratch.write("photos.swiped.txt", text.utf8) } else { unlink(scratch.file("photos.swiped.txt")) }
      for number in 1...7 { try scratch.write(".swiped.\(number).3.new", "keep".utf8) }
      _ = try openApp()
      #expect(try scratch.text("photos.swiped.txt") == complete)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["photos", "photos.swiped.json", "photos.swiped.txt"])
    }
  }

  @Test("Where no result can be written, it does not start", arguments: ["long", "dangling", "loop", "folder", "fifo"], ["json", "txt"])
  func places(kind: String, ending: String) throws {
    try place([Array("a.jpg".utf8)])
    let result = scratch.file("photos.swiped.\(ending)")
    var folder = "photos"
    switch kind {
    case "long":
      folder = String(repeating: "n", count: 244)
      try #require(rename(scratch.file("photos"), scratch.file(folder)) == 0)
    case "dangling": try #require(symlink("nothing", result) == 0)
    case "loop": try #require(symlink("photos.swiped.\(ending)", result) == 0)
    case "folder": try #require(mkdir(result, 0o700) == 0)
    default: try #require(mkfifo(result, 0o600) == 0)
    }
    do throws(UserError) {
      _ = try DeckStore(folder: FilePath(scratch.file(folder)))
      Issue.record("it starts")
    } catch {
      #expect([.cannotCreate, .noInput, .damagedInput].contains(error.exitStatus))
      #expect("\(error)".contains("swiped.\(kind == "long" ? "json" : ending)") && error.fix != nil, "\(error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == (kind == "long" ? 1 : 2))
  }

  @Test("The longest name with room for its results works")
  func longest() throws {
    let folder = String(repeating: "n", count: 243)
    try place([Array("a.jpg".utf8)], in: folder)
    let app = try AppFixture(deck: scratch.file(folder))
    #expect(try choose("keep", 0, app) == 200)
    #expect(try scratch.text("\(folder).swiped.txt") == "keep\ta.jpg\n")
  }
}
