import NIOCore
import Synchronization
import UserErrors
import Web

/// The web server of the app.
package final class AppServer: Sendable {
  private let server = WebServer()
  private let limits: AppLimits
  private let content: AppContent
  private let onIdle: @Sendable (IdleReason) -> Void
  private let site = Mutex<NIOLoopBound<Site>?>(nil)
  private let bound = Mutex<Int?>(nil)

  /// - Parameters:
  ///   - limits: what bounds its clients.
  ///   - content: what it serves.
  ///   - onIdle: called on the server's thread when no page is open for a time that the limits name.
  package init(_ limits: AppLimits, _ content: AppContent, onIdle: @escaping @Sendable (IdleReason) -> Void) {
    (self.limits, self.content, self.onIdle) = (limits, content, onIdle)
  }

  /// Starts to listen. To be called once.
  ///
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - preferred: the port to take in place of any free one, if it is free; nil for none.
  /// - Returns: the address to open.
  /// - Throws: ``UserError`` if the port cannot be used.
  package func start(port: Int, preferring preferred: Int? = nil) throws(UserError) -> String {
    if port == 0, let preferred, let address = try? listen(at: preferred) { return address }
    return try listen(at: port)
  }

  /// The port at which it listens; nil before the start.
  package var port: Int? { bound.withLock { $0 } }

  private func listen(at port: Int) throws(UserError) -> String {
    let portFix: Fix = "choose another --port, or leave it out for any free one"
    return try server.start(port: port, portFix: portFix, kernelBuffer: PageSocket.kernelBuffer) { [self] port, loop in
      let created = Site(limits, content, port: port, loop: loop, onIdle: onIdle)
      site.withLock { $0 = NIOLoopBound(created, eventLoop: loop) }
      bound.withLock { $0 = port }
      return created
    }
  }

  /// Sends each program that connects to a socket an address to open, in a line, and another line when a browser has opened it. Then, after
  /// the time in which that must happen, or when the server ends, the connection closes. To be called after the start.
  ///
  /// - Parameter path: of the socket, in a folder that is this user's alone. What is there is replaced.
  package func admitStarts(at path: String) throws {
    guard let site = site.withLock({ $0 }) else { return }
    try server.listen(at: path) { site.value.admitStart($0) }
  }

  /// Listens no more, so that no browser comes back; then closes all connections, and waits for the threads of their pages, which use
  /// this server's.
  package func stop() {
    if let site = site.withLock({ $0.take() }) { try? site.eventLoop.submit { site.value.closeStarts() }.wait() }
    server.stop { content.stop() }
  }
}
