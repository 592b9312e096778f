import Product
import Web

/// The web server of the app.
package final class AppServer: Sendable {
  private let server = WebServer()
  private let limits: AppLimits
  private let content: AppContent
  private let onLastPageClosed: @Sendable () -> Void

  /// - Parameters:
  ///   - limits: what bounds its clients.
  ///   - content: what it serves.
  ///   - onLastPageClosed: called on the server's thread when no page has been open for the time that the limits name.
  package init(_ limits: AppLimits, _ content: AppContent, onLastPageClosed: @escaping @Sendable () -> Void) {
    (self.limits, self.content, self.onLastPageClosed) = (limits, content, onLastPageClosed)
  }

  /// Starts to listen. To be called once.
  ///
  /// - Parameter port: 0 for any free one.
  /// - Returns: the address to open.
  /// - Throws: ``UserError`` if the port cannot be used.
  package func start(port: Int) throws(UserError) -> String {
    let portFix: Fix = "choose another --port, or leave it out for any free one"
    return try server.start(port: port, portFix: portFix, kernelBuffer: PageSocket.kernelBuffer) {
      [limits, content, onLastPageClosed] port, loop in
      Site(limits, content, port: port, loop: loop, onLastPageClosed: onLastPageClosed)
    }
  }

  /// Listens no more, so that no browser comes back; then closes all connections, and waits for the threads of their pages, which use
  /// this server's.
  package func stop() { server.stop { content.stop() } }
}
