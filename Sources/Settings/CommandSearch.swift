import Glibc
import Platform
import SystemPackage
import UserErrors

/// Where the commands of `[[on]]` are searched for, as posix_spawnp(3) does it.
package struct CommandSearch: Sendable, Equatable {
  /// The folders of PATH. An empty one is the working folder.
  private let folders: [String]
  /// Where a path begins that is not absolute.
  private let workingFolder: String
  /// What a person means by `~`; nil if that is not known.
  private let home: String?

  /// - Parameters:
  ///   - environment: where PATH and HOME are looked up: that of the daemon.
  ///   - workingFolder: the daemon's.
  package init(environment: [String: String], workingFolder: String = ".") {
    // Without PATH, the C library searches these.
    let path = environment["PATH"] ?? "/bin:/usr/bin"
    folders = path.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.workingFolder = workingFolder
  }

  /// Why a program cannot be started, and the fix; nil if nothing is known that keeps it from that.
  package func fault(of program: String) -> CommandFault? {
    if program.contains("/") { return fault(at: path(program, in: workingFolder), of: program) }
    var first: CommandFault?
    for path in paths(of: program) where Files.exists(path) {
      guard let fault = fault(at: path, of: program) else { return nil }
      if fault.endsSearch { return fault }
      first = first ?? fault
    }
    if let first { return first }
    let listed = folders.joined(separator: ":").printable
    return CommandFault("\(quoted(program)) is in no folder of PATH (\(listed))", shellFix(program) ?? "install it, or write its full path")
  }

  /// Where a name without a slash is searched for.
  private func paths(of name: String) -> [String] { folders.map { path(name, in: path($0, in: workingFolder)) } }

  /// Whether there is a program, whatever it needs itself.
  private func finds(_ program: String) -> Bool {
    let paths = program.contains("/") ? [path(program, in: workingFolder)] : paths(of: program)
    return paths.contains { Files.status(of: $0)?.type == .regular && access($0, X_OK) == 0 }
  }

  private func path(_ name: String, in folder: String) -> String {
    name.isEmpty ? folder : name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// - Parameters:
  ///   - path: where the file is.
  ///   - program: as it is written.
  private func fault(at path: String, of program: String) -> CommandFault? {
    let name = quoted(program.contains("/") ? program : path)
    let status: Stat
    do throws(Errno) { status = try Stat(FilePath(path)) } catch {
      guard error == .noSuchFileOrDirectory || error == .notDirectory else {
        return CommandFault("\(name): \(error)", "name another file, or give this user access to it")
      }
      return CommandFault("\(name) does not exist", shellFix(program) ?? "install it, or write the path of a file that does")
    }
    switch status.type {
    case .regular where path.hasSuffix("/"): return CommandFault("\(name) is a file, and no folder", "remove the slash at its end")
    case .regular: break
    case .directory: return CommandFault("\(name) is a folder", "name a program in it")
    default: return CommandFault("\(name) is not a regular file", "name a program")
    }
    // Who does not own a file cannot change it, but for root.
    let isOwn = geteuid() == 0 || status.userID.rawValue == geteuid()
    guard access(path, X_OK) == 0 else {
      return CommandFault(
        "\(name) is not executable", isOwn ? .command("chmod +x \(FilePath(path))") : "name a program that this user may execute")
    }
    return Script(path).flatMap { fault(of: $0, name, isOwn: isOwn) }
  }

  private func fault(of script: Script, _ name: String, isOwn: Bool) -> CommandFault? {
    guard let interpreter = script.interpreter else {
      return CommandFault("\(name) is a text that names no interpreter", "add a first line such as #!/bin/sh", endsSearch: true)
    }
    if script.endsWithCarriageReturn {
      return CommandFault(
        "\(name) has lines that end with a carriage return, which its interpreter takes for a part of them",
        isOwn ? .command("sed -i --follow-symlinks 's/\\r$//' \(FilePath(script.path))") : "end its lines as Linux does")
    }
    // The kernel does not search PATH for it, but env does.
    let isPresent = finds(path(interpreter, in: workingFolder))
    guard let missing = isPresent ? script.program.flatMap({ finds($0) ? nil : $0 }) : interpreter else { return nil }
    if missing.contains(" ") {
      return CommandFault("\(name): env looks for a program named \(quoted(missing))", "write env -S before it, which splits it at blanks")
    }
    return CommandFault(
      "\(name) names the interpreter \(quoted(missing)), which does not exist or is not executable",
      "install that, or correct the first line of the script")
  }

  /// The fix for what only a shell replaces or splits; nil where there is nothing of that.
  private func shellFix(_ program: String) -> Fix? {
    if let home {
      for start in ["~/", "$HOME/", "${HOME}/"] where program.hasPrefix(start) {
        return "write \(words: quoted("\(home)/\(program.dropFirst(start.count))")), since no shell replaces \(words: start.dropLast())"
      }
    }
    if program.hasPrefix("~") || program.contains("$") { return "write its full path, since no shell replaces ~ and variables" }
    return program.contains(" ") ? "write each argument as a text of its own, as in [\"playerctl\", \"next\"]" : nil
  }

  private func quoted(_ text: String) -> String { "\"\(text.printable)\"" }
}

/// Why a command cannot be started.
package struct CommandFault: Sendable, Equatable {
  package let cause: String
  package let fix: Fix
  /// Whether the rest of PATH is not searched.
  fileprivate let endsSearch: Bool

  fileprivate init(_ cause: String, _ fix: Fix, endsSearch: Bool = false) {
    (self.cause, self.fix, self.endsSearch) = (cause, fix, endsSearch)
  }
}

/// A text that is executed.
private struct Script {
  let path: String
  /// What its first line names; nil if that names nothing.
  let interpreter: String?
  /// The program that `env` looks for as the interpreter; nil for any other interpreter.
  let program: String?
  /// Whether its first line ends as on Windows, so that its end is a part of what it names.
  let endsWithCarriageReturn: Bool

  /// Nil for what is no text, and for what cannot be read.
  init?(_ path: String) {
    // More than the kernel reads of the first line.
    var bytes = [UInt8](repeating: 0, count: 256)
    guard let file = try? RegularFile(opening: FilePath(path)),
      let count = bytes.withUnsafeMutableBytes({ memory in try? file.read(into: memory) }), !bytes[..<count].contains(0)
    else { return nil }
    self.path = path
    let line = bytes[..<count].starts(with: "#!".utf8) ? bytes[2..<count].prefix { $0 != UInt8(ascii: "\n") } : []
    let text = String(decoding: line, as: UTF8.self).trimming(Self.isBlank)
    endsWithCarriageReturn = text.hasSuffix("\r")
    interpreter = text.split(whereSeparator: Self.isBlank).first.map(String.init)
    // The kernel passes all that follows as one argument.
    let argument = String(text.dropFirst(interpreter?.count ?? 0).trimming(Self.isBlank))
    let isEnv = interpreter.map { FilePath($0).lastComponent?.string == "env" } ?? false
    program = isEnv ? Self.program(of: argument) : nil
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// The program in the argument of env; nil where env has options, variables or quotes to see to.
  private static func program(of argument: String) -> String? {
    guard argument.hasPrefix("-S") else { return argument.isEmpty || argument.hasPrefix("-") || argument.contains("=") ? nil : argument }
    let named = argument.dropFirst(2).split(whereSeparator: isBlank).first.map(String.init)
    return named.flatMap { $0.hasPrefix("-") || $0.contains { "=\"'\\$".contains($0) } ? nil : $0 }
  }
}

extension LoadedConfiguration {
  /// What keeps commands of `[[on]]` from being started, at their places. It keeps nothing else from being used, since a command may be
  /// installed later.
  package func commandProblems(_ search: CommandSearch) -> [ConfigurationProblem] {
    configuration.commands.enumerated().compactMap { index, command in
      guard let program = command.run.first, let fault = search.fault(of: program) else { return nil }
      let entry = places["on", "\(index)", "run"] ?? places["on"]
      return ConfigurationProblem(
        file: file ?? "built-in defaults", place: entry?.value ?? entry?.key, cause: "on.run: \(fault.cause)", fix: fault.fix)
    }
  }
}
