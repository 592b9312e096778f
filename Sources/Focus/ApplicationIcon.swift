import Platform
import SystemPackage

/// The picture of an application, from the theme that all icon themes inherit from.
package struct ApplicationIcon: Sendable, Equatable {
  /// Its type, as browsers name it.
  package let type: String
  package let bytes: [UInt8]

  /// In bytes.
  private static let largestFile = 1 << 17
  /// The folders of the theme, those that suit a list first.
  private static let sizes = ["48x48", "64x64", "scalable", "128x128", "256x256", "32x32"]
  private static let types = [(".svg", "image/svg+xml"), (".png", "image/png")]

  /// Reads the icon of an application.
  ///
  /// - Parameter name: as the `.desktop` file has it: a name, or a path.
  /// - Returns: nil if no file has it in a format that browsers show.
  package init?(named name: String, environment: [String: String]) {
    for (path, type) in Self.files(named: name, environment: environment) {
      if let bytes = Files.bytes(ofRegular: path, limit: Self.largestFile), !bytes.isEmpty {
        (self.type, self.bytes) = (type, bytes)
        return
      }
    }
    return nil
  }

  /// Where the icon may be, and of which type it is there.
  private static func files(named name: String, environment: [String: String]) -> [(path: String, type: String)] {
    if name.hasPrefix("/") { return types.filter { name.hasSuffix($0.0) }.map { (name, $0.1) } }
    // A name is no path: `../` would lead anywhere.
    guard !name.isEmpty, !name.contains("/") else { return [] }
    let shared = InstalledApplications.dataFolders(environment: environment)
    let folders = shared.flatMap { data in sizes.map { "\(data)/icons/hicolor/\($0)/apps" } } + shared.map { "\($0)/pixmaps" }
    return folders.flatMap { folder in types.map { ("\(folder)/\(name)\($0.0)", $0.1) } }
  }
}
