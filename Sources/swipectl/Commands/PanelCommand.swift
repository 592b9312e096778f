import ArgumentParser
import EventProtocol
import EventSocket
import Glibc
import Platform
import Programs
import Reports
import UserErrors

struct PanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel",
    abstract: "Print the state in a few words, for a desktop's panel.",
    discussion: "Prints three lines: a text, a tooltip, and the name of the state. Never opens the camera.")

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Print JSON for Waybar, one line for each change.")
  var waybar = false

  func run() throws {
    if waybar { return try follow() }
    try StandardOutput.write(lines: report().lines)
  }

  private func report() throws -> PanelReport {
    do {
      let deadline = Deadline.short()
      var client = try connection.connectWithoutSubscriptions(until: deadline)
      let status = try client.firstStatus(until: deadline)
      return status.map { PanelReport($0) } ?? PanelReport(stopped: "swiped has stopped")
    } catch let error as SocketError {
      return PanelReport(stopped: "\(error)")
    }
  }

  private func follow() throws {
    var client = ReconnectingClient(path: try connection.path, topics: [.status])
    var last: PanelReport?
    while true {
      let report: PanelReport
      switch try client.next(or: .closed(STDOUT_FILENO)) {
      case .line(_, .status(let status)?): report = PanelReport(status)
      case .line: continue
      case .lost(let error): report = PanelReport(stopped: "\(error)")
      case .interrupted: return
      }
      if report != last { try StandardOutput.write(json: report.waybar) }
      last = report
    }
  }
}
