import NIOHTTP1
import UserErrors
import Web

/// The responses of the app alone.
extension Reply {
  static func strangeOrigin(_ gate: Gate) -> Reply {
    error(.forbidden, "the request does not come from a page of this server; open \(gate.origin)")
  }

  /// The response to what does not have the key.
  ///
  /// - Parameter command: the one that starts this server, or prints the address of one that runs.
  static func stranger(_ command: ShellCommand) -> Reply {
    error(
      .forbidden, .keyMissing, ["command": command.description],
      "the key of this server is missing; run `\(command)`, and open the address that it prints")
  }
}
