import Testing

@testable import App

struct FrameGatheringTests {
  private var gathering = FrameGathering()

  /// The texts that are sent when lines come, each at its ms.
  private mutating func sent(_ lines: [(ms: UInt64, line: String)]) -> [String?] {
    lines.map { ms, line in
      let kind: FrameGathering.Kind = line.hasPrefix("frame") ? .frame : line.hasPrefix("preview") ? .preview : .other
      let sent = gathering.take(Array(line.utf8), kind, atNs: (1000 + ms) * 1_000_000)
      return sent.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("Each frame is sent when it comes, unless the page asks for less")
  mutating func prompt() {
    #expect(sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3")]) == ["frame 1", "frame 2", "frame 3"])
  }

  @Test("Frames that wait are sent in their order, twelve times a second at most")
  mutating func gathered() {
    gathering.isWanted = true
    let lines = sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3"), (100, "frame 4"), (133, "frame 5"), (180, "frame 6")])
    #expect(lines == ["frame 1", nil, nil, "frame 2\nframe 3\nframe 4", nil, "frame 5\nframe 6"])
  }

  @Test("Frames go with the preview after them")
  mutating func previewed() {
    gathering.isWanted = true
    let lines = sent([(0, "preview 1"), (33, "frame 2"), (67, "frame 3"), (96, "frame 4"), (104, "preview 4"), (129, "frame 5")])
    #expect(lines == ["preview 1", nil, nil, nil, "frame 2\nframe 3\nframe 4\npreview 4", nil])
    #expect(gathering.dueNs == 1_224_000_000)
  }

  @Test("Whatever is no frame is sent at once, after the frames that wait")
  mutating func swipe() {
    gathering.isWanted = true
    let lines = sent([(0, "frame 1"), (33, "frame 2"), (36, "swipe"), (40, "status"), (100, "frame 3"), (120, "frame 4")])
    #expect(lines == ["frame 1", nil, "frame 2\nswipe", "status", nil, "frame 3\nframe 4"])
  }

  @Test("No frame of a slow camera waits")
  mutating func slow() {
    gathering.isWanted = true
    #expect(sent([(0, "frame 1"), (80, "frame 2"), (600, "frame 3")]) == ["frame 1", "frame 2", "frame 3"])
  }

  @Test("Frames after which nothing comes are sent when their time has come")
  mutating func last() {
    gathering.isWanted = true
    #expect(gathering.dueNs == nil)
    #expect(sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3")]) == ["frame 1", nil, nil])
    #expect(gathering.dueNs == 1_080_000_000)
    #expect(gathering.takeDue(atNs: 1_079_999_999) == nil)
    #expect(gathering.takeDue(atNs: 1_080_000_000) == Array("frame 2\nframe 3".utf8))
    #expect(gathering.dueNs == nil && gathering.takeDue(atNs: 1_200_000_000) == nil)
  }

  @Test("What waits when the page asks for each frame again goes with the next one; what waits when the daemon is lost does not")
  mutating func ended() {
    gathering.isWanted = true
    #expect(sent([(0, "frame 1"), (33, "frame 2")]) == ["frame 1", nil])
    gathering.isWanted = false
    #expect(sent([(40, "frame 3"), (50, "frame 4")]) == ["frame 2\nframe 3", "frame 4"])
    gathering.isWanted = true
    #expect(sent([(60, "frame 5")]) == [nil])
    gathering.clear()
    #expect(sent([(70, "hello")]) == ["hello"])
  }

  @Test(
    "The daemon's lines are known by their method",
    arguments: [("frame", true, false), ("preview", false, true), ("swipe", false, false)])
  func kind(method: String, isFrame: Bool, isPreview: Bool) {
    let kind = FrameGathering.Kind(Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":{}}"#.utf8))
    #expect((kind == .frame) == isFrame && (kind == .preview) == isPreview)
  }
}
