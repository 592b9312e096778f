import ArgumentParser
import Doctor
import EventProtocol
import Programs
import Reports
import UserErrors

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check everything swiped needs, with a fix for each problem.",
    discussion: """
      Each check prints "ok", "note" (nothing is wrong, but there is something to know), or "FAIL" and a command to fix the problem.
      """)

  @OptionGroup var file: ConfigurationFileOption

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    let findings = Doctor.examine(config: file.config, socket: connection.socket)
    if json {
      try StandardOutput.write(json: JSONCoding.encode(findings))
    } else {
      try StandardOutput.write(lines: findings.flatMap(\.lines))
    }
    if findings.contains(where: { $0.verdict == .failed }) { throw ExitCode(.failure) }
  }
}
