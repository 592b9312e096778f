/// Finds the application that a window, or a person, names.
///
/// A window has the name that its toolkit gives it, which need not be that of the `.desktop` file: `Evince` on X11 and `evince` on Wayland
/// for org.gnome.Evince, `Navigator` or `firefox` for org.mozilla.firefox from Flatpak.
package struct ApplicationIndex: Sendable {
  private var entries: [String: DesktopEntry] = [:]
  /// The ids by each spelling that leads to them, in small letters, the most reliable kind of name first.
  private var kinds: [[String: String]] = []

  /// - Parameter entries: as ``InstalledApplications`` reads them.
  package init(_ entries: [DesktopEntry] = []) {
    for entry in entries { self.entries[entry.id] = entry }
    kinds = [
      Self.unique(entries) { $0.windowClass },
      Self.unique(entries) { $0.id },
      Self.unique(entries) { entry in entry.id.contains(".") ? entry.id.split(separator: ".").last.map(String.init) : nil },
    ]
  }

  /// The ids by a kind of name that leads to one application alone. One that menus show wins over others: those are often parts of it.
  private static func unique(_ entries: [DesktopEntry], by name: (DesktopEntry) -> String?) -> [String: String] {
    var ids: [String: String] = [:]
    for isShown in [true, false] {
      var found: [String: [String]] = [:]
      for entry in entries where entry.isShown == isShown {
        if let name = name(entry)?.lowercased(), ids[name] == nil { found[name, default: []].append(entry.id) }
      }
      for (name, candidates) in found where candidates.count == 1 { ids[name] = candidates[0] }
    }
    return ids
  }

  /// All applications that menus show, in the order of their names.
  package var shown: [DesktopEntry] {
    entries.values.filter(\.isShown).sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }

  /// The application with an id; nil if it is not installed.
  package subscript(id: String) -> DesktopEntry? { entries[id] }

  /// The application of a window: the id of its `.desktop` file, or else the window's own name.
  package func application(of window: FrontWindow) -> FrontApplication {
    let id = window.names.lazy.compactMap { self.id(of: $0) }.first
    return FrontApplication(id: id ?? window.names[0], name: id.flatMap { entries[$0]?.name } ?? window.names[0], windowNames: window.names)
  }

  /// The id of the application that a person or a window calls so; nil if none is installed.
  package func id(of name: String) -> String? {
    if entries[name] != nil { return name }
    let spelling = name.lowercased()
    return kinds.lazy.compactMap { $0[spelling] }.first
  }

  /// The name of an application for people.
  ///
  /// - Parameter name: as the configuration has it.
  package func title(of name: String) -> String { id(of: name).flatMap { entries[$0]?.name } ?? name }

  /// Whether a name of the configuration means an application.
  package func matches(_ name: String, _ application: FrontApplication) -> Bool {
    let spelling = name.lowercased()
    return application.id.lowercased() == spelling || application.windowNames.contains { $0.lowercased() == spelling }
      || id(of: name) == application.id
  }
}

/// The application in front.
package struct FrontApplication: Sendable, Equatable {
  /// The id of its `.desktop` file; that of its window, where no file fits.
  package let id: String
  /// For people.
  package let name: String
  /// What its window is called.
  package let windowNames: [String]

  package init(id: String, name: String? = nil, windowNames: [String]? = nil) {
    (self.id, self.name, self.windowNames) = (id, name ?? id, windowNames ?? [id])
  }
}
