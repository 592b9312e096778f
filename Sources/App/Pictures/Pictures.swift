import Dispatch
import Glibc
import NIOCore
import Platform
import Product
import Synchronization
import SystemPackage
import Web

/// The pictures that the server decodes, one after another, in a process of their own. It is started for the first picture, again after one
/// that it did not survive, and ends when it has had nothing to do for a while.
package final class Pictures: Sendable {
  /// The process and the connection to it.
  private struct Worker: ~Copyable {
    let pipe: WorkerPipe
    let process: ChildProcess

    init(_ command: [String]) throws(Errno) {
      var ends: [Int32] = [-1, -1]
      try systemCall { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) }
      let pipe = WorkerPipe(owning: OwnedDescriptor(owning: ends[0]))
      let other = OwnedDescriptor(owning: ends[1])
      process = try ChildProcess(command, input: other.number)
      self.pipe = pipe
    }

    func exchange(_ message: WorkerPipe.Message, untilNs: UInt64) throws(WorkerPipe.Failure) -> WorkerPipe.Message {
      try pipe.send(message, untilNs: untilNs)
      return try pipe.receive(limit: Pictures.resultLimit, untilNs: untilNs)
    }
  }

  /// How often a picture is tried while something else than the picture ends the process.
  private static let attempts = 2
  /// Most bytes of a result: a thumbnail, or the landmarks of some people.
  private static let resultLimit = 8 << 20

  private let command: [String]
  private let patience: Duration
  private let idleTime: Duration
  private let queue = DispatchQueue(label: "app pictures")
  /// Used on the queue alone.
  private let worker = Mutex<Worker?>(nil)
  /// The number of tasks so far.
  private let tasks = Mutex(0)

  /// - Parameters:
  ///   - command: starts the process that calls ``PictureWorker/run()``.
  ///   - patience: the time that one picture may take.
  ///   - idleTime: the time without a picture after which the process is ended.
  package init(command: [String], patience: Duration = .seconds(30), idleTime: Duration = .seconds(30)) {
    (self.command, self.patience, self.idleTime) = (command, patience, idleTime)
  }

  /// Whether there is a process.
  package var isRunning: Bool {
    worker.withLock { worker in
      switch worker {
      case .some: true
      case nil: false
      }
    }
  }

  /// Ends the process.
  package func stop() { queue.sync { end() } }

  /// Carries out a task on a queue of its own.
  ///
  /// - Parameter file: returns the bytes of the picture, or the response to a file that cannot be read. Called on that queue.
  func carryOut(
    _ task: PictureTask, on loop: any EventLoop, _ file: @escaping @Sendable () -> Result<[UInt8], Refusal>
  ) -> EventLoopFuture<Reply> {
    let promise = loop.makePromise(of: Reply.self)
    queue.async { [self] in
      switch file() {
      case .failure(let refusal): promise.succeed(refusal.reply)
      case .success(let bytes): promise.succeed(reply(to: task, bytes))
      }
      endWhenIdle()
    }
    return promise.futureResult
  }

  private func reply(to task: PictureTask, _ file: [UInt8]) -> Reply {
    let message = WorkerPipe.Message(kind: task.rawValue, content: file)
    var attempts = 0
    while true {
      do {
        let answer = try exchange(message)
        return Reply(task, PictureOutcome(rawValue: answer.kind) ?? .damaged, answer.content)
      } catch let failure as WorkerPipe.Failure {
        let end = end(after: failure)
        attempts += 1
        if end.isFaultOfPicture || attempts == Self.attempts { return end.reply(patience) }
      } catch {
        return .error(.serviceUnavailable, "the decoder cannot be started: \(error); end other programs and try again")
      }
    }
  }

  private func exchange(_ message: WorkerPipe.Message) throws -> WorkerPipe.Message {
    let untilNs = monotonicNs() + UInt64(patience / .nanoseconds(1))
    return try worker.withLock { worker in
      let running = try worker.take() ?? Worker(command)
      do {
        let answer = try running.exchange(message, untilNs: untilNs)
        worker = consume running
        return answer
      } catch {
        worker = consume running
        throw error
      }
    }
  }

  /// Ends the process, if there is one.
  private func end() {
    worker.withLock { worker in
      guard let running = worker.take() else { return }
      _ = running.process.kill()
    }
  }

  /// Ends the process that did not answer, and finds out why.
  private func end(after failure: WorkerPipe.Failure) -> WorkerEnd {
    worker.withLock { worker in
      guard let running = worker.take() else { return .unknown }
      let isStopped = running.process.isStopped
      let exit = running.process.kill()
      return WorkerEnd(failure, isStopped: isStopped, exit)
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
  fileprivate init(_ task: PictureTask, _ outcome: PictureOutcome, _ content: [UInt8]) {
    switch (outcome, task) {
    case (.done, .thumbnail): self.init(status: .ok, type: "image/jpeg", body: content)
    case (.done, .people): self.init(status: .ok, type: "application/json", body: content)
    case (.unavailable, _): self = .error(.serviceUnavailable, String(decoding: content, as: UTF8.self))
    case (.unsupported, _), (.damaged, .thumbnail): self = .error(.unsupportedMediaType, String(decoding: content, as: UTF8.self))
    case (.damaged, .people): self = .error(.unprocessableEntity, String(decoding: content, as: UTF8.self))
    }
  }
}
