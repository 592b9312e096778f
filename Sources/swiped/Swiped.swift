import ArgumentParser
import Dispatch
import EventProtocol
import Glibc
import Platform
import Programs
import Reports
import UserErrors

package struct Swiped: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "swiped",
    abstract: "Turn thumb gestures in front of the webcam into swipes.",
    discussion: """
      Thumb up is a swipe to the right, thumb down a swipe to the left. The thumb must come back to the height of the wrist \
      before the next swipe. Each swipe is a key press (right arrow, left arrow) and an event on a Unix socket.

      To try it without a camera:  swiped run --watch --no-keys --source synthetic
      To watch a running daemon:   swipectl watch
      """,
    version: Version.current,
    subcommands: [RunCommand.self])

  /// The number of files that the daemon may open in addition to the standard streams. With a camera, a keyboard and the system bus it has
  /// 26 open, and 9 more while a reload compiles the models; the rest are for connections that ask for the status.
  private static let openFiles = 40

  package init() {}

  /// Not `async`: the runtime of an asynchronous main function opens files before their limit can be checked.
  package static func main() {
    StandardStreams.prepare()
    // Each thread that allocates would get a heap of its own: 4 MiB more in all, which nobody uses.
    Memory.useOneHeap()
    Memory.disableHugePages()
    do {
      var command = try parseProgram()
      guard let run = command as? RunCommand else { return try command.run() }
      try OpenFileLimit.ensure(free: openFiles)
      Task {
        do { try await run.run() } catch { exit(reporting: error) }
        // Not exit(3), which would take the inference runtime apart under a reload that loads models.
        fflush(nil)
        _exit(EXIT_SUCCESS)
      }
    } catch {
      exit(reporting: error)
    }
    dispatchMain()
  }
}
