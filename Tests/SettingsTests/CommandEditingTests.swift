import Gestures
import Settings
import Testing

@Suite("Changing the commands of a configuration")
struct CommandEditingTests {
  private func edit(_ text: String, _ commands: GestureCommand...) throws -> String {
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try editor.setCommands(commands)
    return editor.text
  }

  private static let text = """
    # What plays.
    [[on]]
    swipe = "left" # back
    run = ["playerctl", "previous"] # one song

    # And on.
    [[on]]
    swipe = "right"
    run = ["playerctl", "next"]

    [log]

    """

  private let previous = GestureCommand(.thumbDown, run: ["playerctl", "previous"])
  private let next = GestureCommand(.thumbUp, run: ["playerctl", "next"])
  private let other = GestureCommand(.thumbDown, run: ["a \"b\"", "c"])

  @Test("A command changes where it stands, its comments with it")
  func changed() throws {
    let changed = try edit(Self.text, other, next)
    #expect(changed == Self.text.replacing("[\"playerctl\", \"previous\"]", with: "[\"a \\\"b\\\"\", \"c\"]"))
  }

  @Test("What a command keeps stays as it is written")
  func kept() throws {
    let text = "[[on]]\nswipe = \"left\"\nrun = [\n  \"a\",\n  # \"-v\",\n  \"b\", # the text\n]\n"
    #expect(try edit(text, GestureCommand(.thumbUp, run: ["a", "b"])) == text.replacing("\"left\"", with: "\"right\""))
  }

  @Test("A new command follows the one before it, and the first of none comes at the end")
  func added() throws {
    let section = "\n[[on]]\nswipe = \"left\"\nrun = [\"a \\\"b\\\"\", \"c\"]\n"
    #expect(try edit(Self.text, previous, next, other) == Self.text.replacing("\"next\"]\n", with: "\"next\"]\n" + section))
    #expect(try edit(Self.text, previous, other, next) == Self.text.replacing("# one song\n", with: "# one song\n" + section))
    #expect(try edit(Self.text, other, previous, next) == section.dropFirst() + "\n" + Self.text)
    #expect(try edit("[log]", other) == "[log]\n" + section)
    #expect(try edit("", other, other) == section.dropFirst() + section)
  }

  @Test("To change the first of two and add a third is what it would be one after the other")
  func changedAndAdded() throws {
    let changed = GestureCommand(.thumbDown, run: ["playerctl", "position", "0"])
    let both = try edit(Self.text, changed, next, other)
    #expect(try both == edit(edit(Self.text, changed, next), changed, next, other))
    #expect(both.contains("# What plays.\n[[on]]\nswipe = \"left\" # back\nrun = [\"playerctl\", \"position\", \"0\"] # one song\n"))
  }

  @Test("A removed command takes its lines along, and another one that is changed with it keeps its comments")
  func removed() throws {
    #expect(
      try edit(Self.text, next)
        == "# What plays.\n# back\n# one song\n\n# And on.\n[[on]]\nswipe = \"right\"\nrun = [\"playerctl\", \"next\"]\n\n[log]\n")
    let changed = GestureCommand(.thumbUp, run: ["playerctl", "stop"])
    #expect(try edit(Self.text, changed) == edit(edit(Self.text, next), changed))
    #expect(try edit(Self.text).contains("on]]") == false)
  }

  @Test("Whatever becomes of some commands, the text says so, and every comment stays", arguments: 0..<64)
  func anyChange(seed: Int) throws {
    let all = (0..<4).map { GestureCommand($0 % 2 == 0 ? .thumbDown : .thumbUp, run: ["c", "\($0)"], isParallel: $0 > 1) }
    let before = (0..<3).map { all[(seed >> $0) % 4] }
    let after = (0..<(seed % 5)).map { all[(seed * 7 + $0 * $0) % 4] }
    let text = before.enumerated().map {
      let parallel = $1.isParallel ? "parallel = true\n" : ""
      return "# \($0)\n[[on]]\nswipe = \"\($1.gesture.name)\"\nrun = ['c', '\($1.run[1])']\n\(parallel)"
    }.joined(separator: "\n")
    var editor = try ConfigurationEditor(bytes: Array(text.utf8), file: "swiped.toml")
    try editor.setCommands(after)
    #expect(try editor.validated().configuration.commands == after)
    #expect((0..<3).allSatisfy { editor.text.contains("# \($0)\n") })
  }

  @Test("Commands that are written in another way are not added to or removed, and the text stays as it is")
  func inline() throws {
    let inline = "on = [{ swipe = 'left', run = ['a'] }]\n"
    var editor = try ConfigurationEditor(bytes: Array(inline.utf8), file: "swiped.toml")
    #expect(throws: ConfigurationError.self) { try editor.setCommands([]) }
    #expect(throws: ConfigurationError.self) { try editor.setCommands([GestureCommand(.thumbDown, run: ["a"]), other]) }
    #expect(editor.text == inline)
    try editor.setCommands([other])
    #expect(editor.text == "on = [{ swipe = 'left', run = [\"a \\\"b\\\"\", \"c\"] }]\n")
  }

  @Test("A command keeps parallel when its words change, and its lines say so when another one takes them over")
  func parallel() throws {
    let text = "[[on]]\nparallel = true # several\nswipe = \"left\"\nrun = [\"a\", \"b\"]\n"
    let (old, new) = (["a", "b"], ["a", "c"])
    func command(_ run: [String], _ isParallel: Bool) -> GestureCommand { GestureCommand(.thumbDown, run: run, isParallel: isParallel) }
    #expect(try edit(text, command(new, true)) == text.replacing("\"b\"", with: "\"c\""))
    #expect(try edit(text, command(old, false)) == text.replacing("true", with: "false"))
    let off = text.replacing("true", with: "false")
    #expect(try edit(off, command(new, false)) == off.replacing("\"b\"", with: "\"c\""))
    #expect(try edit("", command(old, true)) == "[[on]]\nswipe = \"left\"\nrun = [\"a\", \"b\"]\nparallel = true\n")
    // Lines without the key are those of another command.
    let plain = "[[on]] # one\nswipe = \"left\"\nrun = [\"a\", \"b\"]\n"
    let replaced = try edit(plain, command(old, true))
    #expect(replaced.contains("[[on]]\nswipe = \"left\"\nrun = [\"a\", \"b\"]\nparallel = true\n") && replaced.contains("# one\n"))
  }

  @Test("Only so many commands can be set at a time")
  func limit() throws {
    var editor = try ConfigurationEditor(bytes: [], file: "swiped.toml")
    let most = (0..<ConfigurationEditor.largestCommandCount).map { GestureCommand(.thumbDown, run: ["\($0)"]) }
    try editor.setCommands(most)
    #expect(throws: ConfigurationError.self) { try editor.setCommands(most + [other]) }
    #expect(try editor.validated().configuration.commands == most)
  }
}
