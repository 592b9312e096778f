import EventProtocol

/// Reads a trace, event by event.
package struct TraceReader: ~Copyable {
  package let header: TraceHeader
  /// Whether the trace ended in the middle of a line, as after a crash of what wrote it. Known at the end.
  package private(set) var brokeOff = false
  private var lines: TraceLines

  /// - Throws: ``TraceError``: it cannot be opened, or is no trace.
  package init(path: String) throws(TraceError) {
    var lines = try TraceLines(path: path)
    header = try Self.readHeader(&lines)
    self.lines = lines
  }

  package var path: String { lines.path }

  /// Number of the line that was read last.
  package var line: Int { lines.line }

  private static func readHeader(_ lines: inout TraceLines) throws(TraceError) -> TraceHeader {
    let mend = "name a file that `swipectl record` wrote"
    guard let text = try lines.next() else { throw .damaged(lines.path, line: 1, "there is no line in it", mend: mend) }
    guard let header = try? JSONCoding.decode(TraceHeader.self, from: text) else {
      throw .damaged(lines.path, line: lines.line, "this is no header of a trace", mend: mend)
    }
    guard header.swipedTrace == TraceHeader.format else {
      throw .damaged(
        lines.path, line: lines.line, "the trace is of format \(header.swipedTrace), and this version reads \(TraceHeader.format)",
        mend: "take swiped \(header.version), which recorded it")
    }
    return header
  }

  /// The next event; what a newer version told besides is passed over. Nil at the end.
  ///
  /// - Throws: ``TraceError`` with the line where it is damaged.
  package mutating func next() throws(TraceError) -> Event? {
    while let text = try lines.next() {
      let message: ServerMessage
      do { message = try ServerMessage(line: text) } catch {
        guard !lines.isOver else {
          brokeOff = true
          return nil
        }
        throw damaged(TraceProblem("this is no message of swiped"))
      }
      guard case .event(let event) = message else { continue }
      do { try event.checkRanges() } catch { throw damaged(error) }
      return event
    }
    brokeOff = brokeOff || lines.breaksOff
    return nil
  }

  /// The error for what is wrong with the line that was read last.
  package func damaged(_ problem: TraceProblem) -> TraceError { .damaged(path, line: line, problem.cause) }
}

extension Event {
  /// Holds a trace to what a daemon can have told.
  fileprivate func checkRanges() throws(TraceProblem) {
    // Far beyond any recording, and far from where sums overflow.
    let most = 1 << 53
    switch self {
    case .frame(let frame):
      guard (0...most).contains(frame.frame), frame.capturedNs <= 1 << 62 else {
        throw TraceProblem("the frame's number or time cannot be")
      }
      guard (1...65_536).contains(frame.width), (1...65_536).contains(frame.height) else {
        throw TraceProblem("the frame is \(frame.width)×\(frame.height) pixels, which cannot be")
      }
    case .swipe(let swipe):
      guard (1...most).contains(swipe.seq), (0...most).contains(swipe.frame) else {
        throw TraceProblem("the swipe's number or frame cannot be")
      }
    case .dropped(let dropped):
      guard (1...(1 << 32)).contains(dropped.count) else { throw TraceProblem("so many lost cannot be") }
    default: break
    }
  }
}
