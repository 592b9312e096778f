import App
import ArgumentParser
import Platform
import Product
import SystemPackage
import Traces

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show your hand and your swipes in the browser.",
    usage: "swipectl demo [OPTIONS]",
    discussion: """
      Opens a page that shows your hand, and cards that your swipes move. With --deck, your own pictures are the cards: \
      a swipe to the right keeps a picture, and one to the left rejects it. The choices are written to FOLDER.swiped.txt.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Port of the page; 0 means any free port.", valueName: "number"))
  var port = 0

  @Flag(name: .customLong("no-open"), help: "Only print the address of the page.")
  var noOpen = false

  @Option(
    help: ArgumentHelp(
      "Folder of JPEG and PNG files to sort.", valueName: "folder"),
    completion: .directory)
  var deck: String?

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

  func run() throws {
    // First, since its errors are the user's.
    let environment = relevantEnvironment()
    let deck = try deck.map { try DeckStore(folder: CommandLinePaths.path(for: $0)) { PageFile.find(of: $0, environment: environment) } }
    try ServiceStart.ensureRunning(connection) { StandardError.line("swipectl: \($0)") }
    let end = try AppEnd()
    var limits = AppLimits()
    if stay { limits.stayTime = nil }
    let pictures = Pictures(command: Self.worker)
    let content = AppContent(
      daemon: try connection.path, deck: deck, pictures: pictures, wrongSwipes: try? WrongSwipes(environment: environment))
    let server = AppServer(limits, content) {
      end.signal(.lastPageClosed)
    }
    let address = try server.start(port: port)
    try StandardOutput.write(lines: [address])
    let file = try? PageFile(address, environment: environment)
    PageOpener.open(noOpen ? nil : PageFile.address(of: file))
    let reason = end.wait()
    _ = consume file
    StandardError.line(reason == .lastPageClosed ? "swipectl: the last page has closed; demo stopped" : "swipectl: demo stopped")
    for line in deck?.summary ?? [] { StandardError.line("swipectl: \(line)") }
    // The process that decodes pictures ends with its connection: a picture that it is busy with need not be waited for.
    server.stop()
  }
}

/// Decodes the pictures of the app, which starts it.
struct PictureWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture-worker", abstract: "Decode the pictures of the app, which starts this.", shouldDisplay: false)

  func run() throws { try PictureWorker.run() }
}
