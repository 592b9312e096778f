import Foundation
import Settings
import Testing
import UserErrors

@Suite("The search for commands")
struct CommandSearchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func search(_ path: String? = nil, home: String? = nil) -> CommandSearch {
    var environment = ["HOME": home ?? folder.path]
    environment["PATH"] = path ?? "/usr/bin:/bin"
    return CommandSearch(environment: environment, workingFolder: folder.path)
  }

  /// Writes a script that may be executed.
  @discardableResult private func script(_ name: String, _ text: String, mode: mode_t = 0o755) throws -> String {
    let path = try folder.write(text, to: name)
    try #require(chmod(path, mode) == 0)
    return path
  }

  /// Whether a program has a fault whose cause and fix name some things.
  private func isFault(_ fault: CommandFault?, _ things: String...) -> Bool {
    guard let fault else { return false }
    let line = "\(fault.cause); \(fault.fix.text(in: .installed))"
    return things.allSatisfy(line.contains)
  }

  @Test("A program is found on PATH, by its path, and from the working folder")
  func found() throws {
    let path = try script("bin/x", "#!/bin/sh\n")
    #expect(search().fault(of: "sh") == nil && search().fault(of: "/bin/sh") == nil)
    #expect(search().fault(of: path) == nil && search().fault(of: "bin/x") == nil)
    #expect(search("/nowhere:\(folder.path)/bin").fault(of: "x") == nil)
    // An empty folder of PATH is the working folder.
    try script("y", "#!/bin/sh\n")
    #expect(search("/nowhere:").fault(of: "y") == nil)
    #expect(CommandSearch(environment: [:]).fault(of: "sh") == nil)
  }

  @Test("What is in no folder of PATH is named with PATH")
  func notOnPath() {
    #expect(isFault(search("/nowhere:/usr/nowhere").fault(of: "sh"), "\"sh\"", "/nowhere:/usr/nowhere", "install"))
    #expect(isFault(search("").fault(of: "no-such-program"), "no-such-program"))
  }

  @Test(
    "What only a shell replaces is said to be that, unless a file has the name", arguments: ["~/x.sh", "$HOME/x.sh", "${HOME}/x.sh"])
  func shell(program: String) throws {
    #expect(isFault(search(home: "/home/ann").fault(of: program), "\"\(program)\"", "write \"/home/ann/x.sh\"", "no shell"))
    try script(program, "#!/bin/sh\n")
    #expect(search(home: "/home/ann").fault(of: program) == nil)
  }

  @Test("Another variable, another user's home and a command in one word have their own fixes")
  func otherWords() {
    #expect(isFault(search().fault(of: "$BIN/x"), "no shell"))
    #expect(isFault(search().fault(of: "~ann/x"), "no shell"))
    #expect(isFault(search().fault(of: "playerctl next"), "\"playerctl next\"", "[\"playerctl\", \"next\"]"))
  }

  @Test("A folder, a device, a missing file and one that is not executable are told apart")
  func kinds() throws {
    let plain = try script("plain", "#!/bin/sh\n", mode: 0o644)
    #expect(isFault(search().fault(of: plain), "not executable", "`chmod +x \(plain)`"))
    #expect(isFault(search(folder.path).fault(of: "plain"), plain, "`chmod +x \(plain)`"))
    #expect(isFault(search().fault(of: folder.path), "folder"))
    #expect(isFault(search().fault(of: "/dev/null"), "not a regular file"))
    #expect(isFault(search().fault(of: "/nowhere/x"), "\"/nowhere/x\" does not exist"))
    #expect(isFault(search().fault(of: plain + "/x"), "does not exist"))
    #expect(isFault(search().fault(of: "/" + String(repeating: "x", count: 300)), "too long"))
  }

  @Test("A file that cannot be executed does not hide a later one on PATH")
  func later() throws {
    try script("a/x", "#!/bin/sh\n", mode: 0o644)
    try script("b/x", "#!/bin/sh\n")
    #expect(search("\(folder.path)/a:\(folder.path)/b").fault(of: "x") == nil)
  }

  @Test("A script without its interpreter is named with that, also one that env looks for")
  func interpreters() throws {
    for (line, missing) in [
      ("#!/nowhere/python2 -u", "\"/nowhere/python2\""), ("#! /nowhere/sh", "\"/nowhere/sh\""), ("#!\(folder.path)", folder.path),
      ("#!/usr/bin/env python-none", "\"python-none\""), ("#!/usr/bin/env -S python-none -u", "\"python-none\""),
    ] {
      let path = try script("x", line + "\n")
      #expect(isFault(search().fault(of: path), "\"\(path)\"", missing, "install"), "\(line)")
    }
    for line in [
      "#!/bin/sh -e", "#!/usr/bin/env sh", "#!/usr/bin/env -S sh -e", "#!/usr/bin/env -i sh", "#!/usr/bin/env A=b none",
      "#!/usr/bin/env -S \"sh\" -e", "#!/usr/bin/env -S ${HOME}/x",
    ] {
      #expect(search().fault(of: try script("x", line + "\n")) == nil, "\(line)")
    }
    // Its own interpreter, which no check can follow to its end.
    #expect(search("\(folder.path)").fault(of: try script("x", "#!/usr/bin/env x\n")) == nil)
  }

  @Test("Line ends of another system, and a text without an interpreter, have their own fixes")
  func texts() throws {
    let path = try script("x", "#!/bin/sh\r\necho\r\n")
    #expect(isFault(search().fault(of: path), "carriage return", "`sed -i --follow-symlinks 's/\\r$//' \(path)`"))
    for text in ["echo\n", "", "#!\n"] {
      #expect(isFault(search().fault(of: try script("x", text)), "no interpreter", "#!/bin/sh"), "\(text)")
    }
  }

  @Test("A problem has the place of the command, and the file is valid nevertheless")
  func places() throws {
    let text = "[[on]]\nswipe = 'left'\nrun = ['sh']\n[[on]]\nrun = ['/nowhere/x', 'y']\nswipe = 'right'\n"
    let problems = try configure(text).commandProblems(search())
    #expect(problems.count == 1 && isProblem(problems[0].description, "5:7: on.run: \"/nowhere/x\""))
    let inline = try configure("on = [{ swipe = 'left', run = ['/nowhere/x'] }]").commandProblems(search())
    #expect(inline.count == 1 && inline[0].place?.line == 1)
    #expect(try configure("").commandProblems(search()) == [])
  }
}
