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
    let script = SyntheticScript.fingers([4, 0])
    #expect([0.5, 1.9, 2.5, 3.9, 4.5, 4_000.5].map(script.fingerCount) == [4, 4, 0, 0, 4, 4])
    #expect([0.1, 2, 2.3, 4.1].map(script.fingerCount) == [nil, nil, nil, nil])
    #expect(SyntheticScript.thumbs.fingerCount(at: 1) == nil)
  }
}
