import ArgumentParser
import EventProtocol

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check everything that swiped needs, and print the commands that mend what is missing.",
    discussion: """
      swiped need not run, and one that runs is not disturbed. One line a check: "ok", "note" (nothing is wrong, and there \
      is something to know) or "FAIL", and below that the command that mends it.

      Exit status: 0 when no check fails, 1 when one does.

      With --json, an array with an object for each line: {"check", "ok", "message", "fix"}; fix is null when no command mends it.
      """)

  @Option(
    help: ArgumentHelp("Configuration file (default: ~/.config/swiped/swiped.toml, if it is there).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Where the socket is (default: as the configuration has it, or $XDG_RUNTIME_DIR/swiped/swiped.sock).", valueName: "path"))
  var socket: String?

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    let findings = Self.examine(config: config, socket: socket)
    _ = try StandardOutput.line(json ? JSONCoding.encode(findings) : Array(findings.map(\.text).joined(separator: "\n").utf8))
    if findings.contains(where: { $0.verdict == .failed }) { throw ExitCode.failure }
  }

  /// In the order in which the commands mend: the service is started when all that it needs is there, and what is stale is
  /// gone (a socket that it made itself must not be removed).
  private static func examine(config: String?, socket: String?) -> [Finding] {
    let environment = relevantEnvironment()
    let installation = Installation.gathered()
    let configurationFacts = ConfigurationFacts.gathered(explicit: config, environment: environment)
    let chosen = configurationFacts.configuration
    let unit = UnitFacts.gathered(environment: environment)

    var findings = CameraCheckFacts.gathered(configurationFacts).check()
    findings.append(UinputFacts.gathered().check(areKeysEnabled: chosen.keys.isEnabled))
    let processor = ProcessorFacts.gathered().check(precision: chosen.tracking.precision.chosen)
    findings.append(processor)
    findings += RuntimeFacts.gathered(precision: chosen.tracking.precision.chosen, isLoadable: processor.verdict != .failed).check(
      installation)
    findings += configurationFacts.check()
    let socketFacts = SocketFacts.gathered(explicit: socket ?? chosen.socket.path, environment: environment, manager: unit.manager)
    findings.append(socketFacts.check(unit.manager.service))
    findings.append(unit.check(installation))
    return findings
  }
}
