import Commands
import EventProtocol
import FoundationEssentials
import Logging
import Settings

/// Starts the configured commands of swipes.
struct CommandOutput {
  private let commands: [SwipeCommand]
  private let runner: CommandRunner

  init(_ commands: [SwipeCommand], log: Logger) {
    self.commands = commands
    runner = CommandRunner(environment: ProcessInfo.processInfo.environment) { line in log.warning("\(line)") }
  }

  /// Starts the commands of a swipe, without waiting for them.
  func start(for swipe: SwipeEvent) {
    for (index, command) in commands.enumerated() where command.direction.rawValue == swipe.direction.rawValue {
      runner.run(command.run, key: index, environment: swipe.environment)
    }
  }
}

extension SwipeEvent {
  /// The event, as environment variables for a command.
  package var environment: [String: String] {
    [
      "SWIPED_SEQ": "\(seq)", "SWIPED_DIRECTION": direction.rawValue, "SWIPED_GESTURE": gesture.rawValue,
      "SWIPED_DISTANCE": "\((distance * 10).rounded() / 10)", "SWIPED_CHIRALITY": chirality.rawValue,
      "SWIPED_CONFIDENCE": "\((confidence * 1000).rounded() / 1000)", "SWIPED_FRAME": "\(frame)",
      "SWIPED_CAPTURED_NS": "\(capturedNs)", "SWIPED_EMITTED_NS": "\(emittedNs)",
    ]
  }
}
