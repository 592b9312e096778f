/// One thing wrong with a configuration file. `description` is the line for the user.
package struct ConfigurationProblem: Sendable, Equatable, CustomStringConvertible {
  package let file: String
  /// `nil` when it is about the file as a whole.
  package let place: TOMLPlaces.Place?
  package let message: String

  init(file: String, place: TOMLPlaces.Place?, message: String) {
    self.file = file
    self.place = place
    // What it quotes of the file may hold line ends that are none to TOML, such as U+0085.
    self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  package var description: String { "\(file):\(place.map { "\($0.line):\($0.column):" } ?? "") \(message)" }
}

/// Everything wrong with a configuration file, in its order. `description` has one line for each.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  package let problems: [ConfigurationProblem]
  /// Whether it is that there is no such file.
  package internal(set) var isMissingFile = false
  /// Whether it is that the user may not read it.
  package internal(set) var isDenied = false

  /// EX_CONFIG of sysexits.h.
  package static let exitCode: Int32 = 78

  package var description: String { problems.map(\.description).joined(separator: "\n") }

  init(_ problems: [ConfigurationProblem]) {
    self.problems = problems
  }

  init(file: String, at place: TOMLPlaces.Place? = nil, _ message: String) {
    self.init([ConfigurationProblem(file: file, place: place, message: message)])
  }
}
