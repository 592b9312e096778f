import Settings
import Testing

@Suite("Changing single options of a configuration")
struct ConfigurationEditorTests {
  private func set(_ text: String, _ section: String, _ key: String, _ value: TOMLLiteral) throws -> String {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try editor.set(section: section, key: key, to: value)
    return editor.text
  }

  private func remove(_ text: String, _ section: String, _ key: String) throws -> String {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try editor.remove(section: section, key: key)
    return editor.text
  }

  @Test(
    "A value is replaced in place, and everything around it stays",
    arguments: [
      ("[gesture]\npose = \"any\"", "[gesture]\npose = \"x\""),
      ("# a\n\n[gesture]\n  pose='any'   # why\n\n# b\n[keys]\n", "# a\n\n[gesture]\n  pose=\"x\"   # why\n\n# b\n[keys]\n"),
      ("[gesture]\r\npose = 'any' \r\n# c\r\n", "[gesture]\r\npose = \"x\" \r\n# c\r\n"),
      ("\u{FEFF}[gesture]\npose = 'ä' # ö\n", "\u{FEFF}[gesture]\npose = \"x\" # ö\n"),
      ("gesture.pose = 'any'\n", "gesture.pose = \"x\"\n"),
      ("gesture = { pose = 'any', hand = 'left' }\n", "gesture = { pose = \"x\", hand = 'left' }\n"),
      ("[\"gesture\"]\n\"pose\" = \"\"\"\nany\"\"\" # c", "[\"gesture\"]\n\"pose\" = \"x\" # c"),
      ("[gesture]\npose = [1, # one\n 2]\nhand = 1", "[gesture]\npose = \"x\"\nhand = 1"),
    ])
  func replace(before: String, after: String) throws {
    #expect(try set(before, "gesture", "pose", .string("x")) == after)
  }

  @Test(
    "A key that is not set goes to the end of its section, or its section to the end of the file",
    arguments: [
      ("", "[gesture]\npose = \"x\"\n"),
      ("\u{FEFF}", "\u{FEFF}[gesture]\npose = \"x\"\n"),
      ("# only this", "# only this\n\n[gesture]\npose = \"x\"\n"),
      ("[keys]\r\nleft = 1\r\n", "[keys]\r\nleft = 1\r\n\r\n[gesture]\r\npose = \"x\"\r\n"),
      ("[gesture]", "[gesture]\npose = \"x\""),
      ("[gesture] # g\n\n[keys]\n", "[gesture] # g\npose = \"x\"\n\n[keys]\n"),
      (
        "[gesture]\n  hand = 'left' # l\n  # pose = \"any\"\n\n[keys]\n",
        "[gesture]\n  hand = 'left' # l\n  pose = \"x\"\n  # pose = \"any\"\n\n[keys]\n"
      ),
      ("[gesture]\r\nview = [640,\r\n 480]\r\n[keys]", "[gesture]\r\nview = [640,\r\n 480]\r\npose = \"x\"\r\n[keys]"),
      ("[[on]]\nswipe = 'left'\n", "[[on]]\nswipe = 'left'\n\n[gesture]\npose = \"x\"\n"),
    ])
  func insert(before: String, after: String) throws {
    #expect(try set(before, "gesture", "pose", .string("x")) == after)
  }

  @Test("A section's name may have parts")
  func nested() throws {
    #expect(try set("[profile.a]\nleft = 1\n[keys]", "profile.a", "left", .integer(2)) == "[profile.a]\nleft = 2\n[keys]")
    #expect(try set("[profile.a]\n", "profile.b", "left", .integer(2)) == "[profile.a]\n\n[profile.b]\nleft = 2\n")
  }

  @Test(
    "Values of each type are written so that they are read back",
    arguments: [
      (TOMLLiteral.string("a\"\\\n\u{1}ä"), "k = \"a\\\"\\\\\\u000a\\u0001ä\""), (.integer(-3), "k = -3"), (.number(0.6), "k = 0.6"),
      (.number(50), "k = 50.0"), (.number(1e-7), "k = 1e-07"), (.bool(true), "k = true"),
    ])
  func literals(value: TOMLLiteral, line: String) throws {
    #expect(try set("[s]\nk = 'old'", "s", "k", value) == "[s]\n\(line)")
  }

  @Test("A value that is already set leaves the text as it is, however it is written")
  func unchanged() throws {
    #expect(try set("gesture = { pose = 'x' }", "gesture", "pose", .string("x")) == "gesture = { pose = 'x' }")
  }

  @Test(
    "A removed key takes its line along, and leaves its comment",
    arguments: [
      ("[gesture]\npose = 'a'\nhand = 1", "[gesture]\nhand = 1"), ("[gesture]\nhand = 1\npose = 'a'", "[gesture]\nhand = 1\n"),
      ("[gesture]\r\n\tpose = 'a' # why\r\n", "[gesture]\r\n\t# why\r\n"), ("[gesture]\n# pose = 'a'\n", "[gesture]\n# pose = 'a'\n"),
      ("[gesture]\npose = [\n1 ]  \n[keys]", "[gesture]\n[keys]"), ("gesture.pose = 1\nkeys.a = 1", "keys.a = 1"), ("", ""),
    ])
  func removal(before: String, after: String) throws {
    #expect(try remove(before, "gesture", "pose") == after)
  }

  @Test(
    "A section that is not written on lines of its own is refused with its place, and stays as it is",
    arguments: [
      ("gesture = { hand = 'left' }", "1:1:"), ("\ngesture.hand = 'left'", "2:1:"), ("[gesture.pose]\nx = 1", "1:2:"),
      ("x = 1\n[[gesture]]\nhand = 1", "2:3:"), ("gesture = 1", "1:1:"),
    ])
  func refusedInsertion(text: String, place: String) throws {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    let error = #expect(throws: ConfigurationError.self) { try editor.set(section: "gesture", key: "pose", to: .string("x")) }
    #expect(error?.description.hasPrefix("swiped.toml:\(place) ") == true, "\(String(describing: error))")
    #expect(editor.text == text)
  }

  @Test("A key in an inline table is not removed", arguments: ["gesture = { pose = 'a' }", "gesture = { hand = [\n1], pose = 'a' }"])
  func refusedRemoval(text: String) throws {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    #expect(throws: ConfigurationError.self) { try editor.remove(section: "gesture", key: "pose") }
    #expect(editor.text == text)
  }

  @Test(
    "An option of [expert] keeps the line that it has where it was before, and a new one goes to [expert]",
    arguments: [
      ("[gesture]\n pose = 'any' # why\n", "[gesture]\n pose = \"x\" # why\n"), ("gesture = { pose = 1 }", "gesture = { pose = \"x\" }"),
      ("gesture.pose = 1\n[expert]\nfps = 15\n", "gesture.pose = \"x\"\n[expert]\nfps = 15\n"),
      ("[gesture]\npose = 1\n[expert]\npose = 2", "[gesture]\npose = 1\n[expert]\npose = \"x\""),
      ("[gesture]\nhand = 1\n", "[gesture]\nhand = 1\n\n[expert]\npose = \"x\"\n"),
      ("[expert]\nfps = 15\n", "[expert]\nfps = 15\npose = \"x\"\n"),
      ("[profile.a]\npose = 1\n", "[profile.a]\npose = 1\n\n[expert]\npose = \"x\"\n"),
    ])
  func movedOption(before: String, after: String) throws {
    #expect(try set(before, "expert", "pose", .string("x")) == after)
    #expect(try set(after, "expert", "pose", .string("x")) == after)
  }

  @Test("An option of [expert] is removed also where it was before, or not at all")
  func removedMovedOption() throws {
    #expect(try remove("[gesture]\npose = 1 # why\n[expert]\npose = 2\n[keys]", "expert", "pose") == "[gesture]\n# why\n[expert]\n[keys]")
    #expect(try remove("[gesture]\npose = 1\nhand = 2", "expert", "pose") == "[gesture]\nhand = 2")
    let inline = "gesture = { pose = 1 }\n[expert]\npose = 2\n"
    var editor = try ConfigurationEditor(bytes: Array(inline.utf8), file: "swiped.toml")
    #expect(throws: ConfigurationError.self) { try editor.remove(section: "expert", key: "pose") }
    #expect(editor.text == inline)
  }

  @Test("What is not TOML is refused with its place")
  func notTOML() {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationEditor(bytes: Array("a = 1\nb =".utf8), file: "f") }
    #expect(error?.description.hasPrefix("f:2:") == true)
  }

  @Test("Several changes follow one another")
  func sequence() throws {
    var editor = try ConfigurationEditor(bytes: Array("# mine\n[keys]\nleft = 'KEY_A'\n".utf8), file: "f")
    try editor.set(section: "gesture", key: "threshold", to: .number(0.6))
    try editor.set(section: "gesture", key: "dwell_ms", to: .integer(90))
    try editor.set(section: "keys", key: "enabled", to: .bool(false))
    try editor.remove(section: "keys", key: "left")
    #expect(editor.text == "# mine\n[keys]\nenabled = false\n\n[gesture]\nthreshold = 0.6\ndwell_ms = 90\n")
    #expect(
      editor.changedLines == ["- left = 'KEY_A'", "+ enabled = false", "+ [gesture]", "+ threshold = 0.6", "+ dwell_ms = 90"])
  }

  @Test("Options that are set to what they are change no lines")
  func sameValue() throws {
    var editor = try ConfigurationEditor(bytes: Array("[keys]\nleft = 'KEY_A'\n".utf8), file: "f")
    try editor.set(section: "keys", key: "left", to: .string("KEY_A"))
    #expect(editor.changedLines.isEmpty)
  }
}
