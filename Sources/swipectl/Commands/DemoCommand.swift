import ArgumentParser
import Demo
import Dispatch
import Glibc
import Platform
import Synchronization
import SystemPackage

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show your hand and your swipes on a page in the browser.",
    discussion: """
      Serves a page on 127.0.0.1, for the browser that opens it first and for nobody else, and opens it. The page shows cards that your \
      thumb moves, a game with your fingers, your hand's joints, and what the gesture settings make of them.

      It ends 10 s after the last page has closed, and at Ctrl-C.
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
    let deck = try deck.map { try DeckStore(folder: CommandLinePaths.path(for: $0)) }
    try ServiceStart.ensureRunning(connection) { StandardError.line("swipectl: \($0)") }
    let end = try DemoEnd()
    var limits = DemoLimits()
    if stay { limits.stayTime = nil }
    let pictures = Pictures(command: Self.worker)
    let server = DemoServer(limits, DemoContent(daemon: try connection.path, deck: deck, pictures: pictures)) {
      end.signal(.lastPageClosed)
    }
    let address = try server.start(port: port)
    try StandardOutput.write(lines: [address])
    if !noOpen { PageOpener.open(address) }
    StandardError.line("swipectl: the page is at the address above; Ctrl-C ends it")
    if end.wait() == .lastPageClosed { StandardError.line("swipectl: the last page has closed; ending") }
    server.stop()
    pictures.stop()
  }
}

/// Decodes the pictures of `swipectl demo`, which starts it.
struct DemoWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-worker", abstract: "Decode the pictures of swipectl demo, which starts this.", shouldDisplay: false)

  func run() throws { try PictureWorker.run() }
}

/// Why the demo ends.
private enum DemoEndReason: Sendable { case interrupted, lastPageClosed }

/// Waits for the end of the demo: Ctrl-C and its like, or the last page.
private final class DemoEnd: Sendable {
  private let wakeup: Wakeup
  private let reason = Mutex(DemoEndReason.interrupted)
  private let sources: Mutex<[any DispatchSourceProtocol]>

  init() throws {
    let wakeup = try Wakeup()
    self.wakeup = wakeup
    sources = Mutex(
      [SIGINT, SIGTERM, SIGHUP].map { number in
        Glibc.signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { wakeup.signal() }
        source.resume()
        return source
      })
  }

  func signal(_ reason: DemoEndReason) {
    self.reason.withLock { $0 = reason }
    wakeup.signal()
  }

  func wait() -> DemoEndReason {
    while Platform.wait(for: wakeup.descriptor, wake: -1) != .ready {}
    return reason.withLock { $0 }
  }
}

/// Opens an address in the user's browser.
private enum PageOpener {
  static func open(_ address: String) {
    // Without a screen, xdg-open would start a browser in this terminal.
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return askToOpen() }
    // xdg-open may run for as long as the browser that it starts.
    DispatchQueue.global().async {
      do {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
        let opener = try ChildProcess(["xdg-open", address], output: nowhere.number, errors: nowhere.number)
        if opener.wait().status != 0 { askToOpen() }
      } catch {
        askToOpen()
      }
    }
  }

  private static func askToOpen() { StandardError.line("swipectl: no browser was opened; open the address above in one") }
}
