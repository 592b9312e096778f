import Glibc
import People
import Platform
import SystemPackage

/// A process of its own that decodes pictures and finds people in them, one after another: a picture that crashes or blocks a decoder ends only
/// that process. It runs a ``PictureWorker``.
package final class PictureProcess {
  package enum Step {
    case answer(PictureMessage)
    /// A part of an answer.
    case later
    /// It gives no answer, and has ended.
    case ended(PictureProcessEnd)
  }

  /// Most bytes of an answer: several times those for a picture with the most people.
  private static let answerLimit = 64 << 20

  private let input: OwnedDescriptor, output: OwnedDescriptor
  private var process: ChildProcess?
  /// What is still to be written of a message, which may be larger than a pipe: a process that is stopped reads nothing.
  private var unwritten: ArraySlice<UInt8> = []
  private var answers = RecordSplitter(limit: answerLimit)
  private var stall = Stall()
  /// Whether it has answered once, and so has loaded the models that it needs.
  package private(set) var isReady = false

  /// - Parameter command: starts a program that runs a ``PictureWorker``.
  package init(_ command: [String]) throws(Errno) {
    let tasks = try FileDescriptor.pipe(options: .closeOnExec)
    let reading = OwnedDescriptor(owning: tasks.readEnd.rawValue)
    input = OwnedDescriptor(owning: tasks.writeEnd.rawValue)
    try systemCall { fcntl(tasks.writeEnd.rawValue, F_SETFL, O_NONBLOCK) }
    let results = try FileDescriptor.pipe(options: .closeOnExec)
    let writing = OwnedDescriptor(owning: results.writeEnd.rawValue)
    output = OwnedDescriptor(owning: results.readEnd.rawValue)
    process = try ChildProcess(command, input: reading.number, output: writing.number)
  }

  deinit { _ = process.take()?.kill() }

  /// What poll(2) waits for: an answer, or its end.
  package var reading: pollfd { pollfd(fd: output.number, events: Int16(POLLIN), revents: 0) }

  /// What poll(2) waits for to write more of a message; it ignores negative numbers.
  package var writing: pollfd { pollfd(fd: unwritten.isEmpty ? -1 : input.number, events: Int16(POLLOUT), revents: 0) }

  /// The memory that it takes alone, in MiB; nil if that is not known.
  package var ownMemoryMiB: Int? { process?.ownMemoryKiB.map { $0 >> 10 } }

  /// Has it carry out a task, of which ``write()`` writes the rest. If it has ended, ``receive()`` says so.
  package func begin(_ message: PictureMessage) {
    stall = Stall()
    // It has read all of the message before, which it has answered.
    unwritten = message.framed[...]
    write()
  }

  /// Writes as much of its message as its pipe takes now.
  package func write() {
    while !unwritten.isEmpty {
      do throws(Errno) {
        unwritten = try unwritten.dropFirst(
          systemCall { unwritten.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) } })
      } catch {
        // It reads no more.
        if error != .resourceTemporarilyUnavailable { unwritten = [] }
        return
      }
    }
    // Frees the memory of the message, which may be large.
    unwritten = []
  }

  /// Reads once.
  package func receive() -> Step {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    guard let count = try? bytes.withUnsafeMutableBytes({ try output.read(into: $0) }), count > 0 else {
      return .ended(end())
    }
    answers.append(bytes[..<count])
    switch Result(catching: { try answers.next() }) {
    case .success(.whole(let answer)) where !answer.isEmpty:
      isReady = true
      return .answer(PictureMessage(kind: answer[0], content: Array(answer.dropFirst())))
    case .success(nil): return .later
    case .success, .failure:
      // It still runs, and is ended for this.
      _ = end()
      return .ended(.crashed("wrong answer"))
    }
  }

  /// Ends the process, if it has not ended itself.
  private func end() -> PictureProcessEnd {
    guard let process = process.take() else { return .exited(status: 0) }
    return PictureProcessEnd(process.kill())
  }

  /// Waits for the answer to a task.
  ///
  /// - Parameter untilNs: when to give up, in ns of CLOCK_MONOTONIC.
  /// - Throws: ``PictureProcessEnd``, after which there is no process.
  package func answer(to message: PictureMessage, untilNs: UInt64) throws(PictureProcessEnd) -> PictureMessage {
    begin(message)
    while true {
      guard monotonicNs() < untilNs else {
        let isStopped = process?.isStopped ?? false
        _ = end()
        throw isStopped ? .stalled : .tooSlow
      }
      var entries = [reading, writing]
      // A signal may end the wait early.
      poll(&entries, 2, milliseconds(until: untilNs))
      if entries[1].revents != 0 { write() }
      guard entries[0].revents != 0 else { continue }
      switch receive() {
      case .answer(let answer): return answer
      case .later: continue
      case .ended(let end): throw end
      }
    }
  }

  /// Ends the process, without waiting for that, if it has done nothing for long since it got its task.
  ///
  /// - Returns: whether it has.
  package func abandonIfStalled() -> Bool {
    guard stall.look(usedNs: process?.processorNs, nowNs: monotonicNs()) else { return false }
    process.take()?.abandon()
    return true
  }
}
