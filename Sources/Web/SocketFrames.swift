import NIOCore
import NIOWebSocket

/// What a server sends over a WebSocket, on any thread.
extension Channel {
  /// Sends a frame.
  package func send(_ opcode: WebSocketOpcode, _ content: some Sequence<UInt8>) -> EventLoopFuture<Void> {
    writeAndFlush(WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: content)))
  }

  /// Says why the connection ends, then ends it.
  package func close(_ code: WebSocketErrorCode) {
    var reason = ByteBuffer()
    reason.write(webSocketErrorCode: code)
    writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason)).whenComplete { [self] _ in close(promise: nil) }
  }
}

extension WebSocketErrorCode {
  /// There is no room for another client now; of IANA's registry.
  package static let tryAgainLater = WebSocketErrorCode.unknown(1013)
}
