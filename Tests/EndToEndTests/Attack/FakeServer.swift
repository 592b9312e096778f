import Foundation
import Glibc
import Synchronization
import Testing

/// A server in place of the daemon that follows a script on each connection.
final class FakeServer: Sendable {
  enum Step: Sendable {
    /// Sends a line.
    case say(String)
    /// Sends bytes again and again, some ms apart, until the client has gone.
    case keepSaying(String, everyMs: UInt32)
    /// Waits for a line of the client.
    case listen
    /// Leaves the connection open.
    case wait
  }

  static let hello = Step.say(#"{"jsonrpc":"2.0","method":"hello","params":{"pid":42,"protocol":1,"version":"0.1.0"}}"#)

  private let listener: Int32
  private let connections = Mutex<[Int32]>([])

  /// - Parameter scripts: of the connections in their order; the last one's is that of all further ones too. At its end a
  ///   connection is closed. Without any, no connection is accepted, and the queue of those that wait is full.
  init(_ path: String, _ scripts: [Step]...) throws {
    listener = try boundSocket(path)
    try #require(listen(listener, scripts.isEmpty ? 0 : 64) == 0)
    guard let last = scripts.last else {
      // The queue takes one more than it is asked for.
      let waiting = try connectedSocket(path)
      connections.withLock { $0.append(waiting) }
      return
    }
    Thread.detachNewThread { [self, listener] in
      var scripts = scripts[...]
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        connections.withLock { $0.append(connection) }
        let script = scripts.popFirst() ?? last
        Thread.detachNewThread { Self.follow(script, connection) }
      }
    }
  }

  /// How many connections were accepted, of which none is forgotten before ``stop()``.
  var connectionCount: Int { connections.withLock { $0.count } }

  /// Closes the socket and every connection.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private static func follow(_ script: [Step], _ connection: Int32) {
    defer { shutdown(connection, Int32(SHUT_RDWR)) }
    for step in script {
      switch step {
      case .say(let line): guard say(line + "\n", connection) else { return }
      case .keepSaying(let text, let time): while say(text, connection) { usleep(time * 1000) }
      case .listen: guard byte(connection, until: 10) else { return }
      case .wait: _ = byte(connection, until: nil)
      }
    }
  }

  private static func say(_ text: String, _ connection: Int32) -> Bool {
    send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
  }

  /// Reads up to a byte, or to the end.
  private static func byte(_ connection: Int32, until end: UInt8?) -> Bool {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) == 1 { if byte == end { return true } }
    return false
  }
}
