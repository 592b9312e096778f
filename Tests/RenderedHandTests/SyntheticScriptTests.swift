import RenderedHand
import Testing

@Suite("What the rendered hand does")
struct SyntheticScriptTests {
  @Test(
    "is read from its name",
    arguments: [
      ("thumbs", .thumbs), ("fingers", .fingers([0, 1, 2, 3, 4, 5])), ("fingers=3", .fingers([3])), ("fingers=5,0,2", .fingers([5, 0, 2])),
    ] as [(String, SyntheticScript)])
  func names(text: String, script: SyntheticScript) {
    #expect(SyntheticScript(text) == script)
    #expect(script.description == text)
  }

  @Test(
    "No other name is taken",
    arguments: [
      "", "thumb", "Fingers", "thumbs=1", "fingers=", "fingers=6", "fingers=-1", "fingers=1,", "fingers=,1", "fingers=a", "fingers=1=2",
    ])
  func refused(text: String) {
    #expect(SyntheticScript(text) == nil)
  }

  @Test("Each number of fingers is shown for 1.6 s after a change of 0.4 s, and they start again after the last")
  func counts() {
    /// Nil while the hand changes.
    func count(at seconds: Double) -> Int? {
      let pose = SyntheticScript.fingers([4, 0]).hand(at: seconds).pose
      return (0...5).first { pose == .showing($0) }
    }
    #expect([0.5, 1.9, 2.5, 3.9, 4.5, 4_000.5].map(count) == [4, 4, 0, 0, 4, 4])
    #expect([2.1, 2.3, 4.1].map(count) == [nil, nil, nil])
  }
}
