import Programs
import Testing
import UserErrors

@Suite("Arguments that do not fit")
struct UsageTests {
  private func error(_ arguments: String..., of program: String = "swipectl") -> UserError? {
    let commands = ProgramCommands.all.first { $0.program == program }?.commands ?? []
    return ProgramCommands.error(in: arguments, of: program, known: commands + ["picture-worker"])
  }

  @Test("A command that does not exist is refused with the nearest one, also after help", arguments: [[], ["help"], ["help", "--help"]])
  func nearest(before: [String]) throws {
    for (wrong, right) in [("statsu", "\"status\""), ("STATUS", "\"status\""), ("cameraz", "\"cameras\""), ("halp", "\"help\"")] {
      let error = try #require(ProgramCommands.error(in: before + [wrong], of: "swipectl", known: ["status"]))
      #expect(error.exitStatus == .usage && error.summary.contains("\"\(wrong)\""))
      #expect(error.description.contains("did you mean \(right)? See `swipectl --help`"))
    }
    let error = try #require(ProgramCommands.error(in: before + ["frobnicate"], of: "swipectl", known: ["status"]))
    #expect(error.exitStatus == .usage && !error.description.contains("did you mean"))
  }

  @Test("A command of another program is refused with that program", arguments: ProgramCommands.all[1].commands)
  func other(command: String) throws {
    #expect(error(command, of: "swiped")?.fix == .command("swipectl \(command)"))
    #expect(error("help", command, of: "swiped")?.fix == .command("swipectl help \(command)"))
    #expect(error(command) == nil && error("help", command) == nil)
  }

  @Test("A command of a command that does not exist is refused with the nearest one, also after help", arguments: [[], ["help"]])
  func nested(before: [String]) throws {
    func error(_ arguments: String...) -> UserError? {
      ProgramCommands.error(in: before + arguments, of: "swipectl", known: ["deck", "status"], nested: ["deck": ["copy"]])
    }
    let near = try #require(error("deck", "cpoy"))
    #expect(near.exitStatus == .usage && near.description.contains("did you mean \"copy\"? See `swipectl deck --help`"))
    let far = try #require(error("deck", "frobnicate"))
    #expect(far.exitStatus == .usage && !far.description.contains("did you mean"))
    #expect(error("deck") == nil && error("deck", "copy") == nil && error("deck", "--help") == nil)
    #expect((error("deck", "copy", "more") == nil) == before.isEmpty)
  }

  @Test("A word near to a command of another program is refused with that one")
  func nearOther() {
    #expect(error("statsu", of: "swiped")?.description.contains("did you mean `swipectl status`?") == true)
    #expect(error("run")?.fix == .command("swiped run"))
    #expect(error("rnu", of: "swiped")?.description.contains("did you mean \"run\"?") == true)
  }

  @Test("Options, commands that are not shown, and help itself are left to the parser")
  func accepted() {
    for arguments in [[], ["-V"], ["--help", "statsu"], ["picture-worker"], ["help"], ["help", "-h"], ["help", "help"]] {
      #expect(ProgramCommands.error(in: arguments, of: "swipectl", known: ["picture-worker"]) == nil, "\(arguments)")
    }
    #expect(error("help", "status", "more")?.summary.contains("\"more\"") == true)
  }

  @Test(
    "What the parser says becomes a cause and a hint",
    arguments: [
      ("Unknown option '--jsno'. Did you mean '--json'?", "unknown option \"--jsno\"", "did you mean \"--json\"?"),
      ("Unexpected argument 'extra'", "unexpected argument \"extra\"", nil),
      ("3 unexpected arguments: 'a', 'b', 'c'", "3 unexpected arguments: \"a\", \"b\", \"c\"", nil),
      ("Missing value for '--socket <path>'", "missing value for \"--socket <path>\"", nil),
      (
        "The value 'f16' is invalid for '--precision <precision>'. Please provide one of 'f32' and 'bf16'.",
        "the value \"f16\" is invalid for \"--precision <precision>\"", "write \"f32\" or \"bf16\""
      ),
      (
        "The value 'foo' is invalid for '<view>'. Please provide one of the following:\n  - home\n  - setup\n  - hands",
        "the value \"foo\" is invalid for \"<view>\"", "write \"home\", \"setup\" or \"hands\""
      ),
      ("The value 'it's. so' is invalid for '<n>'", "the value \"it's. so\" is invalid for \"<n>\"", nil),
      (
        "Unknown option '-ab'\n   or: Missing value for '-a <x>' in '-ab'",
        "unknown option \"-ab\" or: missing value for \"-a <x>\" in \"-ab\"", nil
      ),
      ("--port takes a number from 0 to 65535, not 99999", "--port takes a number from 0 to 65535, not 99999", nil),
      ("Missing required subcommand.", "missing required subcommand", nil), ("", "", nil),
    ] as [(String, String, String?)])
  func parser(text: String, cause: String, hint: String?) {
    #expect(UsageMessage(text).cause.lowercased() == cause.lowercased())
    #expect(UsageMessage(text).cause.first == cause.first && UsageMessage(text).hint == hint)
  }
}
