import Dispatch
import EventProtocol
import EventSocket
import Synchronization

/// A connection that is read on a queue of its own, since reading blocks.
final class Session: Sendable {
  private let queue = DispatchQueue(label: "SwipedClient")
  private let cancellation: HangUp
  /// Used on the queue alone; nil when it is over.
  private let client: Mutex<ReconnectingClient?>

  init(path: String, topics: Set<Topic>) throws(SocketError) {
    cancellation = try HangUp()
    client = Mutex(ReconnectingClient(path: path, topics: topics))
  }

  func next() async -> Result<SwipedClient.Element?, SocketError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.take()) }
      }
    } onCancel: {
      cancellation.hangUp()
    }
  }

  private func take() -> Result<SwipedClient.Element?, SocketError> {
    client.withLock { client in
      do throws(SocketError) {
        while let incoming = try client?.next(watching: cancellation.descriptor) {
          switch incoming {
          case .line(_, .hello(let hello)?): return .success(.connected(hello))
          case .line(_, let event?): return .success(.event(event))
          case .line: continue
          case .lost(let error): return .success(.disconnected(error))
          case .hungUp: client = nil
          }
        }
        return .success(nil)
      } catch {
        client = nil
        return .failure(error)
      }
    }
  }
}
