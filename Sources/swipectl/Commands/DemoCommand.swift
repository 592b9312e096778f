import ArgumentParser
import Demo
import Platform
import Product
import SystemPackage
import Traces

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show your hand and your swipes on a page in the browser.",
    discussion: """
      Serves a page on 127.0.0.1, for the browser that opens it first and for nobody else, and opens it. The page shows cards that your \
      thumb moves, a game with your fingers, your hand's joints, and what the gesture settings make of them.

      With --deck, a swipe to the right keeps a photo, and one to the left rejects it. What is decided is written after each swipe to \
      FOLDER.swiped.json and FOLDER.swiped.txt, beside the folder, and a later run goes on from there. Nothing in the folder is moved or \
      deleted. Symbolic links in it are left out. Only one demo at a time sorts a folder.

      In the JSON file, a card has the name of its picture as file or, if that is not UTF-8, its bytes as file_base64. In the text file, \
      each line is the choice, a tab and the name, in which a backslash, line breaks, other control characters and bytes that are not \
      UTF-8 are escapes; printf %b turns them back.

      It starts swiped if its service is installed and not running. It ends 10 s after the last page has closed, and at Ctrl-C.

      Exit status: 65 when a result of another program is in the way, 66 when the folder cannot be read or has no pictures, 69 when \
      swiped does not run, the port is taken or another demo sorts the folder, 73 when the results cannot be written.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Port of the page; 0 is any free one.", valueName: "number"))
  var port = 0

  @Flag(name: .customLong("no-open"), help: "Only print the address of the page.")
  var noOpen = false

  @Option(
    help: ArgumentHelp(
      "Folder of JPEG and PNG files to sort: a swipe to the right keeps a photo, one to the left rejects it.", valueName: "folder"),
    completion: .directory)
  var deck: String?

  @Flag(help: "Go on after the last page has closed.")
  var stay = false

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port)") }
  }

  /// The command that starts the picture worker. Where one file is all programs, only its name makes it swipectl.
  private static var worker: [String] {
    let file = FilePath(Files.resolve("/proc/self/exe") ?? CommandLine.arguments[0])
    return [file.removingLastComponent().appending("swipectl").string, DemoWorkerCommand.configuration.commandName ?? ""]
  }

  func run() throws {
    // First, since its errors are the user's.
    let environment = relevantEnvironment()
    let deck = try deck.map { try DeckStore(folder: CommandLinePaths.path(for: $0)) { PageFile.find(of: $0, environment: environment) } }
    try ServiceStart.ensureRunning(connection) { StandardError.line("swipectl: \($0)") }
    let end = try DemoEnd()
    var limits = DemoLimits()
    if stay { limits.stayTime = nil }
    let pictures = Pictures(command: Self.worker)
    let content = DemoContent(
      daemon: try connection.path, deck: deck, pictures: pictures, wrongSwipes: try? WrongSwipes(environment: environment))
    let server = DemoServer(limits, content) {
      end.signal(.lastPageClosed)
    }
    let address = try server.start(port: port)
    try StandardOutput.write(lines: [address])
    let file = try? PageFile(address, environment: environment)
    PageOpener.open(noOpen ? nil : PageFile.address(of: file))
    let reason = end.wait()
    _ = consume file
    StandardError.line(reason == .lastPageClosed ? "swipectl: the last page has closed, and so the demo ends" : "swipectl: ended")
    // The process that decodes pictures ends with its connection: a picture that it is busy with need not be waited for.
    server.stop()
  }
}

/// Decodes the pictures of `swipectl demo`, which starts it.
struct DemoWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-worker", abstract: "Decode the pictures of swipectl demo, which starts this.", shouldDisplay: false)

  func run() throws { try PictureWorker.run() }
}
