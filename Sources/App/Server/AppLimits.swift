import NIOCore
import Web

/// What bounds the clients of the app's server: how many there may be, how long each may take and how much it may send.
package struct AppLimits: Sendable {
  /// Those of connections and of requests.
  package var http = HTTPLimits()
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
  /// The time in which an address must be opened, after which the server ends if there is no page; nil if it stays.
  package var openTime: TimeAmount? = .minutes(1)
  /// The time after which it ends once the last page has closed; nil if it stays.
  package var stayTime: TimeAmount? = .seconds(10)

  package init() {}
}

/// Why a server has nobody to serve: no page has ever come, or all have closed.
package enum IdleReason: Sendable { case noPageCame, lastPageClosed }
