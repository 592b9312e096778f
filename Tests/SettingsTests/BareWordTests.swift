import Settings
import Testing

@Suite("Values that TOML does not know")
struct BareWordTests {
  private func isOnlyProblem(_ text: String, _ expected: String) -> Bool {
    let found = problems(in: text)
    return found.count == 1 && isProblem(found[0], expected) && !found[0].contains(where: \.isNewline)
  }

  @Test(
    "A text without quotes, or in quotes of other kinds, is refused at its place with the quotes to write",
    arguments: [
      ("[gesture]\nprofile = daily", "2:11: gesture.profile \"daily\""), ("[keys]\nleft = f5 # reload", "2:8: keys.left \"f5\""),
      ("[keys]\r\nleft=info\r\n", "2:6: keys.left \"info\""), ("\u{FEFF}keys.left = nothing", "1:13: keys.left \"nothing\""),
      ("[keys]\nleft = true_left", "2:8: \"true_left\""), ("[keys]\nleft = Super+Left", "2:8: \"Super+Left\""),
      ("[gesture]\nprofile = “daily”", "2:11: \"daily\""), ("[gesture]\nprofile = ‘daily’", "2:11: \"daily\""),
      ("[gesture]\nprofile = „daily“", "2:11: \"daily\""), ("[gesture]\nprofile = `daily`", "2:11: \"daily\""),
      ("[gesture]\nprofile = ”daily\"", "2:11: \"daily\""), ("[gesture]\nprofile = \"daily”", "2:11: not TOML \"daily\""),
      ("[gesture]\nprofile = \"daily' # mine", "2:11: not TOML \"daily\""), ("[camera]\ndevice = /dev/video0", "2:10: \"/dev/video0\""),
      ("[camera]\ndevice = C:\\cam", "2:10: 'C:\\cam'"), ("[camera]\ndevice = “a, #1”", "2:10: camera.device \"a,"),
      ("[camera]\nbackend = auto;", "2:11: \"auto\""), ("gesture = { profile = daily, unlock = 'off' }", "1:23: \"daily\""),
      ("[gesture]\nunlock = off", "2:10: gesture.unlock \"off\""), ("[desktop]\nnotify = off", "2:10: desktop.notify \"off\""),
      ("[log]\nlevel = Debug", "2:9: log.level \"debug\""), ("[[on]]\nswipe = left\nrun = ['a']", "2:9: on.swipe \"left\""),
      ("[[on]]\nswipe = 'left'\nrun = [\"a\", “b, c”]", "3:13: not TOML \"b,"),
      ("[[on]]\nswipe = 'left'\nrun = ['a',\n  b]", "4:3: not TOML \"b\""),
    ])
  func text(text: String, line: String) { #expect(isOnlyProblem(text, line), "\(problems(in: text))") }

  @Test(
    "Other words for true and false are refused with what is allowed",
    arguments: ["No", "no", "yes", "True", "FALSE", "on", "off", "“true”", "tru", "$HOME"])
  func flags(word: String) {
    #expect(isOnlyProblem("[desktop]\ntray = \(word)", "2:8: desktop.tray \(word) true or false"))
  }

  @Test(
    "What is no number is refused with what is allowed, and with the number that is meant",
    arguments: [
      ("dwell_ms = 200ms", "2:12: gesture.dwell_ms 200ms mean 200? 60000"), ("dwell_ms = 0200", "2:12: mean 200? 60000"),
      ("dwell_ms = 5.", "2:12: mean 5? 60000"), ("threshold = 0,5", "2:13: 0,5 mean 0.5? 4096"),
      ("threshold = .5", "2:13: mean 0.5? 4096"), ("dwell_ms = long", "2:12: long 60000"),
    ])
  func numbers(option: String, line: String) {
    #expect(isOnlyProblem("[gesture]\n\(option)", line), "\(problems(in: "[gesture]\n\(option)"))")
  }

  @Test(
    "A number that is too large is named, at its place, with what is allowed",
    arguments: ["99999999999999999999", "9223372036854775808", "0xFFFFFFFFFFFFFFFFFFFF", "1e999"])
  func tooLarge(number: String) {
    #expect(isOnlyProblem("[gesture]\ndwell_ms = \(number) # ms", "2:12: gesture.dwell_ms: \(number) is too large 60000"))
    let elsewhere = problems(in: "[gesture]\nx = \(number)")
    #expect(elsewhere.count == 2 && isProblem(elsewhere[1], "2:5: \(number) is too large"), "\(elsewhere)")
  }

  @Test(
    "What is around a value is refused as that",
    arguments: [
      ("[desktop]\ntray = true;", "2:8: \";\" true remove"), ("[desktop]\ntray = true // x", "2:8: \"// x\" comment #"),
      ("[desktop]\ntray == true", "2:7: equals remove"), ("[desktop]\ntray =\u{A0}true", "2:7: U+A0"),
      ("[keys]\nleft = 'a',", "2:11: not TOML: , follows remove"), ("[keys]\nleft = 'alt'+'left'", "2:13: quotes"),
      ("[keys]\nleft = ", "2:8: value"), ("[keys]\nleft =", "2:7: value"), ("[keys]\n“left” = 'a'", "2:1: left"),
      ("[camera]\ndevice = \"C:\\dev\"", "2:14: \\\\ single"),
    ])
  func around(text: String, line: String) { #expect(isOnlyProblem(text, line), "\(problems(in: text))") }

  @Test("All such values of a file are reported with its other problems, and those above a text that is not TOML come first")
  func all() {
    let found = problems(in: "[keys]\nenabled = no\nleft = f5\nup = 1\n[gesture]\nprofile = video\nhand = 3\n[profile.video]")
    let places = ["2:11: true or false", "3:8: \"f5\"", "4:1: \"up\"", "6:11: \"video\"", "7:8: gesture.hand"]
    #expect(found.count == 5 && zip(found, places).allSatisfy(isProblem), "\(found)")
    #expect(isOnlyProblem("[keys]\nleft = f5\n[oops", "2:8: \"f5\""))
    #expect(isOnlyProblem("[oops\n[keys]\nleft = f5", "1:6: not TOML"))
    #expect(problems(in: "[keys]\n" + (0..<200).map { "x\($0) = y\n" }.joined()).allSatisfy { $0.hasPrefix("swiped.toml:") })
  }

  @Test(
    "A name that occurs twice is given with its place, and with that of the first",
    arguments: [
      ("[keys]\nleft = 'a'\n\"left\" = 'b'", "3:1: \"left\" 2"), ("[keys]\n\"a b\" = 1\n'a b' = 2", "3:1: \"a b\" 2"),
      ("[keys]\nleft = 'a'\nleft.x = 1", "3:1: \"left\" 2"), ("[keys]\n[ 'keys' ]", "2:3: \"keys\" 1"),
      ("[[on]]\n[on]", "2:2: \"on\" 1"), ("[gesture]\ndwell_ms = 1\ndwell_ms = 2", "3:1: \"dwell_ms\" 2"),
    ])
  func twice(text: String, line: String) { #expect(isOnlyProblem(text, line), "\(problems(in: text))") }

  @Test("The file of the bridge and the commands that change a file say the same")
  func others() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try MQTTSettings(bytes: Array("[broker]\nhost = 192.168.1.2\ntls = yes".utf8), file: "swiped.toml")
    }
    let found = error?.problems.map(\.description) ?? []
    #expect(found.count == 2 && isProblem(found[0], "2:8: broker.host \"192.168.1.2\"") && isProblem(found[1], "3:7: true or false"))
    let folder = try TemporaryFolder()
    let file = try folder.write("[gesture]\nunlock = off\n", to: "c.toml")
    let refused = #expect(throws: ConfigurationError.self) { try ConfigurationEditor(opening: file, environment: [:]) }
    #expect(refused?.description.contains("put it in double quotes: \"off\"") == true)
    #expect(throws: ConfigurationError.self) { try ConfigurationEditor(bytes: Array("[gesture]\nunlock = off\n".utf8), file: "f") }
  }
}
