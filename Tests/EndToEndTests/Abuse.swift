import Glibc

/// The ways in which a client can misbehave, each on its own connection.
enum Abuse: Int, CaseIterable {
  /// Disconnects at once.
  case vanish
  case garbage
  case halfLine
  /// Sends more than a line may have.
  case oversize
  /// Sends requests and never reads their responses.
  case flood
  /// Sends a request, closes its side, and does not read.
  case halfClose
  /// Subscribes to everything and reads nothing, while others come.
  case neverRead

  /// The bytes that are sent without waiting for the server.
  private static let lines: [Abuse: [UInt8]] = [
    .garbage: (0..<1000).map { UInt8($0 * 7 % 256) } + [10],
    .halfLine: Array(#"{"jsonrpc":"2.0","id":1,"meth"#.utf8),
    .oversize: [UInt8](repeating: 0x5b, count: 65_537),
    .flood: Array(String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n", count: 20).utf8),
    .halfClose: Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["hand"]}}"#.utf8),
    .neverRead: Array(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["hand","frame"]}}"#.utf8) + [10],
  ]

  /// The outcomes of the connections.
  struct Tally: Sendable {
    var made = 0, refused = 0
  }

  /// Makes connections of every kind in turn; at most 30 of them stay open at a time.
  static func connections(_ count: Int, to path: String) throws -> Tally {
    var tally = Tally()
    var open: [Int32] = []
    defer { for socket in open { close(socket) } }
    for number in 0..<count {
      let abuse = allCases[number % allCases.count]
      let socket = try connectedSocket(path)
      tally.made += 1
      // After the hello, what it does reaches the server's own code.
      if abuse != .vanish, !isGreeted(socket) { tally.refused += 1 }
      if let bytes = lines[abuse] { _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
      if abuse == .halfClose { shutdown(socket, Int32(SHUT_WR)) }
      if abuse == .neverRead || abuse == .halfClose { open.append(socket) } else { close(socket) }
      if open.count > 30 { close(open.removeFirst()) }
    }
    return tally
  }

  private static func isGreeted(_ socket: Int32) -> Bool {
    var start = [UInt8](repeating: 0, count: 40)
    let count = recv(socket, &start, start.count, Int32(MSG_PEEK))
    return count > 0 && String(decoding: start[..<count], as: UTF8.self).contains("hello")
  }
}
