import App
import ArgumentParser
import Platform
import Programs
import Reports
import Traces
import UserErrors

struct WrongCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wrong",
    abstract: "Mark the last swipe as wrong, within ten seconds.",
    discussion: """
      Keeps what swiped saw in the last ten seconds, but no pictures. `swipectl calibrate` and `swipectl setup` then propose settings that \
      avoid this swipe.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Only list the files of the swipes kept, quoted for a shell.")
  var list = false

  func run() throws {
    let swipes = try WrongSwipes(environment: relevantEnvironment())
    if list {
      let lines = try swipes.lines
      // For people: a program gets an empty list.
      if lines.isEmpty { StandardError.line("swipectl: no swipe is kept; run `swipectl wrong` right after one that you did not mean") }
      // As they are, for a shell, also where people would get other signs.
      return try StandardOutput.write(bytes: lines.map { "\($0.printable)\n" }.joined().utf8)
    }
    try StandardOutput.write(lines: swipes.keepLast(of: connection.path).lines)
  }
}
