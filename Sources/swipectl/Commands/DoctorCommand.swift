import ArgumentParser
import EventProtocol
import Platform
import Product
import Reports

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check everything swiped needs, with a fix for each problem.",
    discussion: """
      Each check prints "ok", "note" (nothing is wrong, but there is something to know), or "FAIL" and a command to fix the problem.
      """)

  @Option(
    help: ArgumentHelp("Configuration file, instead of ~/.config/swiped/swiped.toml.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Path of the daemon's socket, unless it is the default.", valueName: "path"))
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
    findings += configurationFacts.check() + configurationFacts.checkProfile()
    let socketFacts = SocketFacts.gathered(
      given: socket, configured: chosen.socket.path, environment: environment, manager: unit.manager)
    findings.append(socketFacts.check(unit.manager.service))
    findings.append(unit.check(installation))
    return findings
  }
}
