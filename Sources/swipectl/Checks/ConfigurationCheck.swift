import Settings

/// What reading the configuration came to.
package struct ConfigurationFacts: Sendable {
  package var loaded: Result<LoadedConfiguration, ConfigurationError>
  /// Where the user's own would be.
  package var defaultFile: String?

  package init(_ loaded: Result<LoadedConfiguration, ConfigurationError>, defaultFile: String? = nil) {
    self.loaded = loaded
    self.defaultFile = defaultFile
  }

  /// The defaults where it cannot be read, as other checks go by it.
  package var configuration: Configuration { (try? loaded.get())?.configuration ?? Configuration() }

  /// One for each problem.
  package func check() -> [Finding] {
    do {
      let loaded = try loaded.get()
      let chords = try Chords(loaded)
      let source = loaded.file ?? "built-in defaults" + (defaultFile.map { ", as there is no \($0)" } ?? "")
      return [.ok("configuration", "\(source); keys \(chords.left) and \(chords.right)")]
    } catch {
      return error.problems.map { problem in .failed("configuration", problem.description, fix: fix(problem, error)) }
    }
  }

  private func fix(_ problem: ConfigurationProblem, _ error: ConfigurationError) -> String? {
    if let place = problem.place { return Mend.edit(problem.file, line: place.line) }
    if error.isDenied { return "chmod u+r \(Mend.quoted(problem.file))" }
    return error.isMissingFile ? nil : Mend.moveAway(problem.file)
  }
}
