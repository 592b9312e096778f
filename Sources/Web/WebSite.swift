import NIOCore
import NIOHTTP1

/// Who may connect to a server, and what it serves. Lives on the event loop.
package protocol WebSite: AnyObject {
  /// The server's address as in the header Host.
  var authority: String { get }
  /// Makes the address to open. Called once, at the start.
  func makeAddress() -> String
  var httpLimits: HTTPLimits { get }
  /// The longest message of the client of a WebSocket, in bytes.
  var frameLimit: Int { get }
  /// The methods that its addresses have.
  var methods: [String] { get }
  var connections: Connections { get }

  /// Decides about a request before its body comes.
  ///
  /// - Parameter connection: on which it came.
  func admit(_ head: HTTPRequestHead, on connection: any Channel) -> Admission
  /// Decides about a request that is to open a WebSocket.
  ///
  /// - Returns: what the response has beside the usual headers; nil if it is refused.
  func admitSocket(_ head: HTTPRequestHead, on connection: any Channel) -> HTTPHeaders?
  /// Creates the handlers of a WebSocket that was admitted, which follow those that encode and decode frames.
  func makeSocketHandlers(_ head: HTTPRequestHead) -> [any ChannelHandler]
  /// The body of an upload begins to come.
  func uploadBegan()
  func uploadEnded()
}

/// What becomes of a request.
package enum Admission {
  /// The response, for which the body is not needed.
  case answered(Reply)
  /// The request is to be carried out once its body has come.
  case accepted(AcceptedRequest)
  /// A response without an end: its head, and the handler that writes the parts of its body.
  case streamed(HTTPResponseHead, any ChannelHandler)
}

/// A request that is carried out once its body has come.
package struct AcceptedRequest {
  /// The longest body that is accepted, in bytes.
  let bodyLimit: Int
  /// Whether its body may be so large that few are accepted at a time.
  let isUpload: Bool
  let carryOut: (ByteBuffer) -> EventLoopFuture<Reply>

  /// - Parameter carryOut: called with the body.
  package init(bodyLimit: Int, isUpload: Bool, _ carryOut: @escaping (ByteBuffer) -> EventLoopFuture<Reply>) {
    (self.bodyLimit, self.isUpload, self.carryOut) = (bodyLimit, isUpload, carryOut)
  }
}

/// What bounds the clients of a server: how many connections there may be, and how long each may take.
package struct HTTPLimits: Sendable {
  /// Most connections at a time that have shown that they may connect; requests of further ones are refused.
  package var connections = 64
  /// Most connections at a time that have not, as those of other users; the oldest is closed for a further one.
  package var strangers = 32
  /// The time in which a request's head must have come: from the start of the connection, or from the previous response.
  package var headTime = TimeAmount.seconds(20)
  /// The time in which its body must have come.
  package var bodyTime = TimeAmount.seconds(60)
  /// The time in which the client must have read the response.
  package var responseTime = TimeAmount.seconds(30)
  /// The time in which a client that sends more than is accepted can read why.
  package var refusalTime = TimeAmount.seconds(2)

  package init() {}
}

/// The connections of a server. Lives on the event loop.
package final class Connections {
  private let limits: HTTPLimits
  /// The connections that have not shown that they may connect, from the oldest on.
  private var strangers: [any Channel] = []
  /// Those that have. They have places of their own, so that nobody else can take all.
  private var trusted: [ObjectIdentifier: any Channel] = [:]

  package init(_ limits: HTTPLimits) { self.limits = limits }

  /// Takes a new connection, which counts until it closes.
  func add(_ connection: any Channel) {
    if strangers.count >= limits.strangers { strangers.removeFirst().close(promise: nil) }
    strangers.append(connection)
    connection.closeFuture.assumeIsolated().whenComplete { [self] _ in
      strangers.removeAll { $0 === connection }
      trusted[ObjectIdentifier(connection)] = nil
    }
  }

  /// Gives a connection that has shown that it may connect a place among those.
  ///
  /// - Returns: whether it has one.
  package func trust(_ connection: any Channel) -> Bool {
    if trusted[ObjectIdentifier(connection)] != nil { return true }
    guard trusted.count < limits.connections else { return false }
    strangers.removeAll { $0 === connection }
    trusted[ObjectIdentifier(connection)] = connection
    return true
  }

  func closeAll() {
    for connection in strangers + trusted.values { connection.close(promise: nil) }
  }
}

extension HTTPRequestHead {
  /// The length of the body that the head announces; nil if it announces none, or sends it in chunks.
  var bodyLength: Int? { headers.first(name: "content-length").flatMap { UInt64($0) }.map { Int(clamping: $0) } }
}
