import ArgumentParser
import EventSocket
import Glibc
import Platform
import Product
import Reports
import Traces

struct WrongCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wrong",
    abstract: "Mark the last swipe as wrong, right after it was made.",
    discussion: """
      Keeps what swiped saw in the last ten seconds: the joints of the hands, what was decided, the swipes, the gesture settings and the \
      camera's name, and no pictures. Nothing is kept without this command, or the button of `swipectl demo` that does the same.

      Each swipe is a file in ~/.local/share/swiped/wrong (below $XDG_DATA_HOME, if that is set), which only you can read. At most 100 are \
      kept, and the oldest makes room for a new one. Files that are deleted there are forgotten.

      `swipectl calibrate` and `swipectl setup` propose settings by which these swipes are not made. Each file is a trace that a bug report \
      can carry, and that makes the same swipe again:
        swiped run --no-keys --events --source trace:FILE

      Exit status: 69 when swiped is not running or there was no swipe in the last ten seconds, 70 when it does not answer, 66 or 77 when \
      the folder cannot be read, 73 when the file cannot be created, 74 when it cannot be written, 78 when no folder is known.
      """)

  /// The time that the daemon has to answer.
  private static let patience = Duration.seconds(10)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Mark nothing; print the files of the swipes that are kept, each on a line, quoted for a shell.")
  var list = false

  func run() throws {
    let swipes = try WrongSwipes(environment: relevantEnvironment())
    if list { return try StandardOutput.write(lines: swipes.lines) }
    let deadline = Deadline(after: Self.patience)
    var client = try connection.connectWithoutSubscriptions(until: deadline)
    let recording = try client.recentRecording(until: deadline)
    try StandardOutput.write(lines: swipes.keep(recording, nowNs: monotonicNs(), nowUnixS: time(nil)).lines)
  }
}
