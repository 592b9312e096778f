import Foundation
import Testing

/// The WebSocket of a page.
package final class PageClient {
  private let client: WebClient

  /// - Parameter client: whose connection has become a WebSocket.
  package init(_ client: WebClient) { self.client = client }

  /// Sends frames without reading, until the server has taken nothing for a second.
  ///
  /// - Parameter limit: how much is sent at most, in bytes.
  /// - Returns: how much was sent.
  package func sendUntilBlocked(_ text: String, opcode: UInt8, limit: Int) -> Int {
    let bytes = frame(text, opcode: opcode)
    var (sent, rest) = (0, bytes[...])
    while sent < limit {
      guard let count = client.sendSome(rest, milliseconds: 1000) else { break }
      (sent, rest) = (sent + count, rest.dropFirst(count))
      if rest.isEmpty { rest = bytes[...] }
    }
    return sent
  }

  /// Sends a frame, by default of text.
  package func send(_ text: String, opcode: UInt8 = 1) { client.send(frame(text, opcode: opcode)) }

  /// Sends a frame as it is, which need not be one.
  package func send(raw bytes: [UInt8]) { client.send(bytes) }

  private func frame(_ text: String, opcode: UInt8) -> [UInt8] {
    let content = Array(text.utf8)
    let length: [UInt8] =
      switch content.count {
      case ..<126: [0x80 | UInt8(content.count)]
      case ..<65536: [0x80 | 126, UInt8(content.count >> 8), UInt8(content.count & 0xff)]
      default: [0x80 | 127] + (0..<8).reversed().map { UInt8(content.count >> (8 * $0) & 0xff) }
      }
    // A mask of zeros leaves the content as it is.
    return [0x80 | opcode] + length + [0, 0, 0, 0] + content
  }

  /// The connection ended, or nothing came for the patience of the test, before what was waited for.
  package struct Unanswered: Error {
    let skipped: [String], seconds: Int
  }

  /// The next frame.
  package func frame() throws -> (opcode: UInt8, content: [UInt8]) {
    let head = try client.take(2)
    let length =
      switch head[1] {
      case 126: try client.take(2).reduce(0) { $0 << 8 | Int($1) }
      case 127: try client.take(8).reduce(0) { $0 << 8 | Int($1) }
      default: Int(head[1])
      }
    return (head[0] & 0x0f, try client.take(length))
  }

  /// The next message, which must be a JSON object.
  package func message() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(frame().content)) as? [String: Any])
  }

  /// The params of the next notification with a name; others are skipped.
  package func notification(_ method: String) throws -> [String: Any] {
    try first { $0["method"] as? String == method }["params"] as? [String: Any] ?? [:]
  }

  /// The response to a request; notifications are skipped.
  package func response(_ id: Int) throws -> [String: Any] {
    try first { $0["id"] as? Int == id }
  }

  /// The next message that is wanted; others are skipped.
  private func first(where isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
    var skipped: [String] = []
    let begin = ContinuousClock.now
    while true {
      let message: [String: Any]
      do { message = try self.message() } catch is WebClient.Ended {
        throw Unanswered(skipped: skipped, seconds: Int((ContinuousClock.now - begin).components.seconds))
      }
      if isWanted(message) { return message }
      skipped.append(message["method"] as? String ?? "\(message)")
    }
  }

  package func isClosed() -> Bool { client.isClosed() }
}
