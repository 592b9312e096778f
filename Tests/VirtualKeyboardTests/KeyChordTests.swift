import Platform
import Testing
import UserErrors
import VirtualKeyboard

@Suite("Key chords")
struct KeyChordTests {
  @Test(
    "Names give the codes of linux/input-event-codes.h, in their order",
    arguments: [
      ("KEY_LEFT", [105]), ("KEY_RIGHT", [106]), ("KEY_LEFTALT+KEY_RIGHT", [56, 106]),
      ("KEY_LEFTCTRL+KEY_LEFTSHIFT+KEY_TAB", [29, 42, 15]), (" KEY_LEFTMETA + KEY_PAGEDOWN ", [125, 109]), ("KEY_NEXTSONG", [163]),
    ] as [(String, [UInt16])])
  func codes(_ text: String, expected: [UInt16]) throws { #expect(try KeyChord(text).codes == expected) }

  @Test("A chord is written as people write it")
  func description() throws { #expect(try KeyChord(" KEY_LEFTALT +KEY_RIGHT").description == "alt+right") }

  @Test("A chord without a key is refused", arguments: ["", "KEY_LEFTALT+", "+KEY_LEFT", "KEY_A++KEY_B", "  "])
  func missingKey(_ text: String) {
    let error = #expect(throws: UserError.self) { try KeyChord(text) }
    #expect(error?.description.contains("lacks a key") == true)
  }

  @Test("A key named twice is refused")
  func twice() {
    let error = #expect(throws: UserError.self) { try KeyChord("KEY_A+KEY_B+KEY_A") }
    #expect(error?.description.contains("a twice") == true)
  }

  struct Row: Sendable {
    var chord: String
    /// Type, code, value; EV_KEY is 1, EV_SYN is 0.
    var events: [[Int32]]
  }

  @Test(
    "All keys go down in order, then all come up in reverse, each half ended by SYN",
    arguments: [
      Row(chord: "KEY_RIGHT", events: [[1, 106, 1], [0, 0, 0], [1, 106, 0], [0, 0, 0]]),
      Row(chord: "KEY_LEFTALT+KEY_RIGHT", events: [[1, 56, 1], [1, 106, 1], [0, 0, 0], [1, 106, 0], [1, 56, 0], [0, 0, 0]]),
    ])
  func events(_ row: Row) throws {
    #expect(try KeyChord(row.chord).events.map { [Int32($0.type), Int32($0.code), $0.value] } == row.events)
  }
}
