import ArgumentParser
import EventProtocol
import EventSocket

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what swiped is doing, and how fast.",
    discussion: "Latency is the time from a frame taken from the camera to its event handed out.")

  /// How long the daemon may take to say what it says at once when all is well, in seconds.
  private static let patience: Int32 = 5

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print the status as one JSON object.")
  var json = false

  func run() throws {
    var client = try connection.connect()
    // The daemon greets with its status: nothing need be asked.
    while case .line(let line) = try client.next(within: Self.patience) {
      guard case .status(let status)? = try client.event(in: line) else { continue }
      _ = try StandardOutput.line(json ? JSONCoding.encode(status) : Array(StatusReport(status).text.utf8))
      return
    }
    throw SocketError(.unavailable, "swiped ended before it told its status: systemctl --user status swiped")
  }
}
