import FrameSources
import Glibc
import Imaging
import Platform
import Testing
import UserErrors

@Suite("A YUV4MPEG2 stream")
struct Y4MStreamTests {
  @Test("Every frame comes once, in order, at its own time")
  func everyFrame() throws {
    let result = frames(of: greyHeader + (0..<100).flatMap { greyFrame($0) }, startNs: 1_000)
    #expect(result.error == nil)
    #expect(result.frames.map(\.firsts[0]) == Array(0..<100))
    #expect(result.frames.map(\.sequence) == Array(0..<100))
    #expect(result.frames.map(\.capturedNs) == (0..<100).map { 1_000 + $0 * 40_000_000 })
  }

  @Test(
    "Planes are contiguous, also those of odd sizes",
    arguments: [
      ("C420jpeg", PixelFormat.yuv420, [0, 15, 21], [5, 3, 3]), ("C422", .yuv422, [0, 15, 24], [5, 3, 3]),
      ("C444", .yuv444, [0, 15, 30], [5, 5, 5]), ("Cmono", .grey, [0, 0, 0], [5, 5, 5]),
    ])
  func planes(tag: String, format: PixelFormat, offsets: [Int], strides: [Int]) throws {
    let header = Array("YUV4MPEG2 W5 H3 F30:1 \(tag) XCOLORRANGE=FULL\n".utf8)
    let size = try Y4MHeader(parsing: header.dropLast()).frameBytes
    let frame = Array("FRAME\n".utf8) + (0..<UInt8(size))
    let result = frames(of: header + frame + frame)
    #expect(result.error == nil && result.frames.count == 2)
    for seen in result.frames {
      #expect((seen.width, seen.height) == (5, 3))
      #expect(seen.format == format && seen.range == .full)
      #expect(seen.offsets == offsets && seen.strides == strides)
      #expect(seen.firsts == offsets.map { UInt8($0) })
    }
  }

  @Test("A frame's own parameters are accepted")
  func frameParameters() {
    let result = frames(of: greyHeader + greyFrame(1, parameters: " Ip XQUANT=3") + greyFrame(2))
    #expect(result.error == nil && result.frames.map(\.firsts[0]) == [1, 2])
  }

  @Test("A stream without frames ends at once")
  func noFrames() {
    let result = frames(of: greyHeader)
    #expect(result.error == nil && result.frames.isEmpty)
  }

  @Test("The description has the header's size and rate")
  func description() throws {
    let file = TestFile(greyHeader)
    let stream = try Y4MStream(path: file.path, startNs: 0)
    #expect(
      stream.description
        == SourceDescription(path: file.path, name: "YUV4MPEG2 stream", width: 4, height: 2, fps: 25, format: "grey"))
  }

  @Test("A stream that ends within a frame gives the frames before it, then an error with the place")
  func cutShort() {
    let whole = greyHeader + greyFrame(1) + greyFrame(2)
    let result = frames(of: whole + greyFrame(3).dropLast(3))
    #expect(result.frames.map(\.firsts[0]) == [1, 2])
    #expect(ends(result, with: .cutShort(frame: 2, got: 5, wanted: 8)))
    #expect(ends(frames(of: whole + Array("FRA".utf8)), with: .cutShort(frame: 2, got: 0, wanted: 8)))
    let line = result.error?.description ?? ""
    #expect(line.contains("frame 2, after 5 of 8 bytes") && !line.contains("\n"))
  }

  @Test("After its error a stream has ended")
  func errorOnce() throws {
    let file = TestFile(greyHeader + Array("FRAME\nxx".utf8))
    var stream = try Y4MStream(path: file.path, startNs: 0)
    #expect(throws: UserError.self) { try stream.next(wake: -1) { _ in } }
    #expect(try stream.next(wake: -1) { _ in } == .ended)
    #expect(try stream.next(wake: -1) { _ in } == .ended)
  }

  @Test("Garbage instead of a frame is an error with the number of the frame", arguments: ["GARBAGE!", "FRAMES\n", "FRAMX", "\n"])
  func garbage(text: String) {
    let result = frames(of: greyHeader + greyFrame(1) + Array(text.utf8) + greyFrame(2))
    #expect(result.frames.count == 1)
    #expect(ends(result, with: .notAFrame(frame: 1)))
  }

  @Test("A header that never ends is refused")
  func longLines() {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
    #expect(ends(frames(of: Array("YUV4MPEG2 W4 H2 X".utf8) + long), with: .lineTooLong(limit: 1024)))
    #expect(ends(frames(of: greyHeader + Array("FRAME X".utf8) + long), with: .lineTooLong(limit: 1024)))
  }

  @Test(
    "Input that is not a stream is refused in one line",
    arguments: [
      ("", Y4MProblem.empty), ("RIFF....AVI ", .notY4M), (" YUV4MPEG2 W4 H2\n", .notY4M), ("YUV4MPEG2 W4", .headerCutShort),
      ("YUV4", .headerCutShort), ("YUV4MPEG2 W4 F25:1\n", .missing(parameter: "H")),
      ("YUV4MPEG2 W4 H2 C420p10\n", .unsupportedChroma("C420p10")),
      ("YUV4MPEG2 W4 H2 C\u{85}\u{2028}\u{1b}\n", .unsupportedChroma("C\u{85}\u{2028}\u{1b}")),
    ])
  func refused(text: String, problem: Y4MProblem) {
    let result = frames(of: Array(text.utf8))
    #expect(ends(result, with: problem))
    #expect(result.error?.description.contains(where: \.isNewline) == false && result.error?.description.hasPrefix("/tmp/") == true)
  }

  @Test("A missing file, a directory and a closed descriptor have different errors")
  func cannotOpen() throws {
    let missing = Y4MProblem.cannotOpen(errno: ENOENT).error(of: "/no/such.y4m")
    #expect(throws: missing) { try open("/no/such.y4m") }
    #expect(missing.summary.hasPrefix("/no/such.y4m: ") && missing.summary.contains("No such file or directory"))
    #expect(throws: Y4MProblem.isDirectory.error(of: "/tmp")) { try open("/tmp") }
    #expect(throws: Y4MProblem.cannotRead(errno: EBADF).error(of: "-")) {
      _ = try Y4MStream(reading: OwnedDescriptor(owning: 1 << 20), path: "-", startNs: 0)
    }
    #expect(Y4MProblem.empty.error(of: "-").description.hasPrefix("standard input: "))
  }

  /// Whether what ``frames(of:startNs:)`` returned ends with the error of a problem.
  private func ends(_ result: (frames: [SeenFrame], error: UserError?, path: String), with problem: Y4MProblem) -> Bool {
    result.error == problem.error(of: result.path)
  }

  private func open(_ path: String) throws { _ = try Y4MStream(path: path, startNs: 0) }
}
