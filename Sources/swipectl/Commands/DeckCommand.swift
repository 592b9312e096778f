import App
import ArgumentParser
import Platform
import Programs
import Reports
import UserErrors

struct DeckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "Act on a folder that swipectl demo --deck has sorted.",
    subcommands: [DeckCopyCommand.self])
}

struct DeckCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy the kept or the rejected files to another folder.",
    usage: "swipectl deck copy FOLDER OUTPUT --kept|--rejected",
    discussion: """
      Copies the files that `swipectl demo --deck` has sorted. Nothing is moved, deleted or overwritten: a file that OUTPUT has already \
      stays as it is.
      """)

  @Flag(help: "Copy the files that were kept.")
  var kept = false

  @Flag(help: "Copy the files that were rejected.")
  var rejected = false

  @Argument(help: ArgumentHelp("The sorted folder.", valueName: "folder"), completion: .directory)
  var folder: String

  @Argument(help: ArgumentHelp("The folder for the copies, created if it is missing.", valueName: "output"), completion: .directory)
  var output: String

  func run() throws {
    // Not while parsing, where it would hide an option that does not exist.
    guard kept || rejected else { throw ValidationError("one of --kept and --rejected is missing") }
    guard !(kept && rejected) else { throw ValidationError("--kept and --rejected exclude each other") }
    guard !folder.isEmpty, !output.isEmpty else { throw ValidationError("the name of a folder is empty") }
    let paths = CommandLinePaths.paths(for: [folder, output])
    let copy = try DeckCopy(of: paths[0], kept ? .keep : .reject)
    let outcome = try copy.copy(to: paths[1]) { StandardError.line("swipectl: \($0.userError)") }
    let failed = outcome.failed > 0 ? ", \(outcome.failed) not copied" : ""
    try StandardOutput.write(lines: ["\(outcome.copied) copied to \(paths[1].string), \(outcome.present) already there\(failed)"])
    if outcome.exitStatus != .success { throw ExitCode(outcome.exitStatus) }
  }
}
