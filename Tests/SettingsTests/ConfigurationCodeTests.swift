import Settings
import Testing
import UserErrors

@Suite("Codes of what is wrong with a configuration")
struct ConfigurationCodeTests {
  private func facts(_ text: String) -> [Fact] {
    do {
      _ = try configure(text).chords()
      return []
    } catch {
      return (error as? ConfigurationError)?.problems.flatMap(\.facts) ?? []
    }
  }

  @Test(
    "A problem says its place and its code, with the values of its text",
    arguments: [
      ("[gestures]\nhand = 'any'", 1, ConfigurationCode.sectionUnknown, ["section": "gestures"]),
      ("[gesture]\nhadn = 'any'", 2, .optionUnknown, ["option": "hadn", "section": "[gesture]"]),
      ("[camera]\ndwell_ms = 3", 2, .optionElsewhere, ["option": "dwell_ms", "section": "[gesture]"]),
      ("dwell_ms = 3", 1, .optionElsewhere, ["option": "dwell_ms", "section": "[gesture]"]),
      ("[[on]]\nswipe = 'left'", 1, .optionMissing, ["option": "run", "section": "[[on]]"]),
      (
        "[gesture]\ndwell_ms = -1", 2, .optionOutOfRange,
        ["option": "gesture.dwell_ms", "value": "-1", "least": "0", "most": "60000"]
      ),
      ("[expert]\nfps = 'x'", 2, .optionOutOfRange, ["option": "expert.fps", "value": "\"x\"", "least": "1", "most": "240"]),
      ("[gesture]\nhand = true", 2, .optionNotListed, ["option": "gesture.hand", "value": "true", "choices": "any, left, right"]),
      ("[keys]\nenabled = 1.5", 2, .optionNotAllowed, ["option": "keys.enabled", "value": "1.5"]),
      ("[keys]\nleft = 'nokey'", 2, .keyUnknown, ["option": "keys.left", "keys": "\"nokey\""]),
      ("[[app]]\nmatch = 'vlc'\nleft = 'nokey'", 3, .keyUnknown, ["option": "app.left", "keys": "\"nokey\""]),
      ("[gesture]\nhand = right", 2, .textWithoutQuotes, ["text": "right", "quoted": "\"right\""]),
      ("[keys]\nleft = 'a'\nleft = 'b'", 3, .nameTwice, ["name": "left", "line": "2"]),
      ("[keys]\nleft = 'a\n", 2, .quoteNotClosed, [:]),
      ("[keys]\nleft =\n", 2, .valueMissing, [:]),
      ("[keys]\nleft\n", 2, .equalsSignMissing, ["name": "left"]),
      ("[keys]\nleft = 'a' b\n", 2, .textAfterValue, ["text": "b"]),
      ("[desktop]\ntray = true;\n", 2, .textAfterValue, ["text": ";"]),
      ("[desktop]\ntray = = true\n", 2, .equalsSignTwice, [:]),
      ("[desktop]\ntray = \u{A0}true\n", 2, .spaceUnknown, ["code": "U+A0"]),
      (
        "[gesture]\ndwell_ms = 99999999999999999999", 2, .optionOutOfRange,
        ["option": "gesture.dwell_ms", "value": "99999999999999999999", "least": "0", "most": "60000"]
      ),
    ])
  func codes(text: String, line: Int, code: ConfigurationCode, values: [String: String]) {
    let own = facts(text).filter { $0.code != "name_meant" }
    #expect(own == [Fact(ConfigurationCode.mistakePlace, ["place": "swiped.toml:\(line)"]), Fact(code, values)])
  }

  @Test(
    "The name or value that is near follows the problem",
    arguments: [
      ("[gestrue]\nhand = 'any'", "gesture"), ("[gesture]\nhadn = 'any'", "hand"), ("[camera]\ndwel_ms = 3", "gesture.dwell_ms"),
      ("[gesture]\nhand = 'rigth'", "\"right\""), ("[gesture]\nhand = rigth", "\"right\""), ("[gesture]\ndwell_ms = 3_0,", nil),
      ("[gesture]\nwwwww = 1", nil),
    ])
  func meant(text: String, name: String?) {
    #expect(facts(text).first { $0.code == "name_meant" }?.values["name"] == name)
  }

  @Test("A value that no rule is known for has a code, too", arguments: ["yes", "1,5", "99999999999999999999"])
  func unknownValues(value: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationEditor(bytes: Array("x = \(value)".utf8), file: "swiped.toml") }
    #expect(error?.problems.map(\.fact) == [Fact(ConfigurationCode.valueUnknown, ["text": value])])
  }

  @Test("A problem without a code of its own says its place, its cause and its fix")
  func ownWords() throws {
    let found = facts("[expert]\nview = [640]")
    #expect(found.count == 1 && found[0].code == "configuration_problem" && found[0].values["place"] == "swiped.toml:2")
    // The cause, then what is allowed.
    let cause = try #require(found.first?.values["cause"]).split(separator: ";")
    #expect(cause.count == 2 && cause[0].contains("expert.view"))
  }
}
