import App
import ArgumentParser
import Platform
import Programs
import UserErrors

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the app where it shows your hand and your swipes.",
    usage: "swipectl demo [OPTIONS]",
    discussion: """
      Opens a page that shows your hand, and cards that your swipes move. With --deck, your own pictures are the cards: \
      a swipe to the right keeps a picture, and one to the left rejects it. The choices are written to FOLDER.swiped.txt and .json.
      """)

  @OptionGroup var options: AppOptions

  @Option(
    help: ArgumentHelp(
      "Folder of JPEG and PNG files to sort.", valueName: "folder"),
    completion: .directory)
  var deck: String?

  func run() throws {
    // First, since its errors are the user's.
    let environment = relevantEnvironment()
    let deck = try deck.map { try DeckStore(folder: CommandLinePaths.path(for: $0)) { AddressFile.find(of: $0, environment: environment) } }
    try ServiceStart.ensureRunning(options.connection) { StandardError.line("swipectl: \($0)") }
    try options.serve("cards", deck: deck)
  }
}

/// Decodes the pictures of the app, which starts it.
struct PictureWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture-worker", abstract: "Decode the pictures of the app, which starts this.", shouldDisplay: false)

  func run() throws { try Pictures.runWorker() }
}
