/// An application that is installed: what its `.desktop` file says about it.
package struct DesktopEntry: Sendable, Equatable {
  /// The name of the file, without its ending: what people know as the id.
  package let id: String
  /// For people; in one of the languages asked for, if the file has it.
  package let name: String
  /// The name of an icon, or its path; nil if the file names none.
  package let icon: String?
  /// The class that windows of the application have on X11, where it is another than the id.
  package let windowClass: String?
  /// Whether menus show it. One that is not shown may have windows nevertheless.
  package let isShown: Bool

  package init(id: String, name: String, icon: String? = nil, windowClass: String? = nil, isShown: Bool = true) {
    (self.id, self.name, self.icon, self.windowClass, self.isShown) = (id, name, icon, windowClass, isShown)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - languages: as ``languages(environment:)`` has them.
  /// - Returns: nil for what is no application, or was removed by its user.
  package init?(id: String, text: String, languages: [String] = []) {
    guard FrontWindow(names: [id]) != nil else { return nil }
    var values: [Substring: Substring] = [:]
    var isInSection = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        // The sections that follow are actions of a menu.
        guard !isInSection else { break }
        isInSection = line == "[Desktop Entry]"
      } else if isInSection, !line.hasPrefix("#"), let mark = line.firstIndex(of: "=") {
        let key = line[..<mark].trimmingSpaces
        if values[key] == nil { values[key] = line[line.index(after: mark)...].trimmingSpaces }
      }
    }
    func value(_ key: String) -> String? { values[key[...]].flatMap { $0.isEmpty ? nil : Self.unescaped($0) } }
    guard value("Type") == "Application", value("Hidden") != "true" else { return nil }
    let names = languages.map { "Name[\($0)]" } + ["Name"]
    guard let name = names.lazy.compactMap({ value($0) }).first else { return nil }
    self.init(
      id: id, name: String(name.prefix(100)), icon: value("Icon"), windowClass: value("StartupWMClass"),
      isShown: value("NoDisplay") != "true")
  }

  /// The languages of messages, in the order of preference, as the keys of a file have them: `de_AT`, then `de`.
  package static func languages(environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = String(locale.prefix { $0 != "." && $0 != "@" })
    guard !name.isEmpty, name != "C", name != "POSIX" else { return [] }
    let language = String(name.prefix { $0 != "_" })
    return language == name ? [name] : [name, language]
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if isEscape {
        // A name is one line.
        result.append(character == "s" || character == "n" || character == "t" || character == "r" ? " " : character)
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    return start[..<(start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) } ?? start.startIndex)]
  }
}
