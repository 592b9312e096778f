import Corpus
import Foundation
import Testing

extension EndToEnd {
  @Suite("The programs of the documentation", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
  struct Examples {
    private func picture(_ name: String) throws -> String { try Corpus.required().folder.appendingPathComponent(name).path }

    @Test("list the four joints of each finger")
    func handJoints() async throws {
      let end = try await run("example-hand-joints", [picture("thumbs_up/gestia_up.jpg")], home: Scratch())
      #expect(end.status == 0)
      #expect(end.output.count == 6 && end.output.first?.hasSuffix("hand") == true)
      for (line, finger) in zip(end.output.dropFirst(), ["thumb", "indexFinger", "middleFinger", "ringFinger", "littleFinger"]) {
        #expect(line.hasPrefix("  \(finger): ") && line.count { $0 == ";" } == 3)
      }
    }

    @Test(
      "tell a thumb that is up from one that is down",
      arguments: [("thumbs_up/gestia_up.jpg", "up"), ("thumbs_down/gestia_down.jpg", "down")])
    func thumb(picture: String, way: String) async throws {
      let end = try await run("example-thumb-and-wrist", [self.picture(picture)], home: Scratch())
      #expect(end.status == 0 && end.output.count == 1 && end.output.first?.hasSuffix("is \(way).") == true)
    }

    @Test("draw everybody in a picture")
    func drawing() async throws {
      let home = Scratch()
      let end = try await run("example-drawn-people", [picture("pictures/three_people.jpg"), home.file("drawn.png")], home: home)
      #expect(end.status == 0 && end.output == ["1 hands, 3 bodies, 3 faces"])
      #expect(FileManager.default.contents(atPath: home.file("drawn.png"))?.starts(with: [0x89, 0x50, 0x4e, 0x47]) == true)
    }

    @Test("name what is wrong with a picture")
    func missing() async throws {
      let end = try await run("example-hand-joints", ["/nowhere/a.jpg"], home: Scratch())
      #expect(end.status != 0 && end.errors.contains { $0.contains("/nowhere/a.jpg") })
    }
  }
}
