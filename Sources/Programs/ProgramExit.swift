import ArgumentParser
import Glibc
import Platform
import UserErrors

extension ParsableCommand {
  /// Runs the command that the arguments name, and ends the program if it fails.
  package static func runProgram() {
    StandardStreams.prepare()
    do {
      var command = try parseProgram()
      try command.run()
    } catch {
      exit(reporting: error)
    }
  }

  /// Ends the program: writes an error to standard error and exits with its status.
  ///
  /// - Parameter error: what parsing or running the command threw; also a request for help, which goes to standard output.
  package static func exit(reporting error: any Error) -> Never {
    switch error {
    case let code as ExitCode: Glibc.exit(code.rawValue)
    case is any UserFacingError: end(with: UserError(error))
    default: break
    }
    switch exitCode(for: error) {
    case .success:
      let text = fullMessage(for: error)
      let own = text == helpMessage() ? groupedHelp : nil
      let shown = own ?? text.replacing("\n  --version     ", with: "\n  -V, --version ").fittingAScreen
      do { try StandardOutput.write(text: shown + "\n") } catch { end(with: error) }
      Glibc.exit(ExitStatus.success.rawValue)
    case .validationFailure:
      // The parser would add its usage below; every other error is one line as well.
      end(with: usageError(UsageMessage(message(for: error))))
    default: end(with: UserError(message(for: error), exitStatus: .internalError))
    }
  }

  private static func end(with error: UserError) -> Never {
    if error.exitStatus != .success {
      for line in error.lines { StandardError.line(error.isVerbatim ? line : "\(_commandName): \(line)") }
    }
    Glibc.exit(error.exitStatus.rawValue)
  }

  /// The help of a program with groups of commands; nil for one without. It fits a screen, which the parser's own help does not.
  private static var groupedHelp: String? {
    guard !configuration.groupedSubcommands.isEmpty else { return nil }
    let width = configuration.subcommands.map { $0._commandName.count }.max() ?? 0
    let groups = configuration.groupedSubcommands.map { group in
      let lines = group.subcommands.map { command in
        let name = command._commandName
        return "  \(name)\(String(repeating: " ", count: width + 2 - name.count))\(command.configuration.abstract)"
      }
      return lines.joined(separator: "\n")
    }
    let usage = "USAGE: \(_commandName) COMMAND [OPTIONS]; see \(_commandName) COMMAND --help, man \(_commandName)."
    return "\(usage)\n\(groups.joined(separator: "\n\n"))"
  }

  /// The error of arguments that do not fit, with the command whose help lists what was expected: with its subcommand, if one was given.
  private static func usageError(_ message: UsageMessage) -> UserError {
    let arguments = CommandLine.arguments.dropFirst()
    let commands = Dictionary(uniqueKeysWithValues: configuration.subcommands.map { ($0._commandName, $0) })
    let command = arguments.lazy.compactMap { commands[$0] }.first
    let isFirst = command?._commandName == arguments.first
    let nested = command?.configuration.subcommands.first { $0._commandName == arguments.dropFirst().first }
    let names = [_commandName, command?._commandName, nested?._commandName].compactMap { $0 }
    let help: Fix.Words = "`\(words: names.joined(separator: " ")) --help`"
    var fix: Fix.Words = "see \(help)"
    if let hint = message.hint { fix = "\(words: hint)\(words: hint.hasSuffix("?") ? " See" : "; see") \(help)" }
    if command != nil, !isFirst { fix = "options follow the command; see \(help)" }
    return UserError(message.cause, fix: .action(fix), exitStatus: .usage)
  }
}

extension ExitCode {
  /// The end of a command that has reported its errors.
  package init(_ status: ExitStatus) { self.init(status.rawValue) }
}

extension String {
  /// A text of help, without the blank line before the usage if a screen of 24 lines has no space for it.
  fileprivate var fittingAScreen: String {
    let text = hasSuffix("\n") ? String(dropLast()) : self
    return text.count(where: \.isNewline) < 24 ? text : text.replacing("\n\nUSAGE: ", with: "\nUSAGE: ")
  }
}
