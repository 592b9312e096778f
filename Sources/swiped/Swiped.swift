import ArgumentParser
import EventProtocol
import Foundation

@main
struct Swiped: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swiped",
    abstract: "Turns thumb gestures before the webcam into swipes.",
    discussion: """
      Thumb up is a swipe to the right, thumb down a swipe to the left; in between the hand rests, and the next gesture \
      counts anew. A swipe is a key press (arrow right, arrow left), and an event on a Unix socket.

      To try it without a camera:  swiped run --source synthetic --no-keys --events
      To watch a running daemon:   swipectl watch
      """,
    version: Version.current,
    subcommands: [RunCommand.self])

  static func main() async {
    do {
      var command = try parseOrComplain()
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      exit(withError: error)
    }
  }

  /// The command of the command line; what is wrong with it is said.
  private static func parseOrComplain() throws -> any ParsableCommand {
    do {
      return try parseAsRoot()
    } catch  where exitCode(for: error) == .validationFailure {
      // The parser would add its usage below; every other error is one line as well.
      let help = CommandLine.arguments.dropFirst().first == "run" ? "swiped run --help" : "swiped --help"
      let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ")
      FileHandle.standardError.write(Data("swiped: \(message); see `\(help)`\n".utf8))
      throw ExitCode.validationFailure
    }
  }
}
