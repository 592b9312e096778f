import EventProtocol
import Foundation
import Glibc
import Platform
import Testing
import Traces
import UserErrors

@Suite("A trace's file")
struct TraceFileTests {
  static let events = [someStatus(nil), someFrame(3, [someHand(3)]), someStatus()] + (4..<400).map { someFrame($0, [someHand($0)]) }

  @Test("gives back what was recorded, compressed or not, as its name says", arguments: ["t.jsonl", "t.jsonl.gz"])
  func roundTrip(name: String) throws {
    let scratch = Scratch()
    let path = try scratch.record([.hello(Hello(version: "9.8", pid: 1))] + Self.events, to: name)
    let (header, events, brokeOff) = try read(path)
    #expect(events == Self.events && !brokeOff)
    #expect(header.version == "9.8" && header.camera == camera && header.source == "auto" && header.precision == "f32")
    #expect(header.gesture == GestureOptions { $0.dwellMs = 350 } && header.swipedTrace == 1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: name.hasSuffix(".gz") ? [0x1f, 0x8b] : Array("{".utf8)))
    #expect(try mode(path) == 0o600)
  }

  @Test("has a header even without a camera")
  func noCamera() throws {
    let scratch = Scratch()
    let (header, events, _) = try read(scratch.record([.hello(Hello(pid: 1)), someStatus(nil)], to: "t"))
    #expect(header.camera == nil && header.gesture?["dwell_ms"] == .integer(350) && events.count == 1)
    #expect(try read(scratch.record([], to: "u")).events == [])
  }

  @Test("is recognized as compressed by its first bytes, not by its name")
  func renamed() throws {
    let scratch = Scratch()
    let path = try scratch.record(Self.events, to: "t.gz")
    #expect(rename(path, scratch.file("t")) == 0)
    #expect(try read(scratch.file("t")).events == Self.events)
  }

  @Test("is overwritten only on request, and then readable by its owner alone")
  func overwriting() throws {
    let scratch = Scratch()
    let path = try scratch.record(Self.events, to: "t")
    let error = #expect(throws: UserError.self) { _ = try TraceWriter(path: path, overwriting: false) }
    #expect(error?.exitStatus == .cannotCreate && error?.summary.hasPrefix("\(path): ") == true)
    #expect(error?.description.contains("--force") == true)
    #expect(try read(path).events == Self.events)
    chmod(path, 0o644)
    var writer = try TraceWriter(path: path, overwriting: true)
    var recorder = TraceRecorder()
    _ = try writer.write(recorder.finish(), flushing: true)
    try writer.finish()
    #expect(try mode(path) == 0o600 && read(path).events == [])
  }

  @Test("that cannot be created is reported with the cause")
  func denied() {
    let error = #expect(throws: UserError.self) { _ = try TraceWriter(path: "/no/such/t", overwriting: false) }
    #expect(error?.exitStatus == .cannotCreate && error?.summary.hasPrefix("/no/such/t: ") == true)
    #expect(error?.summary.contains("No such file or directory") == true)
  }

  @Test("on a full disk is an error, not silently cut", arguments: ["", ".gz"])
  func fullDisk(suffix: String) throws {
    let scratch = Scratch()
    #expect(symlink("/dev/full", scratch.file("full" + suffix)) == 0)
    let error = #expect(throws: UserError.self) {
      var writer = try TraceWriter(path: scratch.file("full" + suffix), overwriting: true)
      _ = try writer.write([Array("{}".utf8)], flushing: false)
      try writer.finish()
    }
    #expect(
      error?.exitStatus == .inputOutput && error?.description.contains("No space left on device") == true, "\(String(describing: error))")
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }
}
