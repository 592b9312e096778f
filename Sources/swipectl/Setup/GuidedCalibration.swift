import App
import ArgumentParser
import Calibration
import EventSocket
import Gestures
import Glibc
import Platform
import Programs
import Settings
import Traces
import UserErrors

/// What `setup` and `calibrate` have in common: the recording, the proposal, the question, and the change of the file.
struct GuidedCalibration: ParsableArguments {
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Configuration file to change; swiped must use the same one.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Profile to calibrate and to select. (default: the selected one, if it has a section [profile.NAME]; else daily)", valueName: "name"),
    completion: .custom { _, _, _ in ProfileCommand.knownNames })
  var profile: String?

  @Flag(name: .shortAndLong, help: "Write the proposal without asking.")
  var yes = false

  static let introduction = "This takes a minute. No keys are pressed. Ctrl-C quits without changes."

  func change() throws -> GestureChange {
    try GestureChange(ConfigurationEditor(opening: config, environment: relevantEnvironment()), profile: profile)
  }

  /// - Parameter asksForUnlock: whether to ask whether a thumb must be shown twice before swipes.
  func run(_ change: GestureChange, asksForUnlock: Bool = false, on screen: LiveScreen, _ interrupts: Interrupts) throws {
    var change = change
    let settings = try change.profileSettings
    let skip: (String) throws -> Void = { try screen.line("note: skipped \($0)") }
    var kept: WrongSwipes?
    do throws(UserError) { kept = try WrongSwipes(environment: relevantEnvironment()) } catch { try skip("\(error)") }
    let wrongSwipes = try WrongSwipe.all(in: kept, skip: skip)
    var recording = try Calibrator(
      connection: connection, file: change.file, profile: change.profile, settings: settings, screen: screen
    ).record()
    recording.wrongSwipes = wrongSwipes
    let proposal = recording.proposal(for: settings)
    try screen.line("")
    for line in proposal.table(profile: change.profile) { try screen.line("  \(line)") }
    try screen.line("  \(CalibrationProposal.legend)")
    try screen.line("")
    if let line = proposal.wrongSwipes(profile: change.profile) { try screen.line(line) }
    for line in proposal.explanation(profile: change.profile) { try screen.line(line) }
    try change.apply(proposal.settings)
    if asksForUnlock, !yes {
      try screen.line("")
      try change.apply(isUnlockWanted(settings, screen) ? .double : .off)
    }
    guard !change.lines.isEmpty else { return try screen.line("\(change.file) already has these settings; nothing to write.") }
    try screen.line("")
    try screen.line("Change in \(change.file):")
    for line in change.lines { try screen.line("  \(line)") }
    for note in change.notes { try screen.line("note: \(note)") }
    guard try yes || isAffirmed("Write it?", default: true, screen) else { return try screen.line("Nothing changed.") }
    interrupts.stop()
    try change.save()
    try reload(change, screen)
  }

  /// Asks whether swipes are to need a thumb that is shown twice; the default is what the file says.
  private func isUnlockWanted(_ settings: GestureSettings, _ screen: LiveScreen) throws -> Bool {
    try isAffirmed(
      "Swipe only after a double thumb? It makes accidents nearly impossible: show a thumb twice to wake the swipes for "
        + "\(settings.awakeS) s.",
      default: settings.unlock == .double, screen)
  }

  /// - Throws: `UserError` if nobody answers.
  private func isAffirmed(_ question: String, default isDefault: Bool, _ screen: LiveScreen) throws -> Bool {
    while true {
      try StandardOutput.write(text: "\(question) [\(isDefault ? "Y/n" : "y/N")] ")
      guard let answer = readLine() else {
        throw UserError(
          "no answer on standard input, so nothing changed", fix: "run it on a terminal, or with --yes", exitStatus: .usage)
      }
      switch answer.filter({ !$0.isWhitespace }).lowercased() {
      case "": return isDefault
      case "y", "yes": return true
      case "n", "no": return false
      default: try screen.line("Please answer y or n.")
      }
    }
  }

  private func reload(_ change: GestureChange, _ screen: LiveScreen) throws {
    let deadline = Deadline()
    do {
      var client = try connection.connect(until: deadline)
      if let other = try client.reload(change.file, selecting: change.profile, until: deadline).otherFile {
        return try screen.line("Written. The running swiped uses \(other), so nothing changes until it is started with this file.")
      }
      try screen.line("Written. swiped uses it now.")
    } catch let error as SocketError where error.code == .notRunning || error.code == .unavailable {
      try screen.line("Written. swiped has stopped, and uses it when it starts again.")
    }
  }
}
