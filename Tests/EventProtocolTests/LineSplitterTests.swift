import EventProtocol
import Testing

@Suite("Splitting a stream into lines")
struct LineSplitterTests {
  func lines(_ pieces: [String]) throws -> [String] {
    var splitter = LineSplitter()
    var lines: [String] = []
    for piece in pieces {
      splitter.append(Array(piece.utf8))
      while let line = try splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines + ["|" + String(decoding: splitter.rest(), as: UTF8.self)]
  }

  @Test("Lines come out complete, however the stream was cut")
  func cuts() throws {
    #expect(try lines(["a\nbc\n", "d", "e", "f\n\ng", "\nh"]) == ["a", "bc", "def", "", "g", "|h"])
    #expect(try lines("ab\nc\n".map(String.init)) == ["ab", "c", "|"])
  }

  @Test("A line may be as long as the limit, and no longer", arguments: [0, 1])
  func limit(over: Int) throws {
    let long = String(repeating: "x", count: lineLimit + over)
    if over == 0 {
      #expect(try lines(["a\n" + long, "\nb\n"]) == ["a", long, "b", "|"])
    } else {
      #expect(throws: RPCError.lineTooLong) { try lines(["a\n" + long + "\nb\n"]) }
      #expect(throws: RPCError.lineTooLong) { try lines(["a\n" + long]) }
    }
  }
}
