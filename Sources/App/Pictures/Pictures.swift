import Dispatch
import IsolatedPictures
import NIOCore
import Platform
import Synchronization
import Web

/// The pictures that the server decodes, one after another, in a process of their own. It is started for the first picture, again after one
/// that it did not survive, and ends when it has had nothing to do for a while.
package final class Pictures: Sendable {
  private let command: [String]
  private let patience: Duration
  private let idleTime: Duration
  private let queue = DispatchQueue(label: "app pictures")
  /// Used on the queue alone.
  private let process = Mutex<PictureProcess?>(nil)
  /// The number of tasks so far.
  private let tasks = Mutex(0)

  /// - Parameters:
  ///   - command: starts the process that calls ``runWorker()``.
  ///   - patience: the time that one picture may take.
  ///   - idleTime: the time without a picture after which the process is ended.
  package init(command: [String], patience: Duration = .seconds(30), idleTime: Duration = .seconds(30)) {
    (self.command, self.patience, self.idleTime) = (command, patience, idleTime)
  }

  /// What the command runs.
  ///
  /// - Throws: ``UserError`` if standard input is not the server's.
  package static func runWorker() throws { try PictureWorker.runForApp() }

  /// Whether there is a process.
  package var isRunning: Bool { process.withLock { $0 != nil } }

  /// Ends the process.
  package func stop() { queue.sync { end() } }

  private func end() { process.withLock { $0 = nil } }

  /// Carries out a task on a queue of its own.
  ///
  /// - Parameter file: returns the bytes of the picture, or the response to a file that cannot be read. Called on that queue.
  func carryOut(
    _ task: PictureTask, on loop: any EventLoop, _ file: @escaping @Sendable () -> Result<[UInt8], Refusal>
  ) -> EventLoopFuture<Reply> {
    queue.reply(on: loop) { [self] in
      defer { endWhenIdle() }
      return reply(to: task, try file().get())
    }
  }

  private func reply(to task: PictureTask, _ file: [UInt8]) -> Reply {
    let message = PictureMessage(task, file)
    var losses = 0
    while true {
      do {
        return Reply(task, try answer(to: message))
      } catch let end as PictureProcessEnd {
        self.end()
        losses += 1
        if end.isFinal(afterLosses: losses) { return Reply(end) }
      } catch {
        return .error(.serviceUnavailable, .decoderUnavailable, "the decoder cannot be started: \(error); end other programs and try again")
      }
    }
  }

  private func answer(to message: PictureMessage) throws -> PictureMessage {
    try process.withLock { process in
      if process == nil { process = try PictureProcess(command) }
      return try process!.answer(to: message, untilNs: monotonicNs() + UInt64(patience / .nanoseconds(1)))
    }
  }

  private func endWhenIdle() {
    let number = tasks.withLock { tasks in
      tasks += 1
      return tasks
    }
    queue.asyncAfter(deadline: .now() + idleTime / .seconds(1)) { [weak self] in
      guard let self, tasks.withLock({ $0 }) == number else { return }
      end()
    }
  }
}

extension Reply {
  /// The response to a task that the process has carried out.
  fileprivate init(_ task: PictureTask, _ answer: PictureMessage) {
    let cause = String(decoding: answer.content, as: UTF8.self)
    switch PictureOutcome(rawValue: answer.kind) ?? .damaged {
    case .done: self.init(status: .ok, type: task == .thumbnail ? "image/jpeg" : "application/json", body: answer.content)
    case .unavailable: self = .error(.serviceUnavailable, .decoderUnavailable, cause)
    case .unsupported: self = .error(.unsupportedMediaType, .pictureUnreadable, cause)
    case .damaged: self = .error(task == .thumbnail ? .unsupportedMediaType : .unprocessableEntity, .pictureUnreadable, cause)
    }
  }

  /// The response to a picture that the process gives no answer to.
  fileprivate init(_ end: PictureProcessEnd) {
    self = .error(
      end.isOfPicture ? .unprocessableEntity : .serviceUnavailable, end.isOfPicture ? .pictureUnreadable : .decoderUnavailable,
      "the picture: \(end.userError)")
  }
}
