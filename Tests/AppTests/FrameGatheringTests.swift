import Testing

@testable import App

struct FrameGatheringTests {
  private var gathering = FrameGathering()

  /// The texts that are sent when lines come, each at its ms.
  private mutating func sent(_ lines: [(ms: UInt64, line: String)]) -> [String?] {
    lines.map { ms, line in
      let sent = gathering.take(Array(line.utf8), isFrame: line.hasPrefix("frame"), atNs: (1000 + ms) * 1_000_000)
      return sent.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test("Each frame is sent when it comes, unless the page asks for less")
  mutating func prompt() {
    #expect(sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3")]) == ["frame 1", "frame 2", "frame 3"])
  }

  @Test("Frames that wait are sent in their order, eight times a second")
  mutating func gathered() {
    gathering.isWanted = true
    let lines = sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3"), (100, "frame 4"), (133, "frame 5"), (166, "frame 6")])
    #expect(lines == ["frame 1", nil, nil, nil, "frame 2\nframe 3\nframe 4\nframe 5", nil])
  }

  @Test("Whatever is no frame is sent at once, after the frames that wait")
  mutating func swipe() {
    gathering.isWanted = true
    let lines = sent([(0, "frame 1"), (33, "frame 2"), (36, "swipe"), (40, "status"), (100, "frame 3"), (160, "frame 4")])
    #expect(lines == ["frame 1", nil, "frame 2\nswipe", "status", nil, "frame 3\nframe 4"])
  }

  @Test("No frame of a slow camera waits")
  mutating func slow() {
    gathering.isWanted = true
    #expect(sent([(0, "frame 1"), (120, "frame 2"), (600, "frame 3")]) == ["frame 1", "frame 2", "frame 3"])
  }

  @Test("Frames after which nothing comes are sent when their time has come")
  mutating func last() {
    gathering.isWanted = true
    #expect(gathering.dueNs == nil)
    #expect(sent([(0, "frame 1"), (33, "frame 2"), (67, "frame 3")]) == ["frame 1", nil, nil])
    #expect(gathering.dueNs == 1_120_000_000)
    #expect(gathering.takeDue(atNs: 1_119_999_999) == nil)
    #expect(gathering.takeDue(atNs: 1_120_000_000) == Array("frame 2\nframe 3".utf8))
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
}
