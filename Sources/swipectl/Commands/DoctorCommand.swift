import ArgumentParser
import EventProtocol
import Platform
import Product
import Reports

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check everything swiped needs, and print the command that fixes each problem.",
    discussion: """
      swiped need not be running; a running one is not disturbed. Each check prints a line that begins with "ok", "note" \
      (nothing is wrong, but there is something to know) or "FAIL", followed by the command that fixes the problem. Where the \
      cause is uncertain, as with a process that may be doing useful work, the command only shows more about it.

      Exit status: 0 when no check fails, 1 when one does.

      With --json, an array with one object for each line: {"check", "ok", "message", "fix"}; fix is null when no command helps.
      """)

  @Option(
    help: ArgumentHelp("Configuration file (default: ~/.config/swiped/swiped.toml, if it exists).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Path of the socket (default: socket.path of the configuration, or $XDG_RUNTIME_DIR/swiped/swiped.sock).", valueName: "path"))
  var socket: String?

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    let findings = Self.examine(config: config, socket: socket)
    if json {
      try StandardOutput.write(json: JSONCoding.encode(findings))
    } else {
      try StandardOutput.write(lines: findings.flatMap(\.lines))
    }
    if findings.contains(where: { $0.verdict == .failed }) { throw ExitCode(.failure) }
  }

  /// The findings in the order in which their commands are to be run: the service is started last, when everything it needs is there
  /// and a stale socket is removed (its own socket must not be).
  static func examine(config: String?, socket: String?) -> [Finding] {
    let environment = relevantEnvironment()
    let installation = Installation.current
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
    let socketFacts = SocketFacts.gathered(
      given: socket, configured: chosen.socket.path, environment: environment, manager: unit.manager)
    findings.append(socketFacts.check(unit.manager.service))
    findings.append(unit.check(installation))
    return findings
  }
}
