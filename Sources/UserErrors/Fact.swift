/// One thing that a message says, by a code, for programs that say it in their own words: a message in English has one or more.
package struct Fact: Sendable, Equatable, Encodable {
  /// Stable, such as `camera_busy`.
  package let code: String
  /// What takes the places of a text, by name: paths, numbers and names, as they are shown.
  package let values: [String: String]

  package init(_ code: some RawRepresentable<String>, _ values: [String: String] = [:]) {
    (self.code, self.values) = (code.rawValue, values)
  }
}
