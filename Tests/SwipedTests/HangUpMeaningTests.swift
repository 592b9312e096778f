import Testing
import swiped

@Suite("A hang-up")
struct HangUpMeaningTests {
  @Test("makes a service reload its configuration, ends a daemon in a terminal, and is ignored under nohup")
  func meaning() {
    #expect(HangUpMeaning(hasTerminal: false, isIgnored: false) == .reload)
    #expect(HangUpMeaning(hasTerminal: false, isIgnored: true) == .reload)
    #expect(HangUpMeaning(hasTerminal: true, isIgnored: false) == .stop)
    #expect(HangUpMeaning(hasTerminal: true, isIgnored: true) == nil)
  }
}
