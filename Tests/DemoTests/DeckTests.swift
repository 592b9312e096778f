import Demo
import Foundation
import Glibc
import Platform
import SystemPackage
import Testing

struct DeckTests {
  /// A folder with pictures that nobody decodes.
  private func makeFolder(_ names: [String]) throws -> Scratch {
    let scratch = Scratch()
    for name in names { try scratch.write("photos/\(name)", [0xff, 0xd8, 0xff]) }
    return scratch
  }

  /// The cards as the first message to a page has them, with their choices.
  private func cards(_ demo: DemoFixture) throws -> [[String: Any]] {
    let deck = try #require(try PageClient(demo).notification("demo")["deck"] as? [String: Any])
    return try #require(deck["cards"] as? [[String: Any]])
  }

  private func names(_ demo: DemoFixture) throws -> [String] { try cards(demo).compactMap { $0["name"] as? String } }

  private func choose(_ choice: String?, _ card: Int, _ demo: DemoFixture) throws -> Answer {
    try demo.send("PUT", "/deck/\(card)", body: Array(#"{"choice":\#(choice.map { "\"\($0)\"" } ?? "null")}"#.utf8))
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
    let demo = try DemoFixture(deck: scratch.file("photos"))
    #expect(try names(demo) == ["b.png", "IMG1.jpeg", "img02.jpg", "img2.JPG", "img2b.jpg", "img10.jpg", "scan", "ümlaut.jpg"])
  }

  @Test("Symbolic links and special files are left out, and what takes a picture's place later is not followed")
  func linksAndSpecialFiles() throws {
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c.jpg"])
    try scratch.write("secret.jpg", Photos.png)
    symlink("../secret.jpg", scratch.file("photos/link.jpg"))
    symlink("a.jpg", scratch.file("photos/within.jpg"))
    mkfifo(scratch.file("photos/fifo.jpg"), 0o600)
    mkdir(scratch.file("photos/folder.jpg"), 0o700)
    let demo = try DemoFixture(deck: scratch.file("photos"))
    #expect(try names(demo) == ["a.jpg", "b.jpg", "c.jpg"])
    for name in ["a.jpg", "b.jpg", "c.jpg"] { unlink(scratch.file("photos/\(name)")) }
    symlink("../secret.jpg", scratch.file("photos/a.jpg"))
    mkfifo(scratch.file("photos/b.jpg"), 0o600)
    #expect(try demo.get("/deck/0").status == 415)
    #expect(try demo.get("/deck/1").status == 415)
    let vanished = try demo.get("/deck/2")
    #expect(vanished.status == 404)
    #expect(vanished.error?.contains("c.jpg") == true)
  }

  @Test("Each choice is in both files at once, can be changed and undone, and changes nothing in the folder")
  func choices() throws {
    let scratch = try makeFolder(["a.jpg", "b.jpg", "c\n.jpg"])
    let before = try FileManager.default.attributesOfItem(atPath: scratch.file("photos")) as NSDictionary
    let demo = try DemoFixture(deck: scratch.file("photos"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("photos.swiped.json")))
    #expect(try choose("keep", 0, demo).json(Counts.self) == Counts(kept: 1, rejected: 0, left: 2))
    #expect(try scratch.text("photos.swiped.txt") == "keep\ta.jpg\n")
    #expect(try choose("reject", 2, demo).json(Counts.self) == Counts(kept: 1, rejected: 1, left: 1))
    #expect(try choose("reject", 0, demo).json(Counts.self) == Counts(kept: 0, rejected: 2, left: 1))
    // A line break in a name is no line break of the list.
    #expect(try scratch.text("photos.swiped.txt").split(separator: "\n").count == 2)
    #expect(try choose(nil, 0, demo).json(Counts.self) == Counts(kept: 0, rejected: 1, left: 2))
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
      let demo = try DemoFixture(deck: scratch.file("photos"))
      for (card, choice) in [(0, "keep"), (1, "reject")] { #expect(try choose(choice, card, demo).status == 200) }
    }
    unlink(scratch.file("photos/a.jpg"))
    let demo = try DemoFixture(deck: scratch.file("photos") + "/")
    #expect(try cards(demo).map { $0["choice"] as? String } == ["reject", nil])
    #expect(try choose("keep", 1, demo).json(Counts.self) == Counts(kept: 1, rejected: 1, left: 0))
    #expect(try scratch.text("photos.swiped.txt") == "reject\tb.jpg\nkeep\tc.jpg\nkeep\ta.jpg\n")
  }

  @Test("A choice that is none, or of no card, changes nothing")
  func badChoices() throws {
    let scratch = try makeFolder(["a.jpg"])
    let demo = try DemoFixture(deck: scratch.file("photos"))
    for body in ["", "{}", "null", "[]", #"{"choice":"delete"}"#, #"{"choice":1}"#, #"{"choice":"KEEP"}"#, "{"] {
      #expect(try demo.send("PUT", "/deck/0", body: Array(body.utf8)).status == 400)
    }
    for card in ["1", "-1", "999999", "1000000"] {
      #expect(try demo.send("PUT", "/deck/\(card)", body: Array(#"{"choice":"keep"}"#.utf8)).status == 404)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("photos.swiped.json")))
  }

  @Test("A choice that cannot be written is answered with an error and is not made")
  func unwritable() throws {
    let scratch = try makeFolder(["a.jpg"])
    let demo = try DemoFixture(deck: scratch.file("photos"))
    mkdir(scratch.file("photos.swiped.json"), 0o700)
    let answer = try choose("keep", 0, demo)
    #expect(answer.status == 500)
    #expect(answer.error?.contains("photos.swiped.json") == true)
    #expect(try cards(demo).first?["choice"] is NSNull)
    rmdir(scratch.file("photos.swiped.json"))
    #expect(try choose("keep", 0, demo).status == 200)
  }

  @Test("A folder without pictures, one that is none, and results of another program are refused")
  func refusals() throws {
    func status(_ name: String, in scratch: Scratch) -> Platform.ExitStatus? {
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
