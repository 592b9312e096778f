import NIOHTTP1
import Web

/// The responses of the app alone.
extension Reply {
  static func strangeOrigin(_ gate: Gate) -> Reply {
    error(.forbidden, "the request does not come from a page of this server; open \(gate.origin)")
  }

  /// The response to what does not have the key.
  static let stranger = error(
    .forbidden, .keyMissing, "the key of this server is missing; run `swipectl open`, and open the address that it prints")
}
