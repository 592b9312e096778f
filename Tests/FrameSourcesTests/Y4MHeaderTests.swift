import FrameSources
import Imaging
import Testing

@Suite("The header of a YUV4MPEG2 stream")
struct Y4MHeaderTests {
  @Test("ffmpeg's header is parsed")
  func ffmpeg() throws {
    let header = try parse("YUV4MPEG2 W640 H480 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED")
    #expect((header.width, header.height) == (640, 480))
    #expect(header.rate == (30000, 1001))
    #expect(header.format == .yuv420)
    #expect(header.range == .limited)
    #expect(header.frameBytes == 460_800)
  }

  @Test(
    "Each chroma tag has its layout and size, with odd sizes rounded up",
    arguments: [
      ("C420jpeg", PixelFormat.yuv420, 15 + 2 * 6), ("C420mpeg2", .yuv420, 27), ("C420paldv", .yuv420, 27),
      ("C420", .yuv420, 27), ("", .yuv420, 27), ("C422", .yuv422, 15 + 2 * 9), ("C444", .yuv444, 45), ("Cmono", .grey, 15),
    ])
  func chroma(tag: String, format: PixelFormat, bytes: Int) throws {
    let header = try parse("YUV4MPEG2 W5 H3 F30:1 \(tag)")
    #expect(header.format == format)
    #expect(header.frameBytes == bytes)
  }

  @Test("Full range is taken from the header, and limited is the default")
  func range() throws {
    #expect(try parse("YUV4MPEG2 W4 H2 C420jpeg").range == .limited)
    #expect(try parse("YUV4MPEG2 W4 H2 XCOLORRANGE=FULL").range == .full)
    #expect(try parse("YUV4MPEG2 W4 H2 XCOLORRANGE=LIMITED").range == .limited)
  }

  @Test("A missing or unknown rate is 30 frames per second", arguments: ["", "F0:0"])
  func defaultRate(tag: String) throws {
    #expect(try parse("YUV4MPEG2 W4 H2 \(tag)").rate == (30, 1))
  }

  @Test("Interlacing, aspect and unknown parameters make no difference", arguments: ["It", "Im A16:15", "XYSCSS=420", "Zz"])
  func ignored(tag: String) throws {
    #expect(try parse("YUV4MPEG2 W4 H2 F30:1 \(tag)") == parse("YUV4MPEG2 W4 H2 F30:1"))
  }

  @Test(
    "A wrong parameter is named",
    arguments: [
      "W0", "W-4", "Wx", "W", "W16385", "H0", "H1.5", "H99999999999999999999", "F30", "F30:0", "F0:1", "F-1:1", "F:", "Fabc",
      "F1:1:1", "F100000:1", "F1:100000", "F18446744073709551615:1", "XCOLORRANGE=BROAD",
    ])
  func wrong(word: String) {
    let error = #expect(throws: Y4MProblem.self) { try parse("YUV4MPEG2 W4 H2 \(word)") }
    guard case .badParameter(word, _) = error else {
      Issue.record("\(word) gave \(String(describing: error))")
      return
    }
  }

  @Test("Width and height are required")
  func missing() {
    #expect(throws: Y4MProblem.missing(parameter: "W")) { try parse("YUV4MPEG2 H2 F30:1") }
    #expect(throws: Y4MProblem.missing(parameter: "H")) { try parse("YUV4MPEG2 W2 F30:1") }
  }

  @Test("Unsupported layouts are named, with the option that fixes it", arguments: ["C420p10", "C411", "C444alpha", "Cmono16", "C"])
  func unsupported(tag: String) {
    let error = #expect(throws: Y4MProblem.self) { try parse("YUV4MPEG2 W4 H2 \(tag)") }
    #expect(error == .unsupportedChroma(tag))
    let line = Y4MProblem.unsupportedChroma(tag).error(of: "video.y4m").description
    #expect(line.contains("\"\(tag)\"") && line.contains("-pix_fmt yuv420p") && !line.contains("\n"))
  }

  @Test("Other text is not a header", arguments: ["", "RIFF", "YUV4MPEG", "YUV4MPEG22 W4 H2"])
  func notY4M(line: String) {
    #expect(throws: Y4MProblem.notY4M) { try parse(line) }
  }

  @Test("Frame times do not drift in a day at 29.97 frames per second")
  func times() throws {
    let header = try parse("YUV4MPEG2 W4 H2 F30000:1001")
    #expect(header.timeNs(of: 0) == 0)
    #expect(header.timeNs(of: 1) == 33_366_666)
    #expect(header.timeNs(of: 30_000) == 1_001_000_000_000)
    #expect(header.timeNs(of: 30_000 * 86) == 86_086_000_000_000)
  }

  private func parse(_ line: String) throws(Y4MProblem) -> Y4MHeader { try Y4MHeader(parsing: Array(line.utf8)) }
}
