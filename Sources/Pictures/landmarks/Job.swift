import EventProtocol
import Glibc
import People
import Platform
import Product
import SystemPackage

/// A process of its own that finds people in pictures, one after another: a picture that crashes it does not end the run.
///
/// It is `landmarks` itself, which reads a list or records, and prints a line for each.
final class Job {
  /// A picture that is looked at.
  struct Task {
    let number: Int
    let picture: Picture
    /// How often something else than the picture ended the process that looked at it.
    var losses = 0
  }

  private enum Limits {
    /// Most bytes of a line: several times that of a picture with the most people.
    static let line = 64 << 20
    /// Most memory addresses, in bytes: twice what the models and the largest picture take.
    static let addressSpace: UInt64 = 4 << 30
    /// Most processor time for one picture, in seconds.
    static let processorTime: UInt64 = 60
  }

  private let input: OwnedDescriptor, output: OwnedDescriptor
  /// What is still to be written of a picture, which may be larger than a pipe: a process that is stopped reads nothing.
  private var unwritten: ArraySlice<UInt8> = []
  private var process: ChildProcess?
  private var lines = PieceSplitter(at: UInt8(ascii: "\n"), limit: Limits.line)
  /// What it works at; nil while it waits.
  private(set) var task: Task?
  private var stall = Stall()
  /// Whether it has printed a line, and so has loaded the models.
  private(set) var isReady = false

  init(_ command: [String]) throws(Errno) {
    let tasks = try FileDescriptor.pipe(options: .closeOnExec)
    let reading = OwnedDescriptor(owning: tasks.readEnd.rawValue)
    input = OwnedDescriptor(owning: tasks.writeEnd.rawValue)
    try systemCall { fcntl(tasks.writeEnd.rawValue, F_SETFL, O_NONBLOCK) }
    let answers = try FileDescriptor.pipe(options: .closeOnExec)
    let writing = OwnedDescriptor(owning: answers.writeEnd.rawValue)
    output = OwnedDescriptor(owning: answers.readEnd.rawValue)
    process = try ChildProcess(command, input: reading.number, output: writing.number)
  }

  deinit { _ = process.take()?.kill() }

  /// What poll(2) waits for: a line, or its end.
  var reading: pollfd { pollfd(fd: output.number, events: Int16(POLLIN), revents: 0) }

  /// What poll(2) waits for to write more of a picture; it ignores negative numbers.
  var writing: pollfd { pollfd(fd: unwritten.isEmpty ? -1 : input.number, events: Int16(POLLOUT), revents: 0) }

  /// The memory that it takes alone, in MiB; nil if that is not known.
  var ownMemory: Int? { process?.ownMemoryKiB.map { $0 >> 10 } }

  /// Has it look at a picture, of which ``write()`` writes the rest. If it has ended, ``receive()`` says so.
  func begin(_ task: Task) {
    (self.task, stall) = (task, Stall())
    switch task.picture {
    // It has all of the one before, whose line it has printed.
    case .file(let name): unwritten = ArraySlice(name.bytes + [0])
    case .record(let bytes): unwritten = ArraySlice(RecordSplitter.framed(bytes))
    case .tooLong: preconditionFailure("a record that was left out")
    }
    write()
  }

  /// Writes as much of its picture as its pipe takes now.
  func write() {
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
    // Frees the memory of the picture, which may be large.
    unwritten = []
  }

  enum Answer {
    case line([UInt8])
    /// A part of a line.
    case later
    case ended
  }

  /// Reads once.
  func receive() -> Answer {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    guard let count = try? bytes.withUnsafeMutableBytes({ try output.read(into: $0) }), count > 0 else { return .ended }
    lines.append(bytes[..<count])
    do {
      guard let line = try lines.next() else { return .later }
      (task, isReady) = (nil, true)
      return .line(line)
    } catch {
      return .ended
    }
  }

  /// Whether it has a picture, and has done nothing for long.
  func isStalled(nowNs: UInt64) -> Bool { task != nil && stall.look(usedNs: process?.processorNs, nowNs: nowNs) }

  /// Ends the process, without waiting for that.
  func abandon() { process.take()?.abandon() }

  /// Ends the process, if it has not ended itself.
  func end() -> ChildProcess.Exit { process.take()?.kill() ?? .unknown }

  /// Limits what the next picture may take of this process, which is a job.
  static func limitThisProcess() {
    let processorTime = processCPUNs() / 1_000_000_000 + Limits.processorTime
    for (resource, most) in [(ResourceLimit.addressSpace, Limits.addressSpace), (.coreSize, 0), (.processorSeconds, processorTime)] {
      guard let hard = resource.values?.hard else { continue }
      try? resource.set(soft: min(most, hard))
    }
  }
}
