import Platform
import Synchronization

/// Messages to the pipeline, which takes them between frames, and the replies to them.
final class MessageQueue: Sendable {
  /// Called on the pipeline thread once a message has taken effect (a camera that it closes is closed by then), with the state of the
  /// run or with the error.
  typealias Reply = @Sendable (Result<RunState, any Error>) -> Void

  private struct State {
    var messages: [(message: RunState.Message, reply: Reply?)] = []
    /// The replies to messages that were taken and have not taken effect yet, with the errors of those that failed.
    var replies: [(reply: Reply, error: (any Error)?)] = []
    var isClosed = false
  }

  private let wakeup: Wakeup
  private let state = Mutex(State())

  /// - Throws: `Errno` without a free descriptor.
  init() throws { wakeup = try Wakeup() }

  /// Sends a message to the pipeline and wakes it. Any thread. After the end of the pipeline, the reply is a `CancellationError`.
  func post(_ message: RunState.Message, reply: Reply? = nil) {
    let isClosed = state.withLock { state in
      guard !state.isClosed else { return true }
      // Of what is decided about the application in front, only the last counts, however often that changes.
      if case .application = message, case .application? = state.messages.last?.message { state.messages.removeLast() }
      state.messages.append((message, reply))
      // Within the lock, or the message may be taken before: the signal would stay, and no wait would wait until the next message.
      wakeup.signal()
      return false
    }
    if isClosed { reply?(.failure(CancellationError())) }
  }

  /// Sends a message to the pipeline, and returns when it has taken effect.
  ///
  /// - Throws: the error of carrying it out; `CancellationError` if the pipeline has ended.
  func perform(_ message: RunState.Message) async throws -> RunState {
    try await withCheckedThrowingContinuation { continuation in post(message) { continuation.resume(with: $0) } }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  // MARK: The pipeline thread

  /// Readable while there are messages.
  var wake: Int32 { wakeup.descriptor }

  /// Takes all messages since the last call, and then those that these have caused, such as a decision under new settings. An error of
  /// `body` becomes the reply.
  func take(_ body: (RunState.Message) throws -> Void) {
    // Not until there are none: they may come without an end.
    for _ in 0..<2 {
      let taken = state.withLock { state in
        guard !state.messages.isEmpty else { return [(message: RunState.Message, reply: Reply?)]() }
        wakeup.reset()
        defer { state.messages = [] }
        return state.messages
      }
      guard !taken.isEmpty else { return }
      for (message, reply) in taken {
        let result = Result { try body(message) }
        guard let reply else { continue }
        let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
        state.withLock { $0.replies.append((reply, error)) }
      }
    }
  }

  /// Sends the replies to all messages that were taken, because they have taken effect.
  func answer(_ run: RunState) {
    for (reply, error) in takeReplies() { reply(error.map { .failure($0) } ?? .success(run)) }
  }

  /// Waits for a message.
  ///
  /// - Parameter milliseconds: the longest time to wait; −1 waits without a limit.
  func wait(milliseconds: Int32) { wakeup.wait(milliseconds: milliseconds) }

  /// Accepts no more messages, and replies to those that are left.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.messages = [] }
      return state.messages
    }
    for (_, reply) in left { reply?(.failure(CancellationError())) }
    for (reply, _) in takeReplies() { reply(.failure(CancellationError())) }
  }

  private func takeReplies() -> [(reply: Reply, error: (any Error)?)] {
    state.withLock { state in
      guard !state.replies.isEmpty else { return [] }
      defer { state.replies = [] }
      return state.replies
    }
  }
}
