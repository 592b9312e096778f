import ArgumentParser
import Camera
import EventProtocol
import Glibc
import Settings

struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List the cameras: what they deliver, which one `auto` takes and why, and who has them open.",
    discussion: """
      swiped need not run, and one that runs is not disturbed. `device` in the configuration takes a path, an id or a part \
      of a name as they stand here.

      Exit status: 0 when there is a camera to use, 66 without one, 77 when the only ones may not be opened, 78 when the \
      configuration has errors (the cameras are listed nonetheless).

      With --json, an array with an object for each camera.
      """)

  @Option(
    help: ArgumentHelp("Configuration file (default: ~/.config/swiped/swiped.toml, if it is there).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    let configuration = ConfigurationFacts.gathered(explicit: config, environment: relevantEnvironment())
    let wanted = configuration.configuration.camera.device
    let listings = CameraListing.all()
    let configured = wanted == "auto" ? nil : CameraCheckFacts.node(of: wanted)
    let path = try? configured?.get()
    let reports = listings.map { CameraReport($0, isConfigured: $0.path == path) }
    if json {
      _ = try StandardOutput.line(JSONCoding.encode(reports))
    } else if !reports.isEmpty {
      _ = try StandardOutput.line(reports.map(\.text).joined(separator: "\n\n"))
    }
    if case .failure(let error) = configuration.loaded {
      for problem in error.problems { StandardError.line("swipectl: \(problem)") }
      throw ExitCode(ConfigurationError.exitCode)
    }
    if case .failure(let error) = configured ?? CameraCheckFacts.node(of: "auto") {
      StandardError.line("swipectl: \(error.message)")
      throw ExitCode(error.exitStatus)
    }
  }
}
