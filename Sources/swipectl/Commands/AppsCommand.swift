import ArgumentParser
import Desktop
import EventProtocol
import EventSocket
import Focus
import Platform
import Programs
import Settings
import UserErrors

struct AppsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apps",
    abstract: "List applications, and choose those in which swipes act.",
    subcommands: [AppsListCommand.self, AppsAddCommand.self, AppsWatchCommand.self], defaultSubcommand: AppsListCommand.self)
}

struct AppsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the applications and their ids, and the one in front. (default)",
    discussion: "Options such as `only` in [apps] take these ids. An application that is not listed may be named as its window is.")

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let environment = relevantEnvironment()
    let index = ApplicationIndex(InstalledApplications.read(environment: environment))
    let state = try FrontQuery.state(environment)
    if json { return try StandardOutput.write(json: JSONCoding.encode(Listing(state, index))) }
    let width = index.shown.map(\.id.count).max() ?? 0
    let lines = index.shown.map { entry in
      entry.id.printable.padded(width) + "  " + entry.name.printable
    }
    try StandardOutput.write(lines: ["in front  \(FrontQuery.line(state, index))", ""] + lines)
  }
}

struct AppsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Have swipes act in an application, and only in those of the list.",
    usage: "swipectl apps add [OPTIONS] [<id>]",
    discussion: "Without an id, it waits three seconds, and adds the application that is in front then.")

  /// The time to bring an application to the front.
  private static let wait: UInt32 = 3

  @OptionGroup var connection: ConnectionOptions

  @OptionGroup var file: ConfigurationFileOption

  @Argument(help: ArgumentHelp("The id of an application, as `swipectl apps` lists it.", valueName: "id"))
  var id: String?

  func run() throws {
    if let id, !ConfigurationEditor.isApplication(id) {
      throw UserError("\"\(id.printable)\" is no id of an application", fix: "name one that `swipectl apps` lists", exitStatus: .usage)
    }
    let environment = relevantEnvironment()
    var editor = try ConfigurationEditor(opening: file.config, environment: environment)
    let index = ApplicationIndex(InstalledApplications.read(environment: environment))
    let added = try id ?? front(environment, index)
    guard let list = try editor.addApplication(added) else {
      return try StandardOutput.write(lines: ["\(index.title(of: added).printable) is in the list already"])
    }
    let loaded = try editor.saveForCommand()
    if index.id(of: added) == nil {
      StandardError.line("swipectl: note: no application that is installed has the id \(added.printable); see `swipectl apps`")
    }
    let names = list.map { index.title(of: $0).printable }
    try StandardOutput.write(lines: ["swipes act in \(names.joined(separator: ", ")), written to \(loaded.file ?? "the configuration")"])
    try reload(loaded.file)
  }

  /// The application that is in front in a while.
  private func front(_ environment: [String: String], _ index: ApplicationIndex) throws -> String {
    StandardError.line("swipectl: bring the application to the front within \(Self.wait) seconds")
    let state = try FrontQuery.state(environment, afterSeconds: Self.wait)
    guard case .front(let window?) = state else {
      throw UserError(
        "no application to add: \(FrontQuery.line(state, index))", fix: "name one that `swipectl apps` lists: swipectl apps add ID",
        exitStatus: .unavailable)
    }
    return index.application(of: window).id
  }

  /// Has the daemon read the file, if it runs.
  private func reload(_ file: String?) throws {
    let deadline = Deadline()
    guard var client = try connection.connectIfRunning(until: deadline) else {
      return StandardError.line("swipectl: note: swiped is not running")
    }
    let reload = try client.reload(file, selecting: nil, until: deadline)
    if let other = reload.otherFile { StandardError.line("swipectl: note: swiped uses \(other.printable), so nothing changes yet") }
  }
}

struct AppsWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the application in front each time that it changes, until Ctrl-C.",
    discussion: "With --json, each line has the id, the name and the names of the window. Titles are not read.")

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func run() throws {
    let environment = relevantEnvironment()
    let index = ApplicationIndex(InstalledApplications.read(environment: environment))
    let query = try FrontQuery.start(environment)
    defer { query.stop() }
    try atEnd { query.end() }
    while let state = query.next() {
      if state == .unknown { continue }
      if json {
        try StandardOutput.write(json: JSONCoding.encode(Front(state, index)))
      } else {
        try StandardOutput.write(lines: [FrontQuery.line(state, index)])
      }
    }
  }
}

/// What the commands print as JSON.
private struct Listing: Encodable {
  private struct Application: Encodable { let id: String, name: String }

  private let front: Front
  private let applications: [Application]

  init(_ state: FocusState, _ index: ApplicationIndex) {
    front = Front(state, index)
    applications = index.shown.map { Application(id: $0.id, name: $0.name) }
  }
}

private struct Front: Encodable {
  private var id: String?, name: String?, windowNames: [String]?
  /// Why it is not known.
  private var reason: String?

  init(_ state: FocusState, _ index: ApplicationIndex) {
    switch state {
    case .front(let window?):
      let application = index.application(of: window)
      (id, name, windowNames) = (application.id, application.name, application.windowNames)
    case .front(nil), .unknown: break
    case .unavailable(let obstacle): reason = "\(obstacle.cause); \(obstacle.fix)"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, reason
    case windowNames = "window_names"
  }
}
