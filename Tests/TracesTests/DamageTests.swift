import EventProtocol
import Foundation
import Glibc
import Platform
import Testing
import Traces
import UserErrors

private let header = #"{"swiped_trace":1,"version":"1"}"#
private let frame = String(decoding: someFrame(1, [someHand(1)]).text, as: UTF8.self)

@Suite("A damaged trace")
struct DamageTests {
  @Test(
    "is refused in one line that names file, line and cause",
    arguments: [
      ([], "1: there is no line in it"), (["{}"], "1: this is not the header"), ([frame], "1: this is not the header"),
      ([""], "1: this is not the header"),
      ([#"{"swiped_trace":2,"version":"7"}"#], "1: the trace is of format 2, and this version reads 1; use swiped 7"),
      ([header, frame, "nonsense", frame], "3: this is not a message of swiped"), ([header, "", frame], "2: this is not a message"),
      ([header, frame.replacing("\"frame\":1,", with: "\"frame\":-1,"), frame], "2: the frame's number or time is out of range"),
      ([header, frame.replacing("\"id\":1,", with: "\"id\":1e99,"), frame], "2: this is not a message of swiped"),
      ([header, frame.replacing("\"width\":640", with: "\"width\":0"), frame], "2: the frame is 0×480 pixels"),
      ([header, frame, String(repeating: "a", count: 70_000), frame], "3: the line is longer than 65536 bytes"),
    ])
  func refused(lines: [String], cause: String) throws {
    let scratch = Scratch()
    let path = try scratch.write(lines)
    let error = #expect(throws: UserError.self) { try read(path) }
    #expect(error?.description.hasPrefix("\(path):\(cause)") == true, "\(String(describing: error))")
    #expect(error?.exitStatus == .damagedInput && error?.description.contains("; ") == true && error?.description.contains("\n") == false)
  }

  @Test("that is missing, or a directory, is a missing input")
  func missing() {
    let scratch = Scratch()
    for (path, cause) in [(scratch.file("none"), "No such file or directory"), (scratch.path, "Is a directory")] {
      let error = #expect(throws: UserError.self) { try read(path) }
      #expect(error?.exitStatus == .noInput && error?.summary.hasPrefix("\(path): ") == true && error?.summary.contains(cause) == true)
    }
  }

  @Test("that ends in the middle of a line gives the lines before")
  func brokenOff() throws {
    let scratch = Scratch()
    let path = try scratch.record(TraceFileTests.events, to: "t")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    truncate(path, bytes.count - 40)
    let (_, events, brokeOff) = try read(path)
    #expect(brokeOff && events == Array(TraceFileTests.events.dropLast()))
    // Only the last newline is missing: nothing is lost.
    try bytes.dropLast().write(to: URL(fileURLWithPath: path))
    let whole = try read(path)
    #expect(!whole.brokeOff && whole.events == TraceFileTests.events)
  }

  @Test("that ends in the middle of compressed data gives what can be read", arguments: [2, 3, 10])
  func brokenOffCompressed(parts: Int) throws {
    let scratch = Scratch()
    let path = try scratch.record(TraceFileTests.events, to: "t.gz")
    var status = stat()
    stat(path, &status)
    truncate(path, Int(status.st_size) - Int(status.st_size) / parts)
    let (_, events, brokeOff) = try read(path)
    #expect(brokeOff && events.count < TraceFileTests.events.count)
    #expect(events == Array(TraceFileTests.events.prefix(events.count)))
  }

  @Test("with a changed byte in compressed data is refused")
  func flipped() throws {
    let scratch = Scratch()
    let path = try scratch.record(TraceFileTests.events, to: "t.gz")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count / 2] ^= 0xff
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: UserError.self) { try read(path) }
    #expect(error?.exitStatus == .damagedInput, "\(String(describing: error))")
  }

  @Test("Lines of a newer version are ignored")
  func unknown() throws {
    let later = [#"{"jsonrpc":"2.0","method":"later","params":{}}"#, #"{"id":1,"jsonrpc":"2.0","result":["frame"]}"#]
    let scratch = Scratch()
    #expect(try read(scratch.write([header] + later + [frame])).events.count == 1)
  }
}
