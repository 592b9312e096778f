import EventProtocol
import Foundation
import Glibc
import Platform
import Testing
import Traces
import UserErrors

private let header = #"{"swiped_trace":1,"version":"1"}"#

/// A pipe, which closes both ends.
private final class PipePair: Sendable {
  let readEnd: Int32, writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func write(_ text: String) { _ = Glibc.write(writeEnd, text, text.utf8.count) }

  deinit {
    close(readEnd)
    close(writeEnd)
  }
}

@Suite("A trace is read line by line")
struct TraceReaderTests {
  @Test("Each line is one step, even if it is not an event")
  func steps() throws {
    let scratch = Scratch()
    let unknown = #"{"jsonrpc":"2.0","method":"later","params":{}}"#
    var reader = try TraceReader(path: scratch.write([header, unknown, unknown]))
    guard case .header = try reader.next() else { throw Unexpected() }
    #expect(try reader.next() == .unknown && reader.next() == .unknown)
    #expect(reader.line == 3)
    #expect(try reader.next() == .end)
  }

  @Test("A wait for the rest of a line ends when the wake descriptor is readable, and the line continues later")
  func woken() throws {
    let (trace, wake) = (PipePair(), PipePair())
    var reader = TraceReader(reading: try OwnedDescriptor(duplicating: trace.readEnd), name: "t")
    trace.write(String(header.prefix(10)))
    wake.write("w")
    #expect(try reader.next(wake: wake.readEnd) == .woken)
    trace.write(header.dropFirst(10) + "\n")
    guard case .header(let first) = try reader.next() else { throw Unexpected() }
    #expect(first.version == "1")
    #expect(try reader.next(wake: wake.readEnd) == .woken)
  }

  @Test("A wait for the rest of a line ends at its time, and the line continues later")
  func timedOut() throws {
    let trace = PipePair()
    var reader = TraceReader(reading: try OwnedDescriptor(duplicating: trace.readEnd), name: "t")
    trace.write(String(header.prefix(10)))
    for _ in 0..<2 { #expect(try reader.next(untilNs: 0) == .woken) }
    trace.write(header.dropFirst(10) + "\n")
    guard case .header = try reader.next() else { throw Unexpected() }
    #expect(try reader.next(untilNs: 0) == .woken)
  }

  @Test("A named pipe is opened without waiting for a writer, and read once there is one")
  func namedPipe() throws {
    let scratch = Scratch()
    let wake = PipePair()
    try #require(mkfifo(scratch.file("t"), 0o600) == 0)
    var reader = try TraceReader(path: scratch.file("t"))
    wake.write("w")
    #expect(try reader.next(wake: wake.readEnd) == .woken)
    let writer = open(scratch.file("t"), O_WRONLY)
    try #require(writer >= 0)
    _ = write(writer, header + "\n", header.utf8.count + 1)
    close(writer)
    guard case .header = try reader.next() else { throw Unexpected() }
    #expect(try reader.next() == .end)
  }

  @Test("Consecutive compressed parts are one trace; what follows them is ignored")
  func parts() throws {
    let scratch = Scratch()
    let first = try Data(contentsOf: URL(fileURLWithPath: scratch.record([someStatus(), someFrame(1)], to: "a.gz")))
    // `printf '{"jsonrpc":"2.0","method":"later","params":{}}\n' | gzip -n`
    let second = try #require(
      Data(base64Encoded: "H4sIAAAAAAAAA6tWyirOzysqSFayUjLSM1DSUcpNLcnITwFycxJLUouAAgWJRYm5xUpW1bW1XADGb9DGLwAAAA=="))
    for end in [Data(), Data([0x1f]), Data("garbage".utf8)] {
      try (first + second + second + end).write(to: URL(fileURLWithPath: scratch.file("t")))
      var reader = try TraceReader(path: scratch.file("t"))
      while try reader.next() != .end {}
      #expect(reader.line == 5)
    }
  }

  @Test("One byte that could begin a compressed trace is not a header")
  func oneByte() throws {
    let scratch = Scratch()
    try Data([0x1f]).write(to: URL(fileURLWithPath: scratch.file("t")))
    let error = #expect(throws: UserError.self) { try read(scratch.file("t")) }
    #expect(error?.description.hasPrefix("\(scratch.file("t")):1: this is not the header of a trace") == true)
  }

  @Test("Compressed zeros of any length end at the line limit")
  func bomb() throws {
    let scratch = Scratch()
    let path = scratch.file("t.gz")
    var writer = try TraceWriter(path: path, overwriting: false)
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<64 { _ = try writer.write([zeros], flushing: false) }
    try writer.finish()
    let error = #expect(throws: UserError.self) { try read(path) }
    #expect(error?.description.hasPrefix("\(path):1: the line is longer than 65536 bytes") == true, "\(String(describing: error))")
  }
}

private struct Unexpected: Error {}
