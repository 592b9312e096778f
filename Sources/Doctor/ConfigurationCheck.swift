import EventProtocol
import Platform
import Reports
import Settings
import UserErrors

/// The result of reading the configuration.
package struct ConfigurationFacts: Sendable {
  package var loaded: Result<LoadedConfiguration, ConfigurationError>
  /// The path of the user's own file.
  package var defaultFile: String?

  package init(_ loaded: Result<LoadedConfiguration, ConfigurationError>, defaultFile: String? = nil) {
    self.loaded = loaded
    self.defaultFile = defaultFile
  }

  /// The defaults if it cannot be read, for the other checks.
  package var configuration: Configuration { (try? loaded.get())?.configuration ?? Configuration() }

  /// One finding for each problem.
  package func check() -> [Finding] {
    do {
      let loaded = try loaded.get()
      let chords = try Chords(loaded)
      let source = loaded.file ?? "built-in defaults" + (defaultFile.map { ", as there is no \($0)" } ?? "")
      let keys = loaded.configuration.keys.isEnabled ? chords.all.map { "\($0)" } : []
      let pressed = keys.isEmpty ? "no keys" : "keys \(keys.joined(separator: " and "))"
      let notices = loaded.notices.map { notice in
        Finding.note("configuration", notice.description, fix: fix(notice))
          .saying(.configurationNotice, ["place": notice.location, "cause": notice.cause])
      }
      return [
        .ok("configuration", "\(source); profile \(loaded.profiles.selected), \(pressed)")
          .saying(loaded.file == nil ? .configurationDefaults : .configurationFile, ["file": loaded.file ?? defaultFile ?? ""])
          .saying(
            keys.isEmpty ? .configurationWithoutKeys : .configurationInUse,
            ["profile": loaded.profiles.selected, "keys": keys.joined(separator: ", ")])
      ] + notices
    } catch {
      return error.problems.map { problem in
        .failed("configuration", problem.description, fix: fix(problem) ?? fix(problem, error))
          .saying(problem.facts)
      }
    }
  }

  /// A note where keys are pressed at any raised hand, which few people want all day.
  ///
  /// - Parameter status: of the running swiped, which may follow another profile than the file says; nil without one.
  package func checkProfile(_ status: Status? = nil) -> [Finding] {
    let profile: String
    if let status {
      guard status.keys != .off, PlainProfile.swipesAtAnyHand(status) else { return [] }
      profile = status.profile ?? ""
    } else {
      guard let loaded = try? loaded.get(), loaded.configuration.keys.isEnabled else { return [] }
      profile = loaded.profiles.selected
      guard PlainProfile.swipesAtAnyHand(profile: profile, pose: loaded.configuration.gesture.pose) else { return [] }
    }
    return [
      .note("profile", "\(profile): \(PlainProfile.reason)", fix: "swipectl profile daily")
        .saying(.profileForAnyHand, ["profile": profile])
    ]
  }

  private func fix(_ problem: ConfigurationProblem) -> ShellCommand? { problem.place.map { FixCommand.edit(problem.file, line: $0.line) } }

  private func fix(_ problem: ConfigurationProblem, _ error: ConfigurationError) -> ShellCommand? {
    if error.isDenied { return problem.fix?.command(in: .current) }
    if let link = error.deadLink { return .movingAway(link) }
    return error.isMissingFile || error.isNotRegular ? nil : FixCommand.moveAway(problem.file)
  }
}

extension ConfigurationFacts {
  package static func gathered(explicit: String?, environment: [String: String]) -> ConfigurationFacts {
    let defaultFile = LoadedConfiguration.defaultFile(environment: environment)
    do {
      return Self(.success(try LoadedConfiguration.load(explicit: explicit, environment: environment)), defaultFile: defaultFile)
    } catch {
      return Self(.failure(error), defaultFile: defaultFile)
    }
  }
}
