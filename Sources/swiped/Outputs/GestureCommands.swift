import EventProtocol
import Logging
import Platform
import Settings
import Systemd

/// Starts the configured commands of gestures.
struct GestureCommands {
  /// How many of a command with `parallel = true` may run at a time: enough for hands, and too few to exhaust the tasks of the service.
  private static let parallelLimit = 8

  private var commands: [GestureCommand]
  /// The same after a reload, since it knows which commands still run.
  private let runner: CommandRunner

  init(_ commands: [GestureCommand], log: Logger) {
    self.commands = commands
    let environment = Environment.current
    // The desktop of a service may be a newer one, which gives its variables to the service manager.
    let manager = environment["INVOCATION_ID"].map { _ in UserServiceManager(environment: environment, patience: .seconds(1)) }
    runner = CommandRunner(
      environment: environment, desktop: { (try? manager?.environment()) ?? [:] },
      log: { line in log.warning("\(line)") },
      onLimitReached: { command, limit in log.warning("\(Self.limitMessage(command, limit))") })
  }

  mutating func use(_ commands: [GestureCommand]) { self.commands = commands }

  /// Starts the commands of a gesture that was made or began, without waiting for them.
  func start(for event: GestureEvent) {
    guard event.phase.starts else { return }
    var counts: [[String]: Int] = [:]
    for command in commands where command.gesture == event.gesture {
      // By its words and not by its place, which a reload may change.
      counts[command.run, default: 0] += 1
      let key = [event.gesture.name, "\(counts[command.run]!)"] + command.run
      runner.run(command.run, key: key, atMost: command.isParallel ? Self.parallelLimit : 1, environment: event.environment)
    }
  }

  private static func limitMessage(_ command: [String], _ limit: Int) -> String {
    let name = "command \"\(command.joined(separator: " "))\""
    return limit > 1
      ? "\(name): \(limit) of it are running, the most at a time, so this swipe did not start it; wait until one has ended"
      : "\(name): still running, so this swipe did not start it; set parallel = true in its [[on]]"
  }
}

extension GestureEvent {
  /// The event, as environment variables for a command.
  package var environment: [String: String] {
    [
      "SWIPED_SEQ": "\(seq)", "SWIPED_DIRECTION": direction?.rawValue ?? "", "SWIPED_GESTURE": gesture.rawValue,
      "SWIPED_DISTANCE": "\((distance * 10).rounded() / 10)", "SWIPED_CHIRALITY": chirality.rawValue,
      "SWIPED_CONFIDENCE": "\((confidence * 1000).rounded() / 1000)", "SWIPED_FRAME": "\(frame)",
      "SWIPED_CAPTURED_NS": "\(capturedNs)", "SWIPED_EMITTED_NS": "\(emittedNs)",
    ]
  }
}
