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

  @Test("A page writes the list, and takes it out; a name that none can have is refused")
  func change() async throws {
    try await withApplications("# Mine.\n") { app, scratch in
      func change(_ only: String) throws -> Answer {
        let version = try app.get("/settings").json(Form.self).version
        return try app.send("POST", "/settings", body: Array(#"{"version":"\#(version)","save":true,"apps":{"only":\#(only)}}"#.utf8))
      }
      func lines(_ only: String) throws -> [String] { try change(only).json(Change.self).lines }
      let added = try lines(#"["mail","a\"b"]"#)
      #expect(added == ["+ [apps]", #"+ only = ["mail", "a\"b"]"#])
      let emptied = try lines("[]")
      #expect(emptied == [#"- only = ["mail", "a\"b"]"#, "+ only = []"])
      let refused = try change(#"["a\nb"]"#)
      #expect(refused.status == 422)
      let removed = try lines("null")
      #expect(removed.contains("- only = []"))
      let text = try scratch.text("swiped.toml")
      #expect(text.hasPrefix("# Mine.\n"))
    }
  }
}
