import Platform
import SystemPackage

/// The applications that are installed, as the `.desktop` files of this user and of the system have them.
package enum InstalledApplications {
  /// More than a machine has, so that a folder that somebody has filled costs no more than this.
  private static let limit = 5000
  /// In bytes; files of real applications, with all their translations, have up to 60 KiB.
  private static let largestFile = 1 << 18
  /// Folders within folders that are read.
  private static let depth = 4

  /// The folders, the first of which counts where two have the same application.
  package static func folders(environment: [String: String]) -> [String] {
    dataFolders(environment: environment).map { "\($0)/applications" }
  }

  /// The folders with what applications share with the desktop.
  static func dataFolders(environment: [String: String]) -> [String] {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let home = value("XDG_DATA_HOME") ?? value("HOME").map { "\($0)/.local/share" }
    let system = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    // A service may lack the variable that names these.
    let flatpak = (home.map { ["\($0)/flatpak/exports/share"] } ?? []) + ["/var/lib/flatpak/exports/share"]
    var folders: [String] = []
    for folder in (home.map { [$0] } ?? []) + system + flatpak + ["/var/lib/snapd/desktop"] {
      if folder.hasPrefix("/"), !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// Reads the files. What cannot be read is left out.
  package static func read(environment: [String: String]) -> [DesktopEntry] {
    let languages = DesktopEntry.languages(environment: environment)
    var entries: [DesktopEntry] = []
    var seen: Set<String> = []
    for folder in folders(environment: environment) {
      for (id, path) in files(in: folder, prefix: "", depth: depth) {
        // The first file decides, also where it takes an application away.
        guard seen.count < limit, seen.insert(id).inserted else { continue }
        if let text = text(of: path), let entry = DesktopEntry(id: id, text: text, languages: languages) { entries.append(entry) }
      }
    }
    return entries
  }

  private static func files(in folder: String, prefix: String, depth: Int) -> [(id: String, path: String)] {
    guard depth > 0 else { return [] }
    return Files.entries(of: folder).flatMap { name -> [(String, String)] in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".desktop") { return [("\(prefix)\(name.dropLast(8))", path)] }
      // The id of a file in a folder begins with the folder's name.
      return Files.status(ofLink: path)?.type == .directory ? files(in: path, prefix: "\(prefix)\(name)-", depth: depth - 1) : []
    }
  }

  private static func text(of path: String) -> String? {
    Files.bytes(ofRegular: path, limit: largestFile).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Files {
  /// - Returns: nil for what is no file, cannot be read or is longer. A named pipe would wait for somebody who writes.
  static func bytes(ofRegular path: String, limit: Int) -> [UInt8]? {
    guard status(of: path)?.type == .regular,
      let file = try? OwnedDescriptor(opening: FilePath(path), .readOnly, options: .nonBlocking)
    else { return nil }
    return try? file.readAll(limit: limit)
  }
}
