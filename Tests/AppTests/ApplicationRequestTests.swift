import App
import Focus
import Foundation
import TestWeb
import Testing

/// What a page sees of applications, and the list that it changes.
struct ApplicationRequestTests {
  private struct Listing: Decodable {
    struct App: Decodable, Equatable {
      let id: String, name: String
      var icon: String?
    }

    let only: [App]?, installed: [App]
  }

  private struct Refused: Decodable { let error: String }

  /// Runs a test with a page, its file, and two applications that are installed, one of which has an icon.
  private func withApplications(
    _ text: String, front: FocusState = .unknown, _ body: @escaping @Sendable (AppFixture, Scratch) throws -> Void
  ) async throws {
    let scratch = Scratch()
    try scratch.write("swiped.toml", text.utf8)
    for folder in ["applications", "icons/hicolor/48x48/apps", "system"] {
      try FileManager.default.createDirectory(atPath: scratch.file(folder), withIntermediateDirectories: true)
    }
    try scratch.write("applications/org.example.Cards.desktop", "[Desktop Entry]\nType=Application\nName=Cards\nIcon=cards\n".utf8)
    try scratch.write("applications/mail.desktop", "[Desktop Entry]\nType=Application\nName=Mail\nIcon=../../secret\n".utf8)
    try scratch.write("icons/hicolor/48x48/apps/cards.png", [1, 2, 3])
    let environment = ["XDG_DATA_HOME": scratch.file(""), "XDG_DATA_DIRS": scratch.file("system")]
    let requests = ApplicationRequests(config: scratch.file("swiped.toml"), environment: environment) { front }
    try await blocking {
      try body(try AppFixture(config: scratch.file("swiped.toml"), applications: requests), scratch)
    }
  }

  @Test("A page sees the applications of the list with their icons, and those that are installed")
  func list() async throws {
    try await withApplications("[apps]\nonly = [\"org.example.Cards\", \"mail\", \"gone\"]\n") { app, _ in
      let listing = try app.get("/apps").json(Listing.self)
      let expected: [Listing.App] = [
        .init(id: "org.example.Cards", name: "Cards", icon: "data:image/png;base64,AQID"), .init(id: "mail", name: "Mail"),
        .init(id: "gone", name: "gone"),
      ]
      #expect(listing.only == expected)
      let ids = listing.installed.map(\.id)
      #expect(ids.contains("mail") && ids.contains("org.example.Cards"))
    }
    try await withApplications("") { app, _ in
      let listing = try app.get("/apps").json(Listing.self)
      #expect(listing.only == nil)
    }
  }

  @Test("The application in front is the one of its window; without one, the page learns why")
  func front() async throws {
    try await withApplications("", front: .front(FrontWindow(names: ["Org.Example.Cards"]))) { app, _ in
      let answer = try app.send("POST", "/apps/front")
      #expect(try answer.json(Listing.App.self) == .init(id: "org.example.Cards", name: "Cards"))
    }
    try await withApplications("", front: .unavailable(.noShellExtension)) { app, _ in
      let answer = try app.send("POST", "/apps/front")
      #expect(try answer.status == 503 && answer.json(Refused.self).error.contains("the app Extensions"))
    }
  }

  private struct Form: Decodable { let version: String }
  private struct Change: Decodable { let lines: [String], version: String }

  @Test("A page adds to the list and removes from it as the file has it then, and takes it out; a name that none can have is refused")
  func change() async throws {
    try await withApplications("# Mine.\n") { app, scratch in
      func change(_ change: String) throws -> Answer {
        let version = try app.get("/settings").json(Form.self).version
        return try app.send("POST", "/settings", body: Array(#"{"version":"\#(version)","save":true,"apps":\#(change)}"#.utf8))
      }
      func lines(_ text: String) throws -> [String] { try change(text).json(Change.self).lines }
      let first = try lines(#"{"action":"add","id":"mail"}"#)
      #expect(first == ["+ [apps]", #"+ only = ["mail"]"#])
      // Another program changes the list.
      let other = try scratch.text("swiped.toml").replacing(#"["mail"]"#, with: #"["mail", "other"]"#)
      try scratch.write("swiped.toml", other.utf8)
      let added = try lines(#"{"action":"add","id":"a\"b"}"#)
      #expect(added == [#"- only = ["mail", "other"]"#, #"+ only = ["mail", "other", "a\"b"]"#])
      let again = try lines(#"{"action":"add","id":"mail"}"#)
      #expect(again.isEmpty)
      let removed = try lines(#"{"action":"remove","id":"mail"}"#)
      #expect(removed.last == #"+ only = ["other", "a\"b"]"#)
      for wrong in [#"{"action":"add","id":"a\nb"}"#, #"{"action":"remove","id":null}"#] {
        let refused = try change(wrong)
        #expect(refused.status == 422)
      }
      let all = try lines(#"{"action":"all","id":null}"#)
      #expect(all.contains(#"- only = ["other", "a\"b"]"#))
      let text = try scratch.text("swiped.toml")
      #expect(text.hasPrefix("# Mine.\n") && !text.contains("only"))
    }
  }
}
