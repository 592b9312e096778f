import ArgumentParser
import Camera
import Doctor
import EventProtocol
import Platform
import Programs
import UserErrors

struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List the cameras and their formats.",
    discussion: """
      Also shows which camera `auto` selects and why, the size that is taken and why, and which programs have a camera open. `device` in the \
      configuration accepts a path, an id, or part of a name from this list.
      """)

  @OptionGroup var file: ConfigurationFileOption

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    let configuration = ConfigurationFacts.gathered(explicit: file.config, environment: relevantEnvironment())
    let settings = configuration.configuration.camera
    let listings = CameraListing.all(backend: settings.backend)
    let configured = settings.device == "auto" ? nil : CameraCheckFacts.node(of: settings)
    let path = try? configured?.get()
    let reports = listings.map { CameraReport($0, isConfigured: $0.path == path, request: CameraRequest(settings)) }
    if json {
      try StandardOutput.write(json: JSONCoding.encode(reports))
    } else if !reports.isEmpty {
      try StandardOutput.write(lines: Array(reports.map(\.lines).joined(separator: [""])))
    }
    _ = try configuration.loaded.get()
    _ = try (configured ?? CameraCheckFacts.node(of: settings)).get()
  }
}

/// Finds the programs that have a camera open, for the daemon, which cannot see them from its sandbox.
struct CameraUseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera-use", abstract: "Print which programs have a camera open, for swiped, which starts this.", shouldDisplay: false)

  @Argument var device: String

  @Option(help: "A process to leave out.")
  var except: Int32?

  func run() throws { try StandardOutput.write(json: JSONCoding.encode(CameraUse.find(device, except: except))) }
}
