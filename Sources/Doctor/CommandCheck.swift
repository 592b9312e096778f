import Platform
import Settings
import SystemPackage
import Systemd
import UserErrors

/// What is known about the commands of `[[on]]`.
package struct CommandFacts: Sendable {
  /// Nil if the configuration cannot be read.
  package var loaded: LoadedConfiguration?
  package var search: CommandSearch
  /// Whose PATH it has, such as `swiped (process 42)`.
  package var owner: String

  package init(_ loaded: LoadedConfiguration?, _ search: CommandSearch, of owner: String) {
    (self.loaded, self.search, self.owner) = (loaded, search, owner)
  }

  /// One finding for each command that cannot be started; none without commands.
  package func check() -> [Finding] {
    guard let loaded, !loaded.configuration.commands.isEmpty else { return [] }
    let problems = loaded.commandProblems(search)
    if problems.isEmpty {
      let count = loaded.configuration.commands.count
      return [
        .ok("commands", "each of the \(count) in [[on]] is found with PATH of \(owner)").saying(.commandsFound, ["count": "\(count)"])
      ]
    }
    return problems.map { problem in
      let values = ["file": problem.file, "cause": problem.cause]
      if case .command? = problem.fix { return .failed("commands", problem.userError).saying(.commandProblem, values) }
      return .failed("commands", problem.description, fix: problem.place.map { FixCommand.edit(problem.file, line: $0.line) })
        .saying(.commandProblem, values)
    }
  }
}

extension CommandFacts {
  /// The commands run with the environment of the daemon: that of the one which runs, else that in which the service manager starts it, else
  /// this one.
  static func gathered(
    _ configuration: ConfigurationFacts, _ socket: SocketFacts, _ unit: UnitFacts, environment: [String: String]
  ) -> CommandFacts {
    let loaded = try? configuration.loaded.get()
    let own = CommandFacts(loaded, CommandSearch(environment: environment), of: "this program")
    guard let loaded, !loaded.configuration.commands.isEmpty else { return own }
    for process in processes(socket, unit.manager.service) {
      guard let text = Files.text(of: "/proc/\(process)/environ"), !text.isEmpty else { continue }
      let environment = [String: String](environment: text.split(separator: "\0"))
      let folder = Files.target(of: FilePath("/proc/\(process)/cwd"))?.string ?? "/"
      return CommandFacts(loaded, CommandSearch(environment: environment, workingFolder: folder), of: "swiped (process \(process))")
    }
    guard unit.manager.service?.load == "loaded", !socket.isGiven,
      let manager = try? UserServiceManager(environment: environment).environment()
    else { return own }
    // Where it starts services, unless they say otherwise.
    let folder = environment["HOME"] ?? "/"
    let search = CommandSearch(environment: environment.merging(manager) { $1 }, workingFolder: folder)
    return CommandFacts(loaded, search, of: "the user's service manager")
  }

  /// The processes that may be the daemon, the likeliest first.
  private static func processes(_ socket: SocketFacts, _ service: UnitState?) -> [Int32] {
    let listener = socket.listener.flatMap { $0.name == "swiped" && $0.user == socket.userID ? $0.id : nil }
    let main = service.flatMap { !socket.isGiven && $0.isRunning && $0.processID > 0 ? Int32(exactly: $0.processID) : nil }
    return [listener, main].compactMap { $0 }
  }
}
