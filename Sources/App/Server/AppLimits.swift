import NIOCore

/// What bounds the clients of the app's server: how many there may be, how long each may take and how much it may send.
package struct AppLimits: Sendable {
  /// Most connections at a time that have shown the cookie; requests of further ones are refused.
  package var connections = 64
  /// Most connections at a time that have not, as those of other users; the oldest is closed for a further one.
  package var strangers = 32
  /// Most pages at a time. Each has a thread and a connection to the daemon.
  package var pages = 8
  /// Most uploads at a time, since each is held in memory.
  package var uploads = 4
  /// Largest body of a picture or a trace, in bytes.
  package var upload = 20 << 20
  /// Largest body of a change of the configuration, in bytes: more than such a file may have.
  package var settings = 128 << 10
  /// Largest body of another request, in bytes.
  package var body = 4096
  /// The time in which a request's head must have come: from the start of the connection, or from the previous response.
  package var headTime = TimeAmount.seconds(20)
  /// The time in which its body must have come.
  package var bodyTime = TimeAmount.seconds(60)
  /// The time in which the client must have read the response.
  package var responseTime = TimeAmount.seconds(30)
  /// The time in which a client that sends more than is accepted can read why.
  package var refusalTime = TimeAmount.seconds(2)
  /// The time after which the server ends once the last page has closed; nil if it stays.
  package var stayTime: TimeAmount? = .seconds(10)

  package init() {}
}
