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
      starts while it runs, the camera stays closed, too.
      """)

  /// The time that the daemon has to close the camera before the command starts.
  private static let patience = DispatchTimeInterval.seconds(10)

  @OptionGroup var connection: ConnectionOptions

  @Option(help: ArgumentHelp("Why, for the status; by default the name of the command.", valueName: "text"))
  var why: String?

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
  var command: [String]

  func run() throws {
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
      do { try Self.hold(request, path) { started.signal() } } catch { refusal.withLock { $0 = error } }
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
    var client = ReconnectingClient(path: path, topics: [])
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
  /// - Returns: its exit status, as a shell reports it.
  private static func run(_ command: [String]) throws(UserError) -> Int32 {
    do {
      let surroundings = ChildProcess.Surroundings.terminal(restoring: [SIGINT, SIGQUIT, SIGPIPE])
      return try ChildProcess(command, input: STDIN_FILENO, output: STDOUT_FILENO, surroundings: surroundings).wait().status
    } catch {
      throw UserError("cannot start \(command[0].printable): \(error)", fix: "write the path of a program", exitStatus: .noInput)
    }
  }
}
