import ArgumentParser
import Glibc
import UserErrors

/// The commands of all programs, by which each recognizes those of another one.
package enum ProgramCommands {
  package static let all: [(program: String, commands: [String])] = [
    ("swiped", ["run"]),
    (
      "swipectl",
      [
        "open", "setup", "calibrate", "demo", "doctor", "cameras", "allow-keys", "status", "watch", "pause", "resume", "toggle",
        "inhibit", "wrong", "profile", "apps", "reload", "panel", "record", "deck", "bridge", "request",
      ]
    ),
  ]

  /// The error of arguments that name no command of the program; nil if they do, or begin with an option.
  ///
  /// - Parameters:
  ///   - arguments: those of the program, without its name.
  ///   - program: a program that has commands.
  ///   - known: all its commands, those that are not shown included.
  ///   - nested: the commands of each that has commands itself.
  package static func error(
    in arguments: [String], of program: String, known: [String], nested: [String: [String]] = [:]
  ) -> UserError? {
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    let isHelp = first == "help"
    let words = isHelp ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : [first]
    guard let name = words.first else { return nil }
    let help: Fix.Words = "`\(words: program) --help`"
    guard known.contains(name) || name == "help" else { return unknown(name, of: program, isHelp: isHelp, help: help) }
    if let commands = nested[name] {
      return error(in: isHelp ? Array(words.dropFirst()) : Array(arguments.dropFirst().prefix(1)), of: "\(program) \(name)", commands)
    }
    return unexpected(after: words, help)
  }

  /// The error of words that name no command of one that has commands, such as `swipectl deck cpoy`.
  private static func error(in words: [String], of command: String, _ known: [String]) -> UserError? {
    guard let name = words.first, !name.hasPrefix("-") else { return nil }
    let help: Fix.Words = "`\(words: command) --help`"
    if known.contains(name) { return unexpected(after: words, help) }
    let fix = meant(by: name, among: known, help) ?? "see \(help)"
    return UserError("there is no command \(quoted("\(command) \(name)"))", fix: .action(fix), exitStatus: .usage)
  }

  /// The error of a word after that of a command; nil without one.
  private static func unexpected(after words: [String], _ help: Fix.Words) -> UserError? {
    guard words.count > 1 else { return nil }
    return UserError("unexpected argument \(quoted(words[1]))", fix: "see \(help)", exitStatus: .usage)
  }

  /// The fix for a word that is near the name of a command; nil if it is not.
  private static func meant(by word: String, among known: [String], _ help: Fix.Words) -> Fix.Words? {
    nearestName(to: word, among: known).map { "did you mean \"\(words: $0)\"? See \(help)" }
  }

  private static func unknown(_ name: String, of program: String, isHelp: Bool, help: Fix.Words) -> UserError {
    func command(_ program: String, _ name: String) -> ShellCommand { isHelp ? "\(program) help \(name)" : "\(program) \(name)" }
    let others = all.filter { $0.program != program }
    if let other = others.first(where: { $0.commands.contains(name) }) {
      return UserError(
        "\(quoted(name)) is a command of \(other.program)", fix: .command(command(other.program, name)), exitStatus: .usage)
    }
    var fix: Fix.Words = "see \(help)"
    if let own = meant(by: name, among: (all.first { $0.program == program }?.commands ?? []) + ["help"], help) {
      fix = own
    } else {
      for other in others {
        guard let nearest = nearestName(to: name, among: other.commands) else { continue }
        fix = "did you mean \(command(other.program, nearest))? See \(help)"
      }
    }
    return UserError("there is no command \(quoted(name))", fix: .action(fix), exitStatus: .usage)
  }

  private static func quoted(_ text: String) -> String { "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\"" }
}

extension ParsableCommand {
  /// Parses the arguments of the program, after a check of what the parser would not explain.
  ///
  /// - Throws: `UserError` for a command that does not exist; the errors of the parser, and its requests for help.
  package static func parseProgram() throws -> any ParsableCommand {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let known = configuration.subcommands.map { $0._commandName }
    let parents = configuration.subcommands.filter { !$0.configuration.subcommands.isEmpty }
    let nested = parents.map { ($0._commandName, $0.configuration.subcommands.map { $0._commandName }) }
    let error = ProgramCommands.error(in: arguments, of: _commandName, known: known, nested: Dictionary(uniqueKeysWithValues: nested))
    if !known.isEmpty, let error { throw error }
    // Options behind those of the program to run are not ours, which the parser does not know of the first one either.
    let runner = configuration.subcommands.first { $0._commandName == arguments.first && $0 is any CommandWithProgram.Type }
    if let runner {
      switch arguments.dropFirst().first {
      case "-h", "--help": throw CleanExit.helpRequest(runner)
      case "-V", "--version": throw CleanExit.message(configuration.version)
      default: return try parseAsRoot(arguments)
      }
    }
    // What most programs print for -V.
    let options = arguments.prefix { $0 != "--" }.map { $0 == "-V" ? "--version" : $0 }
    return try parseAsRoot(options + arguments.dropFirst(options.count))
  }
}

/// A command that runs a program, whose name and arguments are the rest of its own.
package protocol CommandWithProgram: ParsableCommand {}
