import ArgumentParser
import EventProtocol
import EventSocket
import Platform
import Programs
import Reports
import Settings
import UserErrors

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show the active profile, or select another one.",
    usage: "swipectl profile [OPTIONS] [<name>]",
    discussion: """
      A profile is a set of options: daily (for daily use), plain (the basic rule), or a section [profile.NAME] of the configuration. The \
      service follows daily until another one is selected.
      """)

  @OptionGroup var connection: ConnectionOptions

  @OptionGroup var file: ConfigurationFileOption

  @Flag(help: "Change only the running swiped, not the file.")
  var temporary = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Argument(
    help: ArgumentHelp("daily, plain, or the name of a section [profile.NAME].", valueName: "name"),
    completion: .custom { _, _, _ in Self.knownNames })
  var name: String?

  func validate() throws {
    if temporary, name == nil { throw ValidationError("--temporary takes the name of a profile") }
  }

  func run() throws {
    guard let name else { return try show() }
    try temporary ? activate(name) : select(name)
  }

  // MARK: Show

  private func show() throws {
    guard let status = try daemonStatus() else { return try report(file: load()) }
    try report(Report(status), note: nil)
  }

  /// - Returns: nil while the daemon is not running.
  private func daemonStatus() throws -> Status? {
    let deadline = Deadline()
    guard var client = try connection.connectIfRunning(until: deadline) else { return nil }
    guard case .status(let status) = try client.request(.status, until: deadline) else { throw SocketError.unknownAnswer }
    return try Self.withProfile(status)
  }

  private func load() throws -> LoadedConfiguration {
    let loaded = try LoadedConfiguration.load(explicit: file.config, environment: relevantEnvironment())
    _ = try Chords(loaded)
    return loaded
  }

  private func report(file loaded: LoadedConfiguration) throws {
    let profiles = loaded.profiles
    try report(
      Report(profile: profiles.selected, profiles: profiles.names, file: loaded.file, running: false),
      note: "swiped is not running; selected " + (profiles.isSelectedByFile ? "in \(loaded.file ?? "the configuration")" : "by default"))
  }

  // MARK: Change

  private func activate(_ name: String) throws {
    let deadline = Deadline()
    var client = try connection.connectWithoutSubscriptions(until: deadline)
    let status = try client.statusAfter(.setProfile(name), until: deadline)
    try report(Report(Self.withProfile(status)), note: status.profileDuration)
  }

  private func select(_ name: String) throws {
    let loaded = try write(name)
    let deadline = Deadline()
    guard var client = try connection.connectIfRunning(until: deadline) else {
      return try report(
        Report(profile: name, profiles: loaded.profiles.names, file: loaded.file, running: false),
        note: "written to \(loaded.file ?? "the configuration"); swiped is not running")
    }
    let reload = try client.reload(loaded.file, selecting: name, until: deadline)
    let found = try Report(Self.withProfile(reload.status), file: loaded.file)
    let file = loaded.file ?? "the configuration"
    try report(found, note: reload.otherFile.map { "from \($0), which swiped uses; \(name) is written to \(file)" } ?? "written to \(file)")
  }

  /// Selects a profile in the file.
  private func write(_ name: String) throws -> LoadedConfiguration {
    var editor = try ConfigurationEditor(opening: file.config, environment: relevantEnvironment())
    let names = try editor.validated().profiles.names
    guard names.contains(name) else { throw ProfileError(unknown: name, names: names) }
    try editor.select(profile: name)
    return try editor.saveForCommand()
  }

  // MARK: The daemon

  private static func withProfile(_ status: Status) throws(SocketError) -> Status {
    if status.profile == nil { throw .unknownAnswer }
    return status
  }

  private func report(_ report: Report, note: String?) throws {
    if json { return try StandardOutput.write(json: JSONCoding.encode(report)) }
    try StandardOutput.write(lines: [
      "active     \(report.profile)" + (note.map { " (\($0))" } ?? ""), "available  \(report.profiles.joined(separator: ", "))",
    ])
  }

  /// For the shell: those of the user's own file.
  static var knownNames: [String] {
    let loaded = try? LoadedConfiguration.load(explicit: nil, environment: relevantEnvironment())
    return (loaded?.profiles ?? Profiles(unselected: .ofService)).names
  }
}

/// What the command found or changed.
private struct Report: Encodable {
  let profile: String
  let profiles: [String]
  /// The file that was read or written.
  @WritesNull var file: String?
  let running: Bool

  init(profile: String, profiles: [String], file: String?, running: Bool) {
    (self.profile, self.profiles, self.file, self.running) = (profile, profiles, file, running)
  }

  init(_ status: Status, file: String? = nil) {
    self.init(profile: status.profile ?? "", profiles: status.profiles ?? [], file: file, running: true)
  }
}
