import Camera
import Testing

private let second: UInt64 = 1_000_000_000

@Suite("Warning about damaged frames")
struct DamageMonitorTests {
  @Test("An episode gives one warning; the next starts after 10 s without a damaged frame")
  func episodes() {
    var monitor = DamageMonitor()
    /// The seconds during which a frame arrives damaged, and whether that gives a warning.
    let damages: [(second: UInt64, line: Bool)] = [(1, true), (2, false), (11, false), (20, false), (31, true), (32, false), (42, true)]
    var damaged = DamagedFrames()
    for damage in damages {
      #expect(monitor.check(damaged, from: "cam", nowNs: damage.second * second) == nil)
      damaged.short += 5
      let line = monitor.check(damaged, from: "cam", nowNs: damage.second * second + 1)
      #expect((line != nil) == damage.line, "at \(damage.second) s: \(line ?? "nothing")")
    }
  }

  @Test(
    "The warning names the camera, the reason and the fix",
    arguments: [
      (DamagedFrames(flagged: 1), ["cam ", "marked as damaged", "another cable", "without a hub"]),
      (DamagedFrames(short: 2), ["too short", "cable", "USB bandwidth"]),
      (DamagedFrames(undecodable: 3), ["incomplete JPEG", "cable", "USB bandwidth"]),
      (DamagedFrames(flagged: 1, undecodable: 1), ["marked as damaged by the driver, incomplete JPEG", "USB bandwidth"]),
    ])
  func words(_ damaged: DamagedFrames, words: [String]) {
    var monitor = DamageMonitor()
    let line = monitor.check(damaged, from: "cam", nowNs: second) ?? ""
    #expect(!line.contains("\n"))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  @Test("The warning names only new reasons")
  func newReasons() {
    var monitor = DamageMonitor()
    _ = monitor.check(DamagedFrames(flagged: 1), from: "cam", nowNs: second)
    let line = monitor.check(DamagedFrames(flagged: 1, short: 1), from: "cam", nowNs: 20 * second) ?? ""
    #expect(line.contains("too short") && !line.contains("marked"), "\(line)")
  }

  @Test("Counts that start at zero again belong to a new stream, and are not damage")
  func nextStream() {
    var monitor = DamageMonitor()
    #expect(monitor.check(DamagedFrames(flagged: 9), from: "cam", nowNs: second) != nil)
    #expect(monitor.check(DamagedFrames(), from: "cam", nowNs: 20 * second) == nil)
    #expect(monitor.check(DamagedFrames(flagged: 1), from: "cam", nowNs: 21 * second) != nil)
    #expect(monitor.check(DamagedFrames(short: 1), from: "cam", nowNs: 22 * second) == nil)
    #expect(monitor.check(DamagedFrames(short: 1), from: "cam", nowNs: 23 * second) == nil)
  }
}
