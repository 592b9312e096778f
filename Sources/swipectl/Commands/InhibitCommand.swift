import ArgumentParser
import Dispatch
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Synchronization
import SystemPackage
import UserErrors

struct InhibitCommand: ParsableCommand, CommandWithProgram {
  static let configuration = CommandConfiguration(
    commandName: "inhibit",
    abstract: "Keep the camera closed while a program runs.",
    usage: "swipectl inhibit [OPTIONS] <command> ...",
    discussion: """
      Runs the command, as systemd-inhibit does, and exits with its status. The camera may open again when the command has ended. If swiped \
      starts while it runs, the camera stays closed, too. SIGTERM is passed on to the command.
      """)

  /// The time that the daemon has to close the camera before the command starts.
  private static let patience = DispatchTimeInterval.seconds(10)
  /// How often a daemon that does not run is looked for, in ms: one that has started opens the camera after about as long.
  private static let searchMs: UInt64 = 200

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Why, for the status; by default the name of the command.", valueName: "text"))
  var why: String?

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
  var command: [String]

  func run() throws {
    // As in `systemd-inhibit -- command`.
    let command = Array(command.first == "--" ? command.dropFirst() : command[...])
    guard let program = command.first, !program.isEmpty else { throw ValidationError("the command is missing") }
    let reason = why ?? FilePath(program).lastComponent?.string ?? program
    // As the daemon reads it.
    let request = try checked(reason)
    let path = try connection.path
    let started = DispatchSemaphore(value: 0)
    let refusal = Mutex<(any Error)?>(nil)
    // Of a terminal, for the command: this program ends with it.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    try OwnedThread(name: "inhibit") {
      var hasStarted = false
      do {
        try Self.hold(request, path) {
          hasStarted = true
          started.signal()
        }
      } catch {
        if hasStarted { StandardError.line("swipectl: note: the camera is no longer kept closed: \(error)") }
        refusal.withLock { $0 = error }
      }
      started.signal()
    }.detach()
    _ = started.wait(timeout: .now() + Self.patience)
    if let error = refusal.withLock({ $0 }) { throw error }
    let status = try Self.run(command)
    throw ExitCode(status)
  }

  private func checked(_ reason: String) throws -> Request {
    let line = Request.line([.control(.inhibit(reason))]).dropLast()
    do { return try JSONCoding.decode(RequestMessage.self, from: line).request } catch let error as RPCError {
      throw UserError(error.message, fix: "write another --why", exitStatus: .usage)
    }
  }

  /// Sends the request on each connection.
  ///
  /// - Parameter started: is called when the daemon has answered, and when it does not run.
  /// - Throws: ``SocketError`` for what another attempt would not change.
  private static func hold(_ request: Request, _ path: String, started: () -> Void) throws -> Never {
    var client = ReconnectingClient(path: path, topics: [], longestWaitMs: searchMs)
    var reported: SocketError?
    while true {
      switch try client.next() {
      case .line(_, .hello): _ = try client.send(line: Request.line([request]))
      // The response; that to the subscriptions is an array.
      case .line(let line, nil) where line.first == UInt8(ascii: "{"): started()
      case .line, .interrupted: break
      case .lost(let error):
        if error != reported { StandardError.line("swipectl: note: swiped does not know that the camera is to be closed: \(error)") }
        reported = error
        started()
      }
    }
  }

  /// Runs a program in this terminal.
  ///
  /// The program is ended by SIGTERM as this one would be, since the camera opens when this one ends.
  ///
  /// - Returns: its exit status, as a shell reports it.
  private static func run(_ command: [String]) throws(UserError) -> Int32 {
    // Before the program starts, so that none is lost.
    let started = Mutex<pid_t?>(nil)
    let signals = SignalSources([SIGTERM]) { number in
      guard let id = started.withLock({ $0 }) else { Glibc.exit(128 + number) }
      kill(id, number)
    }
    defer { signals.stop() }
    do {
      let surroundings = ChildProcess.Surroundings.terminal(restoring: [SIGINT, SIGQUIT, SIGPIPE, SIGTERM])
      let child = try started.withLock { id in
        let child = try ChildProcess(command, input: STDIN_FILENO, output: STDOUT_FILENO, surroundings: surroundings)
        id = child.id
        return child
      }
      return child.wait().status
    } catch {
      throw UserError("cannot start \(command[0].printable): \(error)", fix: "write the path of a program", exitStatus: .noInput)
    }
  }
}
