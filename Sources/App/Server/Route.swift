import NIOCore
import NIOHTTP1
import Web

/// What is at an address of the server, for one method.
struct Route: Sendable {
  typealias Handler = @Sendable (_ body: ByteBuffer, _ loop: any EventLoop) -> EventLoopFuture<Reply>

  enum Kind: Sendable {
    /// Exchanges the token for the key.
    case key
    /// The WebSocket of a page.
    case socket
    /// Carries out a request, on other threads than the server's if it takes time.
    case request(Handler)
  }

  enum Body: Sendable { case small, settings, upload }

  let kind: Kind
  /// Whether it needs no key.
  let isPublic: Bool
  private let body: Body

  init(_ kind: Kind, isPublic: Bool = false, _ body: Body = .small) { (self.kind, self.isPublic, self.body) = (kind, isPublic, body) }

  /// - Parameter body: how long its body may be.
  init(_ body: Body = .small, _ handler: @escaping Handler) { self.init(.request(handler), body) }

  var isSocket: Bool { if case .socket = kind { true } else { false } }

  /// Whether its body may be so large that few are accepted at a time.
  var isUpload: Bool { body == .upload }

  /// The longest body that it takes, in bytes.
  func bodyLimit(_ limits: AppLimits) -> Int {
    switch body {
    case .small: limits.body
    case .settings: limits.settings
    case .upload: limits.upload
    }
  }
}
