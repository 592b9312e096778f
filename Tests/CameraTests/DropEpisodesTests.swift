import Camera
import Testing

private let second: UInt64 = 1_000_000_000

@Suite("Telling of dropped frames")
struct DropEpisodesTests {
  @Test("An episode is one line; the next begins after 10 s without a drop")
  func episodes() {
    var episodes = DropEpisodes()
    /// The seconds in whose midst a frame is dropped, and whether that makes a line.
    let drops: [(second: UInt64, line: Bool)] = [(1, true), (2, false), (11, false), (20, false), (31, true), (32, false), (42, true)]
    var dropped = DroppedFrames()
    for drop in drops {
      #expect(episodes.note(dropped, from: "cam", nowNs: drop.second * second) == nil)
      dropped.short += 5
      let line = episodes.note(dropped, from: "cam", nowNs: drop.second * second + 1)
      #expect((line != nil) == drop.line, "at \(drop.second) s: \(line ?? "nothing")")
    }
  }

  @Test(
    "The line names camera, reason and mend",
    arguments: [
      (DroppedFrames(flagged: 1), ["cam ", "marked as damaged", "another cable", "without a hub"]),
      (DroppedFrames(short: 2), ["too short", "cable", "USB bandwidth"]),
      (DroppedFrames(undecodable: 3), ["no whole JPEG", "cable", "USB bandwidth"]),
      (DroppedFrames(flagged: 1, undecodable: 1), ["marked as damaged by the driver, no whole JPEG", "USB bandwidth"]),
    ])
  func words(_ dropped: DroppedFrames, words: [String]) {
    var episodes = DropEpisodes()
    let line = episodes.note(dropped, from: "cam", nowNs: second) ?? ""
    #expect(!line.contains("\n"))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  @Test("Only the reasons that are new are named")
  func newReasons() {
    var episodes = DropEpisodes()
    _ = episodes.note(DroppedFrames(flagged: 1), from: "cam", nowNs: second)
    let line = episodes.note(DroppedFrames(flagged: 1, short: 1), from: "cam", nowNs: 20 * second) ?? ""
    #expect(line.contains("too short") && !line.contains("marked"), "\(line)")
  }

  @Test("Counters that begin at zero again are those of the next stream, not drops")
  func nextStream() {
    var episodes = DropEpisodes()
    #expect(episodes.note(DroppedFrames(flagged: 9), from: "cam", nowNs: second) != nil)
    #expect(episodes.note(DroppedFrames(), from: "cam", nowNs: 20 * second) == nil)
    #expect(episodes.note(DroppedFrames(flagged: 1), from: "cam", nowNs: 21 * second) != nil)
    #expect(episodes.note(DroppedFrames(short: 1), from: "cam", nowNs: 22 * second) == nil)
    #expect(episodes.note(DroppedFrames(short: 1), from: "cam", nowNs: 23 * second) == nil)
  }
}
