import ArgumentParser
import EventProtocol

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
}
