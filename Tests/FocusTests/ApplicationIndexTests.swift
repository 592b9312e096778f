import Foundation
import Testing

@testable import Focus

@Suite("Applications")
struct ApplicationIndexTests {
  private static let index = ApplicationIndex([
    DesktopEntry(id: "org.gnome.Evince", name: "Document Viewer"),
    DesktopEntry(id: "org.gnome.Evince-previewer", name: "Print Preview", isShown: false),
    DesktopEntry(id: "anki", name: "Anki", windowClass: "anki"),
    DesktopEntry(id: "org.mozilla.firefox", name: "Firefox", windowClass: "firefox"),
    DesktopEntry(id: "code", name: "Visual Studio Code", windowClass: "Code"),
    DesktopEntry(id: "code-url-handler", name: "Visual Studio Code - URL Handler", windowClass: "Code", isShown: false),
    DesktopEntry(id: "org.one.Player", name: "One"), DesktopEntry(id: "org.two.Player", name: "Two"),
    DesktopEntry(id: "org.kde.okular", name: "Okular"),
  ])

  @Test(
    "A window leads to the application whose file fits it",
    arguments: [
      (["org.gnome.Evince"], "org.gnome.Evince"),  // Wayland
      (["evince"], "org.gnome.Evince"),  // Wayland, by the program's name
      (["Evince", "evince"], "org.gnome.Evince"),  // X11 and XWayland
      (["firefox", "Navigator"], "org.mozilla.firefox"),  // Flatpak on X11
      (["org.mozilla.firefox"], "org.mozilla.firefox"),  // Flatpak on Wayland
      (["Code", "code"], "code"), (["ANKI"], "anki"), (["okular", "okular"], "org.kde.okular"),
      // Two have that name.
      (["Player"], "Player"), (["XTerm", "xterm"], "XTerm"), ([#"a"b"#], #"a"b"#), (["unknown", "anki"], "anki"),
    ])
  func windows(names: [String], id: String) throws {
    #expect(Self.index.application(of: try #require(FrontWindow(names: names))).id == id)
  }

  @Test(
    "A person may write the id, its last part, the class of the window or what the desktop calls it",
    arguments: [
      ("org.gnome.Evince", ["Evince", "evince"], true), ("evince", ["org.gnome.Evince"], true), ("Evince", ["evince"], true),
      ("firefox", ["org.mozilla.firefox"], true), ("anki", ["Anki", "anki"], true), ("xterm", ["XTerm", "xterm"], true),
      ("Player", ["org.one.Player"], false), ("anki", ["org.gnome.Evince"], false), ("", ["anki"], false),
      ("org.gnome.Evince-previewer", ["org.gnome.Evince"], false),
    ])
  func names(name: String, window: [String], matches: Bool) throws {
    let application = Self.index.application(of: try #require(FrontWindow(names: window)))
    #expect(Self.index.matches(name, application) == matches)
  }

  @Test("Without any file, names still match")
  func nothingInstalled() throws {
    let index = ApplicationIndex()
    let application = index.application(of: try #require(FrontWindow(names: ["Evince", "evince"])))
    #expect(application == FrontApplication(id: "Evince", windowNames: ["Evince", "evince"]))
    #expect(index.matches("EVINCE", application) && !index.matches("anki", application) && index.title(of: "anki") == "anki")
  }

  @Test("The applications of menus are listed by their names")
  func shown() {
    #expect(Self.index.shown.map(\.name) == ["Anki", "Document Viewer", "Firefox", "Okular", "One", "Two", "Visual Studio Code"])
  }

  @Test("A file's first section says what the application is, in the languages that are asked for")
  func files() {
    let text = """
      # a comment
      [Desktop Entry]
      Type = Application
      Name=Viewer
      Name[de]=Betrachter
      Name[de_AT]=Schauer
      Icon=viewer\\sicon
      StartupWMClass=Viewer
      Name=Other

      [Desktop Action new]
      Name=New window
      """
    func entry(_ languages: [String]) -> DesktopEntry? { DesktopEntry(id: "viewer", text: text, languages: languages) }
    #expect(entry([]) == DesktopEntry(id: "viewer", name: "Viewer", icon: "viewer icon", windowClass: "Viewer"))
    #expect(entry(["de_AT", "de"])?.name == "Schauer" && entry(["fr"])?.name == "Viewer")
    #expect(DesktopEntry.languages(environment: ["LANG": "de_AT.UTF-8"]) == ["de_AT", "de"])
    #expect(DesktopEntry.languages(environment: ["LC_ALL": "C", "LANG": "de"]) == [])
  }

  @Test(
    "What is no application, was removed or has no name is left out",
    arguments: [
      "", "\u{0}", "[Desktop Entry]", "[Desktop Entry]\nType=Link\nName=a", "[Desktop Entry]\nType=Application",
      "[Desktop Entry]\nType=Application\nName=a\nHidden=true", "Type=Application\nName=a", "[Other]\nType=Application\nName=a",
    ])
  func noApplications(text: String) { #expect(DesktopEntry(id: "a", text: text) == nil) }

  @Test("The folders of the user come before those of the system, whose first file of an application counts")
  func reading() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swiped-apps-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ path: String, _ lines: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "[Desktop Entry]\nType=Application\n\(lines)\n".write(to: file, atomically: true, encoding: .utf8)
    }
    try write("home/applications/mine.desktop", "Name=Mine")
    try write("home/applications/gone.desktop", "Name=Gone\nHidden=true")
    try write("system/applications/gone.desktop", "Name=Gone")
    try write("system/applications/mine.desktop", "Name=Theirs")
    try write("system/applications/kde/app.desktop", "Name=App")
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "system/applications/loop"), withDestinationURL: folder.appending(path: "system/applications"))
    mkfifo(folder.appending(path: "system/applications/pipe.desktop").path, 0o600)
    let environment = ["XDG_DATA_HOME": "\(folder.path)/home", "XDG_DATA_DIRS": "\(folder.path)/system:relative"]
    #expect(
      InstalledApplications.read(environment: environment).filter { $0.id != "x" }.map { "\($0.id) \($0.name)" }.contains("mine Mine"))
    let ids = Set(InstalledApplications.read(environment: environment).map(\.id))
    #expect(ids.isSuperset(of: ["mine", "kde-app"]) && ids.isDisjoint(with: ["gone", "pipe"]))
    #expect(InstalledApplications.folders(environment: [:]).first == "/usr/local/share/applications")
  }
}
