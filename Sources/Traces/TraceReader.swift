import EventProtocol
import Platform
import UserErrors

/// A reader of a trace, line by line.
package struct TraceReader: ~Copyable {
  /// The content of one line.
  package enum Step: Sendable, Equatable {
    /// The first line.
    case header(TraceHeader)
    case event(Event)
    /// A message of a newer version.
    case unknown
    /// `wake` became readable, or the time was over, before a line came.
    case woken
    case end
  }

  /// Whether the trace ended in the middle of a line, as after a crash of its writer. Known at the end.
  package private(set) var brokeOff = false
  private var hasHeader = false
  private var lines: TraceLines

  /// Opens a trace without waiting: ``next(wake:)`` reads the header.
  ///
  /// - Parameter path: a file or a named pipe; `-` is standard input.
  /// - Throws: ``UserError`` if it cannot be opened.
  package init(path: String) throws(UserError) { lines = TraceLines(try TraceInput.open(path: path)) }

  /// Reads from a descriptor that is already open.
  ///
  /// - Parameter name: the name of the trace in errors.
  package init(reading descriptor: consuming OwnedDescriptor, name: String) {
    lines = TraceLines(TraceInput(reading: descriptor, name: name))
  }

  /// The lines of a file that need not be a trace, compressed or not.
  ///
  /// - Throws: ``UserError`` if it cannot be read.
  package static func lines(of path: String) throws(UserError) -> [[UInt8]] {
    var lines = TraceLines(try TraceInput.open(path: path))
    var all: [[UInt8]] = []
    while case .line(let line) = try lines.next(wake: -1) { all.append(line) }
    return all
  }

  /// The name of the trace in errors.
  package var name: String { lines.name }

  /// The number of the line that was read last.
  package var line: Int { lines.line }

  /// Reads one line, so that the caller can do other work between lines.
  ///
  /// - Parameters:
  ///   - wake: a descriptor that ends the wait by becoming readable; negative for none.
  ///   - untilNs: when to stop waiting as if woken, in ns of CLOCK_MONOTONIC; nil waits without a limit.
  /// - Throws: ``UserError`` with the line where it is damaged.
  package mutating func next(wake: Int32 = -1, untilNs: UInt64? = nil) throws(UserError) -> Step {
    switch try lines.next(wake: wake, untilNs: untilNs) {
    case .woken: return .woken
    case .end:
      guard hasHeader else { throw noTrace(line: 1, "there is no line in it") }
      brokeOff = brokeOff || lines.breaksOff
      return .end
    case .line(let text):
      guard hasHeader else {
        hasHeader = true
        return .header(try readHeader(text))
      }
      return try readMessage(text)
    }
  }

  private func readHeader(_ text: [UInt8]) throws(UserError) -> TraceHeader {
    guard let header = try? JSONCoding.decode(TraceHeader.self, from: text) else {
      throw noTrace(line: line, "this is not the header of a trace")
    }
    guard header.swipedTrace == TraceHeader.format else {
      throw .damaged(
        name, line: line, TraceProblem("the trace is of format \(header.swipedTrace), and this version reads \(TraceHeader.format)"),
        fix: "use swiped \(words: header.version), which recorded it")
    }
    return header
  }

  private mutating func readMessage(_ text: [UInt8]) throws(UserError) -> Step {
    let message: ServerMessage
    do { message = try ServerMessage(line: text) } catch {
      guard !lines.isOver else {
        brokeOff = true
        return .end
      }
      throw damaged(EventProblem("this is not a message of swiped"))
    }
    guard case .event(let event) = message else { return .unknown }
    do { try event.checkRanges() } catch { throw damaged(error) }
    return .event(event)
  }

  private func noTrace(line: Int, _ cause: String) -> UserError {
    .damaged(name, line: line, TraceProblem(cause), fix: "name a file that `swipectl record` wrote")
  }

  /// The error of the line that was read last.
  package func damaged(_ problem: EventProblem) -> UserError { .damaged(name, line: line, TraceProblem(problem.cause)) }
}

extension Event {
  /// Checks for numbers that no daemon can have sent.
  fileprivate func checkRanges() throws(EventProblem) {
    let most = FrameEvent.largestNumber
    switch self {
    case .frame(let frame): try frame.checkRange()
    case .gesture(let event):
      guard (1...most).contains(event.seq), (0...most).contains(event.frame) else {
        throw EventProblem("the number or the frame of the gesture is out of range")
      }
    case .dropped(let dropped):
      guard (1...(1 << 32)).contains(dropped.count) else { throw EventProblem("the number of lost events is out of range") }
    default: break
    }
  }
}
