import App
import ArgumentParser
import Platform
import Product
import SystemPackage
import Traces

/// What the commands that open the app have in common.
struct AppOptions: ParsableArguments {
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp("Configuration file to change, which swiped must also use.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: ArgumentHelp("Port of the page; 0 means any free port.", valueName: "number"))
  var port = 0

  @Flag(name: .customLong("no-open"), help: "Only print the address of the page.")
  var noOpen = false

  @Flag(help: "Keep running after the last page has closed.")
  var stay = false

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port)") }
  }

  /// The command that starts the picture worker. Where one file is all programs, only its name makes it swipectl.
  private static var worker: [String] {
    let file = FilePath(Files.resolve("/proc/self/exe") ?? CommandLine.arguments[0])
    return [file.removingLastComponent().appending("swipectl").string, PictureWorkerCommand.configuration.commandName ?? ""]
  }

  /// Serves the page until it is closed.
  ///
  /// - Parameters:
  ///   - view: the name of the view that is shown first.
  ///   - deck: the folder to sort.
  func serve(_ view: String, deck: DeckStore? = nil) throws {
    let environment = relevantEnvironment()
    let end = try AppEnd()
    var limits = AppLimits()
    if stay { limits.stayTime = nil }
    let content = AppContent(
      daemon: try connection.path, deck: deck, pictures: Pictures(command: Self.worker),
      wrongSwipes: try? WrongSwipes(environment: environment), config: config, environment: environment,
      service: ServiceRequests(config: config, socket: connection.socket), cameras: CameraRequests())
    let server = AppServer(limits, content) { end.signal(.lastPageClosed) }
    // The browser keeps the name of the view where the server leads it on.
    let address = "\(try server.start(port: port))#\(view)"
    try StandardOutput.write(lines: [address])
    let file = try? PageFile(address, environment: environment)
    PageOpener.open(noOpen ? nil : PageFile.address(of: file))
    let reason = end.wait()
    _ = consume file
    StandardError.line("swipectl: \(reason == .lastPageClosed ? "the last page has closed; stopped" : "stopped")")
    for line in deck?.summary ?? [] { StandardError.line("swipectl: \(line)") }
    // The process that decodes pictures ends with its connection: a picture that it is busy with need not be waited for.
    server.stop()
  }
}
