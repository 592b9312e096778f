import People
import Testing

@Suite("How far a run over pictures is")
struct PictureProgressTests {
  private let second: UInt64 = 1_000_000_000

  @Test("The rate and the time left begin with the first picture, since models are loaded before")
  func rate() {
    var progress = PictureProgress()
    #expect(!progress.text(1, 0.01, nowNs: 50 * second).contains("second"))
    let text = progress.text(21, 0.21, nowNs: 52 * second)
    #expect(text.contains("21 pictures") && text.contains("21 %") && text.contains(" 10 a second") && text.contains(" 8 s left"))
  }

  @Test("What an earlier run has done says nothing about the time left")
  func resumed() {
    var progress = PictureProgress()
    _ = progress.text(1, 0.9, nowNs: 0)
    #expect(progress.text(2, 0.95, nowNs: 4 * second).contains(" 4 s left"))
  }

  @Test("A pipe has no time left", arguments: [nil, 0] as [Double?])
  func pipe(fraction: Double?) {
    var progress = PictureProgress()
    _ = progress.text(1, fraction, nowNs: 0)
    let text = progress.text(2, fraction, nowNs: 2 * second)
    #expect(text.contains("0.5 a second") && !text.contains("left"))
  }

  @Test(
    "Long times are minutes, and longer ones hours", arguments: [(0.5, "1 s"), (0.02, "49 s"), (0.002, "8 min"), (0.0001, "2 h 46 min")])
  func times(fraction: Double, left: String) {
    var progress = PictureProgress()
    _ = progress.text(1, 0, nowNs: 0)
    #expect(progress.text(2, fraction, nowNs: second).contains(" \(left) left"))
  }
}
