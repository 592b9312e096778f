import ArgumentParser
import Glibc
import IsolatedPictures
import People
import Platform
import Programs
import SystemPackage
import UserErrors

/// A process that looks at pictures, and the picture that it has.
private final class Job {
  struct Task {
    let number: Int
    let picture: Picture
    /// How often something else than the picture ended the process that looked at it.
    var losses = 0
  }

  let process: PictureProcess
  /// Nil while it waits.
  var task: Task?

  /// - Parameter command: starts `landmarks` as a job.
  init(_ command: [String]) throws(Errno) { process = try PictureProcess(command) }

  func begin(_ task: Task) {
    self.task = task
    switch task.picture {
    case .file(let name): process.begin(PictureMessage(.lineOfFile, name.bytes))
    case .record(let bytes): process.begin(PictureMessage(.lineOfRecord, bytes))
    case .tooLong: preconditionFailure("a record that was left out")
    }
  }
}

/// The processes that look at the pictures of a run, and their lines in the order of the pictures.
struct Jobs: ~Copyable {
  /// Pictures for each job that may wait for the line of an earlier one.
  private static let placesPerJob = 32

  private let command: [String]
  private let count: Int
  private var jobs: [Job] = []
  /// Whether the memory that jobs take was said.
  private var hasSaidMemory = false
  private var window: OrderedWindow<[UInt8]>
  /// Pictures whose process was ended by something else.
  private var lost: [Job.Task] = []

  /// - Parameter command: starts a job.
  init(_ count: Int, _ command: [String]) {
    (self.count, self.command) = (count, command)
    window = OrderedWindow(capacity: count * Self.placesPerJob)
  }

  /// Carries out a run.
  ///
  /// - Parameters:
  ///   - say: called with a line for people.
  ///   - print: prints the line of the next picture in order.
  /// - Throws: what `print` throws, ``UserError``, or the status of a job that has reported what concerns all pictures.
  mutating func run(
    _ input: inout PictureInput, say: (String) -> Void, print: (_ line: [UInt8], _ fraction: Double?) throws -> Void
  ) throws {
    while true {
      while let line = window.next() { try print(line, input.fraction) }
      let needsInput = try beginTasks(&input, say)
      if window.hasNext { continue }
      if window.isEmpty, !needsInput { return }
      try wait(&input, needsInput)
    }
  }

  /// Gives each job a picture, and starts jobs, one after another: the next one reads the compiled models that the first one has made.
  ///
  /// - Returns: whether the input must be read before there are more pictures.
  private mutating func beginTasks(_ input: inout PictureInput, _ say: (String) -> Void) throws -> Bool {
    while jobs.contains(where: { $0.task == nil }) || jobs.count < count && jobs.allSatisfy(\.process.isReady) {
      if let task = lost.popLast() {
        try idleJob(say).begin(task)
        continue
      }
      guard !window.isFull else { return false }
      switch input.next() {
      case .picture(.tooLong(let size)): window.end(window.begin(), with: PictureFailure(.tooLong(size), of: nil).json)
      case .picture(let picture): try idleJob(say).begin(Job.Task(number: window.begin(), picture: picture))
      case .later: return true
      case .ended: return false
      }
    }
    return false
  }

  private mutating func idleJob(_ say: (String) -> Void) throws(UserError) -> Job {
    if let job = jobs.first(where: { $0.task == nil }) { return job }
    if let first = jobs.first, !hasSaidMemory {
      hasSaidMemory = true
      if let memory = first.process.ownMemoryMiB { say(JobMemory(jobs: count, eachMiB: memory).text) }
    }
    do throws(Errno) {
      let job = try Job(command)
      jobs.append(job)
      return job
    } catch {
      throw UserError("a job: cannot be started (\(error))", fix: Fix(errno: error.rawValue) ?? "lower --jobs", exitStatus: .unavailable)
    }
  }

  /// Waits until a job, the input or the end of the output's reader says something, or a job takes more of its picture, and handles it.
  private mutating func wait(_ input: inout PictureInput, _ needsInput: Bool) throws {
    // poll(2) ignores negative numbers.
    let number = needsInput ? input.number : -1
    var entries =
      [StandardOutput.reader, pollfd(fd: number, events: Int16(POLLIN), revents: 0)] + jobs.map(\.process.reading)
      + jobs.map(\.process.writing)
    // Jobs that do nothing do not wake it.
    poll(&entries, nfds_t(entries.count), jobs.contains { $0.task != nil } ? Int32(Stall.intervalMs) : -1)
    try StandardOutput.checkReader(entries[0])
    if entries[1].revents != 0 { try input.read() }
    for (job, entry) in zip(jobs, entries[(2 + jobs.count)...]) where entry.revents != 0 { job.process.write() }
    for (job, entry) in zip(jobs, entries[2...]) where entry.revents != 0 {
      switch job.process.receive() {
      case .answer(let line):
        if let task = job.task { window.end(task.number, with: line.content) }
        job.task = nil
      case .later: break
      // It has reported what concerns all pictures.
      case .ended(.exited(let status)) where status != 0: throw ExitCode(status)
      case .ended(let end): remove(job, end)
      }
    }
    for job in jobs where job.task != nil && job.process.abandonIfStalled() { remove(job, .stalled) }
  }

  /// Removes a job that has ended. Its picture is tried once more, unless it is the cause.
  private mutating func remove(_ job: Job, _ end: PictureProcessEnd) {
    jobs.removeAll { $0 === job }
    guard var task = job.task else { return }
    task.losses += 1
    if end.isFinal(afterLosses: task.losses) {
      window.end(task.number, with: PictureFailure(end.userError.of(task.picture.name), of: task.picture.name).json)
    } else {
      lost.append(task)
    }
  }
}
