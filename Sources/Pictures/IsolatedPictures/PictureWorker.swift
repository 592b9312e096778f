import Glibc
import People
import Platform
import Programs
import SystemPackage
import UserErrors

/// What a ``PictureProcess`` runs: it carries out the tasks that come on standard input, and answers on standard output.
package struct PictureWorker: ~Copyable {
  private enum Limits {
    /// Most memory addresses, in bytes: twice what the models and the largest picture take.
    static let addressSpace: UInt64 = 4 << 30
    /// Most bytes of a message.
    static let message = Picture.sizeLimit + 1
  }

  private var lines: PictureLines

  /// Carries out the tasks of the app, until it closes standard input. Bodies and faces are left out where their models are missing.
  ///
  /// - Throws: ``UserError`` if standard input is not the app's.
  package static func runForApp() throws {
    try run(Wanted(hands: 8, bodies: 8, faces: 8, skipsMissing: true), processorSeconds: 30)
  }

  /// Carries out the tasks of `landmarks --jobs`, until it closes standard input.
  ///
  /// - Throws: what concerns all pictures, such as a missing model.
  package static func runAsJob(_ wanted: Wanted) throws { try run(wanted, processorSeconds: 60) }

  /// - Parameter processorSeconds: most processor time for one picture, in seconds.
  private static func run(_ wanted: Wanted, processorSeconds: UInt64) throws {
    guard (try? Stat(FileDescriptor.standardInput))?.type == .fifo else { throw UserError.byHand }
    limit(.addressSpace, to: Limits.addressSpace)
    limit(.coreSize, to: 0)
    var worker = PictureWorker(lines: PictureLines(wanted))
    while let message = try receive() {
      limit(.processorSeconds, to: processCPUNs() / 1_000_000_000 + processorSeconds)
      try StandardOutput.write(bytes: worker.answer(message).framed)
    }
  }

  private init(lines: consuming PictureLines) { self.lines = lines }

  private static func limit(_ resource: ResourceLimit, to number: UInt64) {
    guard let hard = resource.values?.hard else { return }
    try? resource.set(soft: min(number, hard))
  }

  /// - Returns: nil at the end.
  private static func receive() throws(UserError) -> PictureMessage? {
    guard let head = try read(PictureMessage.headSize) else { return nil }
    let length = head.dropLast().reduce(0) { $0 << 8 | Int($1) }
    guard (1...Limits.message).contains(length) else { throw .byHand }
    return try read(length - 1).map { PictureMessage(kind: head.last!, content: $0) }
  }

  /// - Returns: nil if standard input ends before.
  private static func read(_ count: Int) throws(UserError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress! + done, count - done) }
      if more == 0 { return nil }
      if more < 0, Errno.last != .interrupted { throw .byHand }
      done += max(0, more)
    }
    return bytes
  }

  /// - Throws: what concerns all pictures of a job.
  private mutating func answer(_ message: PictureMessage) throws -> PictureMessage {
    switch PictureTask(rawValue: message.kind) {
    case .lineOfFile: PictureMessage(.done, try lines.line(for: .file(FileName(message.content))))
    case .lineOfRecord: PictureMessage(.done, try lines.line(for: .record(message.content)))
    case .thumbnail: PageAnswer.thumbnail(of: message.content)
    case .people: PageAnswer.people(in: message.content, &lines)
    case nil: throw UserError.byHand
    }
  }
}

extension UserError {
  fileprivate static let byHand = UserError(
    "standard input: does not come from a program that has pictures decoded",
    fix: "run swipectl demo, or landmarks with --jobs", exitStatus: .usage)
}
