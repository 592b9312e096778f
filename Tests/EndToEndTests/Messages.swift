import EventProtocol
import Foundation
import Testing

/// The event of a line.
func event(_ line: String?) throws -> Event {
  let line = try #require(line, "the stream ended")
  guard case .event(let event) = try ServerMessage(line: line.utf8) else { throw Timeout(description: "no event: \(line)") }
  return event
}

extension LineReader {
  /// The next swipe; other lines are ignored. Nil at the end.
  func nextSwipe() async throws -> GestureEvent? {
    while let line = try await next() {
      if case .gesture(let swipe) = try event(line) { return swipe }
    }
    return nil
  }

  /// The next status that meets a condition; other lines are ignored.
  func nextStatus(_ isMeant: (Status) -> Bool) async throws -> Status {
    while let line = try await next() {
      if case .status(let status) = try event(line), isMeant(status) { return status }
    }
    throw Timeout(description: "the stream ended before such a status")
  }

  /// The next swipes.
  func swipes(_ count: Int) async throws -> [GestureEvent] {
    var swipes: [GestureEvent] = []
    while swipes.count < count { swipes.append(try #require(try await nextSwipe(), "the stream ended")) }
    return swipes
  }
}

/// Expects an error message of one line that begins with the program's name and has no word of Swift.
func expectOneLine(_ errors: [String], of program: String, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(errors.count == 1, "\(errors)", sourceLocation: sourceLocation)
  for line in errors {
    #expect(line.hasPrefix("\(program): "), "\(line)", sourceLocation: sourceLocation)
    for word in ["Error(", "Optional(", "Swift.", "rawValue", "Fatal error", "  "] {
      #expect(!line.contains(word), "\(line)", sourceLocation: sourceLocation)
    }
  }
}
