import Platform

/// How human-readable text is written where the locale has no more than ASCII.
package enum Ascii {
  private static let substitutes: [Character: String] = [
    "→": "->", "←": "<-", "·": "-", "×": "x", "●": "*", "○": "o", "–": "-", "…": "...", "─": "-", "≤": "<=",
    "≥": ">=", "°": " degrees",
  ]

  /// Whether a locale can only show ASCII: `C`, `POSIX`, or one whose encoding is not UTF-8. Where none is named, as in a service, it need not.
  ///
  /// - Parameter environment: that of the program, as setlocale(3) reads it.
  package static func isNeeded(environment: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }

  private static let isNeededHere = isNeeded { Environment[$0] }

  /// The text in ASCII, where the locale needs that. What has no substitute, such as a name, stays as it is.
  package static func adapted(_ text: String) -> String { isNeededHere ? substituted(text) : text }

  /// The text with its signs in ASCII.
  package static func substituted(_ text: String) -> String { text.reduce(into: "") { $0 += substitutes[$1] ?? String($1) } }
}
