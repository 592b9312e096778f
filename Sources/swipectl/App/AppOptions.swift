import App
import ArgumentParser
import Platform
import Programs
import Settings
import SystemPackage
import Traces
import UserErrors

/// What the commands that open the app have in common.
struct AppOptions: ParsableArguments {
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp("Configuration file to change; swiped must use the same one.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: ArgumentHelp("Port of the page; 0 means any free port.", valueName: "number"))
  var port = 0

  @Flag(name: .customLong("no-open"), help: "Only print the address of the page.")
  var noOpen = false

  @Flag(help: "Keep running after the last page has closed.")
  var stay = false

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port)") }
  }

  /// The command that starts the picture worker.
  private static var worker: [String] {
    [Files.program("swipectl").string, PictureWorkerCommand.configuration.commandName ?? ""]
  }

  /// Serves the page until it is closed; or shows the one that an earlier start with the same options serves.
  ///
  /// - Parameters:
  ///   - view: the name of the view that is shown first.
  ///   - deck: the folder to sort.
  func serve(_ view: String, deck: DeckStore? = nil) throws {
    let environment = relevantEnvironment()
    let end = try AppEnd()
    // A page that is to be there at a port, or longer, or for somebody to open it, is one of its own.
    guard deck == nil, port == 0, !stay, !noOpen else { return try serve(view, deck: deck, at: nil, environment, end) }
    let options = [Files.absolute(try connection.path), connection.socket.map(Files.absolute) ?? "", config.map(Files.absolute) ?? ""]
    switch AppMeeting.join(options, environment: environment, end) {
    case .first(let meeting)?: try serve(view, at: meeting, environment, end)
    case .further(let invitation)?: try show(invitation, view, environment, end)
    case .stopped?: Self.reportStop()
    case nil: try serve(view, at: nil, environment, end)
    }
  }

  /// The command that has started this process, as a person types it in the same folder.
  private static var command: ShellCommand {
    // The shell does not search a checkout.
    var command: ShellCommand = if case .checkout = Installation.current { "\(CommandLine.arguments[0])" } else { "swipectl" }
    for argument in CommandLine.arguments.dropFirst() {
      // The name of an option is no word, which would be a file whose name begins with a hyphen.
      if let option = argument.wholeMatch(of: /(--?[A-Za-z0-9-]+)(?:=(.*))?/.dotMatchesNewlines()) {
        let name = ShellCommand(stringLiteral: String(option.1))
        command = option.2.map { "\(command) \(name)=\(CommandLinePaths.path(for: String($0)))" } ?? "\(command) \(name)"
      } else {
        command = "\(command) \(CommandLinePaths.path(for: argument))"
      }
    }
    return command
  }

  private static func reportStop() { StandardError.line("swipectl: stopped") }

  private static let waitEnding = " within a minute; Ctrl-C stops it"

  /// Shows the page of an earlier start.
  private func show(
    _ invitation: borrowing AppMeeting.Invitation, _ view: String, _ environment: [String: String], _ end: AppEnd
  ) throws {
    let address = "\(invitation.address)#\(view)"
    try StandardOutput.write(lines: [address])
    StandardError.line("swipectl: the app is running already, and shows another page")
    let file = try? AddressFile(address, environment: environment)
    // The other start serves the address as long as anybody may open it by hand.
    guard PageOpener.open(AddressFile.address(of: file), ending: Self.waitEnding) else { return }
    let outcome = invitation.wait(end)
    _ = consume file
    switch outcome {
    case .opened: break
    case .unopened: throw UserError.noPageCame
    case .stopped: Self.reportStop()
    }
  }

  /// - Parameter meeting: where further starts find this one; nil if they do not.
  private func serve(
    _ view: String, deck: DeckStore? = nil, at meeting: consuming AppMeeting?, _ environment: [String: String], _ end: AppEnd
  ) throws {
    let preferred = Self.port(of: meeting)
    var limits = AppLimits()
    if stay || noOpen { limits.openTime = nil }
    if stay { limits.stayTime = nil }
    let cameras = CameraRequests { [config] in
      try? LoadedConfiguration.load(explicit: config, environment: environment).configuration.camera
    }
    let content = AppContent(
      daemon: try connection.path, deck: deck, pictures: Pictures(command: Self.worker),
      wrongSwipes: try? WrongSwipes(environment: environment), config: config, environment: environment,
      service: ServiceRequests(config: config, socket: connection.socket), cameras: cameras,
      applications: ApplicationRequests(config: config, environment: environment), keepsAddress: Self.isKept(meeting),
      command: Self.command)
    let server = AppServer(limits, content) { end.signal($0) }
    // The browser keeps the name of the view where the server leads it on.
    let address = "\(try server.start(port: port, preferring: preferred))#\(view)"
    try StandardOutput.write(lines: [address])
    let file = try? AddressFile(address, environment: environment)
    PageOpener.open(noOpen ? nil : AddressFile.address(of: file), ending: limits.openTime == nil ? "; Ctrl-C stops it" : Self.waitEnding)
    let meeting = Self.admitStarts(server, at: meeting)
    let reason = end.wait()
    _ = consume file
    switch reason {
    case .lastPageClosed: StandardError.line("swipectl: the last page has closed; stopped")
    case .noPageCame: break
    case nil: Self.reportStop()
    }
    for line in deck?.summary ?? [] { StandardError.line("swipectl: \(line)") }
    // The process that decodes pictures ends with its connection: a picture that it is busy with need not be waited for.
    server.stop()
    // Not before: further starts would be first.
    _ = consume meeting
    if reason == .noPageCame { throw UserError.noPageCame }
  }

  /// Whether there is a place where the next start finds the port.
  private static func isKept(_ meeting: borrowing AppMeeting?) -> Bool {
    switch meeting {
    case .some: true
    case .none: false
    }
  }

  /// The port of the last page.
  private static func port(of meeting: borrowing AppMeeting?) -> Int? {
    switch meeting {
    case .some(let meeting): meeting.port
    case .none: nil
    }
  }

  /// - Returns: nil if further starts cannot connect there: the place is given back, so that none waits for this start.
  private static func admitStarts(_ server: AppServer, at meeting: consuming AppMeeting?) -> AppMeeting? {
    guard let meeting else { return nil }
    if let port = server.port { meeting.keep(port: port) }
    do { try server.admitStarts(at: meeting.socket.string) } catch { return nil }
    return meeting
  }
}

extension UserError {
  /// No browser has opened the page in time, or before the app ended.
  fileprivate static let noPageCame = UserError(
    "the page of swiped: no browser has opened it", fix: "start it again, and open the address that it prints in a browser within a minute",
    exitStatus: .unavailable)
}
