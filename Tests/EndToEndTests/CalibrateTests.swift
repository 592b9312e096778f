import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

/// A configuration that a person has written.
private let mine = """
  # Mine.
  [gesture]
  threshold = 0.9  # far
  threshold_unit = "hand"
  # dwell_ms = 0
  hand = "any"

  [log]
  level = "info" # as ever

  """

extension Scratch {
  /// The user's configuration file in this home.
  fileprivate var configuration: String { file(".config/swiped/swiped.toml") }

  fileprivate func configure(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: file(".config/swiped"), withIntermediateDirectories: true)
    try write(".config/swiped/swiped.toml", text.utf8)
  }

  fileprivate func configured() throws -> String { try String(contentsOfFile: configuration, encoding: .utf8) }

  fileprivate func calibrate(
    _ arguments: [String] = ["--yes"], environment: [String: String] = [:], input: Any? = nil
  ) throws -> Program {
    try Program("swipectl", ["calibrate", "--socket", socket] + arguments, home: self, environment: environment, input: input)
  }
}

extension EndToEnd {
  @Suite("swipectl calibrate and setup")
  struct Calibrations {
    @Test("A person whom the daily profile understands gets it, what the file has set stays, and the daemon uses it")
    func daily() async throws {
      let home = Scratch()
      try home.configure(mine)
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate()
      try await person.calibrate(calibrate)
      let end = try await calibrate.finish()
      #expect(end.status == 0 && end.errors == [], "\(end.errors)")
      #expect(end.output.contains { $0.contains("daily") && $0.contains("10 of 10") }, "\(end.output)")
      #expect(end.output.last == "Written. swiped uses it now.")
      #expect(
        try home.configured() == """
          # Mine.
          [gesture]
          threshold = 0.9  # far
          threshold_unit = "hand"
          # dwell_ms = 0
          hand = "any"
          profile = "daily"

          [log]
          level = "info" # as ever

          """)
      #expect(end.output.filter { $0.hasPrefix("  + ") || $0.hasPrefix("  - ") } == ["  + profile = \"daily\""])
      #expect(try await person.daemon.errors.line { $0.contains("the configuration is reloaded") } != "")
    }

    @Test("A person who hardly moves the thumb gets a lower threshold, in a file that was not there")
    func small() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate(["-y"])
      try await person.calibrate(calibrate, height: 0.55)
      let end = try await calibrate.finish()
      #expect(end.status == 0 && end.output.contains { $0.contains("this setting") && $0.contains("10 of 10") }, "\(end.output)")
      let written = try home.configured()
      // A frame that is replaced by a newer one on its way makes a gesture look shorter, for which a shorter dwell is proposed, too.
      #expect(
        written.contains(
          #/^\[gesture\]\nprofile = "daily"\n(dwell_ms = 1\d\d\n)?threshold = 0\.4\d?\n\n\[expert\]\nthreshold_unit = "hand"\n$/#),
        "\(written)")
    }

    @Test("A thumb that does not swipe gets its reason, once until something else is said")
    func reason() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate()
      _ = try await calibrate.output.line { $0.hasPrefix("Show your hand") }
      try await person.show(0, frames: 5, step: 200)
      _ = try await calibrate.output.line { $0.hasPrefix("Thumb up, ") }
      // Too low to be counted, twice; then one that is.
      for height in [0.38, 0.38, 1.1] as [Float] {
        try await person.show(height, frames: 4, step: 200)
        try await person.show(0, frames: 3, step: 150)
      }
      var said: [String] = []
      while said.last?.contains("1 of 5") != true, let line = try await calibrate.output.next() { said.append(line) }
      calibrate.send(SIGTERM)
      #expect(said.filter { $0.contains("no swipe: ") }.count == 1 && said.contains { $0.contains("38 of 50 px") }, "\(said)")
    }

    @Test("In the C locale, what people read is ASCII")
    func ascii() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate(environment: ["LC_ALL": "C"])
      var said = [try await calibrate.output.line { $0.hasPrefix("Show your hand") }]
      try await person.show(0, frames: 5, step: 200)
      try await person.gesture(1.1, calibrate, counted: "1 of 5")
      try await person.show(0.38, frames: 4, step: 200)
      calibrate.send(SIGTERM)
      said += try await calibrate.finish().output
      for command in [["status", "--verbose"], ["doctor"], ["cameras"], ["--help"], ["profile"]] {
        let place = command.contains("--help") || command == ["cameras"] ? [] : ["--socket", home.socket]
        said += try await run("swipectl", command + place, home: home, environment: ["LC_ALL": "C"]).output
      }
      #expect(said.count > 40 && said.filter { !$0.utf8.allSatisfy { $0 < 128 } } == [])
    }

    @Test("A profile of one's own that the file selects gets the threshold in its section, and swiped uses it even under a temporary one")
    func ownProfile() async throws {
      let home = Scratch()
      try home.configure(
        "[gesture]\nprofile = \"video\"\n[profile.video] # mine\nprofile = \"daily\"\n[profile.talk]\nprofile = \"daily\"\n")
      let person = try await TracePerson(home)
      #expect(try await run("swipectl", ["profile", "--temporary", "talk", "--socket", home.socket], home: home).status == 0)
      let calibrate = try home.calibrate(["-y"])
      try await person.calibrate(calibrate, height: 0.55)
      let end = try await calibrate.finish()
      #expect(end.status == 0 && end.output.last == "Written. swiped uses it now.", "\(end.output)")
      let written = try home.configured()
      let own =
        #/^\[gesture\]\nprofile = "video"\n\[profile\.video\] # mine\nprofile = "daily"\n(dwell_ms = 1\d\d\n)?threshold = 0\.4\d?\n/#
      #expect(
        written.contains(own) && written.hasSuffix("\nthreshold_unit = \"hand\"\n[profile.talk]\nprofile = \"daily\"\n"), "\(written)")
      let status = try await run("swipectl", ["profile", "--json", "--socket", home.socket], home: home)
      #expect(status.output.first?.contains("\"profile\":\"video\"") == true)
    }

    @Test("A profile that is none is refused before the person is asked for anything", arguments: ["calibrate", "setup"])
    func noProfile(command: String) async throws {
      let home = Scratch()
      try home.configure("[profile.video]\n")
      let end = try await run("swipectl", [command, "--yes", "--profile", "vidoe", "--socket", home.socket], home: home)
      #expect(end.status == 64 && end.output == [])
      expectOneLine(end.errors, of: "swipectl")
      #expect(end.errors.first?.contains("\"video\"") == true)
    }

    @Test("The unit of the threshold is changed in the line of a file that has it where it was before")
    func oldPlace() async throws {
      let home = Scratch()
      try home.configure("[gesture]\nprofile = \"plain\"\nthreshold_unit = \"px\" # mine\n")
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate(["-y"])
      try await person.calibrate(calibrate, height: 0.55)
      #expect(try await calibrate.finish().status == 0)
      let written = try home.configured()
      #expect(written.contains("\nthreshold_unit = \"hand\" # mine\n") && !written.contains("[expert]"), "\(written)")
      #expect(written.contains(#/\nthreshold = 0\.4\d?\n/#), "\(written)")
    }

    @Test("Thumbs run no commands meanwhile, and do so afterwards")
    func suspended() async throws {
      let home = Scratch()
      let config = try home.write(
        "c.toml", "[[on]]\nswipe = \"right\"\nrun = [\"/bin/sh\", \"-c\", \"echo $SWIPED_SEQ >> $HOME/runs\"]\n".utf8)
      let person = try await TracePerson(home, ["--config", config])
      let calibrate = try home.calibrate(["--config", config, "--yes"])
      try await person.calibrate(calibrate)
      #expect(try await calibrate.finish().status == 0)
      try await person.show(1.1, frames: 6)
      try await person.show(0, frames: 2)
      #expect(eventually { FileManager.default.fileExists(atPath: home.file("runs")) })
      person.daemon.send(SIGTERM)
      #expect(try await person.daemon.exitStatus() == 0)
      #expect(try String(contentsOfFile: home.file("runs"), encoding: .utf8).split(separator: "\n").count == 1)
    }

    @Test("A signal at any moment leaves the configuration as it was, and is the exit status", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) async throws {
      let home = Scratch()
      try home.configure(mine)
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate()
      _ = try await calibrate.output.line { $0.hasPrefix("Show your hand") }
      if signal != SIGINT { try await person.show(0, frames: 5, step: 200) }
      calibrate.send(signal)
      let end = try await calibrate.finish()
      #expect(end.status == 128 + signal)
      expectOneLine(end.errors, of: "swipectl")
      #expect(try home.configured() == mine)
    }

    @Test("A file that the running swiped does not use is written, and nothing is claimed of it")
    func otherFile() async throws {
      let home = Scratch()
      try home.configure(mine)
      let other = try home.write("other.toml", "# Other.\n".utf8)
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate(["--yes", "--config", other])
      try await person.calibrate(calibrate)
      let end = try await calibrate.finish()
      #expect(end.status == 0)
      let last = try #require(end.output.last)
      #expect(last.contains(home.configuration) && !last.contains("uses it now"), "\(last)")
      #expect(try home.configured() == mine)
      #expect(try String(contentsOfFile: other, encoding: .utf8).contains("profile = \"daily\""))
    }

    @Test("A terminal that nobody reads does not keep a signal from ending it", arguments: [SIGINT, SIGTERM, SIGHUP])
    func unread(signal: Int32) async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let (ours, theirs) = try openTerminal()
      defer { close(ours) }
      let terminal = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
      let calibrate = try Program(
        "swipectl", ["calibrate", "--socket", home.socket], home: home, environment: ["TERM": "xterm"], input: terminal, output: terminal)
      #expect(eventually { echoes(theirs) == false })
      // Until the line that changes in place has filled what the kernel keeps.
      var (waiting, step) = (Int32(0), 0)
      while waiting < 4000 {
        step += 1
        try #require(step < 20_000)
        try await person.show(Float(step % 10) / 10, frames: 1)
        try #require(ioctl(ours, UInt(FIONREAD), &waiting) == 0)
      }
      try await person.show(0, frames: 20)
      calibrate.send(signal)
      #expect(try await calibrate.exitStatus() == 128 + signal)
      #expect(echoes(theirs) == true)
    }

    @Test("A no, and no answer at all, leave the configuration as it was", arguments: [("n\n", 0), ("maybe\n", 64)] as [(String, Int32)])
    func answers(text: String, status: Int32) async throws {
      let home = Scratch()
      try home.configure(mine)
      let person = try await TracePerson(home)
      let answer = Pipe()
      let calibrate = try home.calibrate([], input: answer)
      try await person.calibrate(calibrate)
      try answer.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try answer.fileHandleForWriting.close()
      #expect(try await calibrate.finish().status == status)
      #expect(try home.configured() == mine)
    }

    @Test("A file that cannot be written is reported, and nothing is left behind")
    func unwritable() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate(environment: ["XDG_CONFIG_HOME": "/proc/swiped"])
      // Nobody but root gets farther than the first check.
      if getuid() == 0 { try await person.calibrate(calibrate) }
      let end = try await calibrate.finish()
      #expect([73, 77].contains(end.status))
      expectOneLine(end.errors, of: "swipectl")
      #expect(end.errors.first?.contains("/proc/swiped/swiped/swiped.toml") == true, "\(end.errors)")
    }

    @Test("An invalid configuration is reported before the person is asked for anything", arguments: ["calibrate", "setup"])
    func invalid(command: String) async throws {
      let home = Scratch()
      try home.configure("[gesture]\npose = \"thum\"\n")
      let end = try await run("swipectl", [command, "--yes", "--socket", home.socket], home: home)
      #expect(end.status == 78 && end.errors.count == 1 && !end.output.contains("Show your hand"))
      #expect(end.errors.first?.contains("swiped.toml:2:8: gesture.pose is the text \"thum\"") == true, "\(end.errors)")
      #expect(try home.configured() == "[gesture]\npose = \"thum\"\n")
    }

    @Test("Without a daemon it names the command that starts it", .long(seconds: 9), arguments: ["calibrate", "setup"])
    func noDaemon(command: String) async throws {
      let home = Scratch()
      let end = try await run("swipectl", [command, "--yes", "--socket", home.socket], home: home)
      #expect(end.status == 69)
      #expect(end.errors.count == 1 && end.errors[0].hasPrefix("swipectl: swiped is not running (no socket at \(home.socket)); run `"))
      let own = try await run("swipectl", ["setup", "--yes"], home: home)
      #expect(own.status == 69)
      expectOneLine(own.errors, of: "swipectl")
    }

    @Test("Without a hand for a minute it ends")
    func nobody() async throws {
      let home = Scratch()
      try home.configure(mine)
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate()
      _ = try await calibrate.output.line { $0.hasPrefix("Show your hand") }
      try await person.show(nil, frames: 3, step: 31_000)
      let end = try await calibrate.finish()
      #expect(end.status == 69)
      expectOneLine(end.errors, of: "swipectl")
      #expect(end.errors.first?.contains("no hand for 60 s") == true)
      #expect(try home.configured() == mine)
    }

    @Test("A pause, and the end of the daemon, end it with the cause", arguments: ["swiped is paused", "swiped has stopped"])
    func lost(cause: String) async throws {
      let home = Scratch()
      try home.configure(mine)
      let person = try await TracePerson(home)
      let calibrate = try home.calibrate()
      _ = try await calibrate.output.line { $0.hasPrefix("Show your hand") }
      try await person.show(0, frames: 5, step: 200)
      if cause == "swiped is paused" {
        #expect(try await run("swipectl", ["pause", "--socket", home.socket], home: home).status == 0)
      } else {
        person.daemon.send(SIGKILL)
      }
      let end = try await calibrate.finish()
      #expect(end.status == 69)
      expectOneLine(end.errors, of: "swipectl")
      #expect(end.errors.first?.contains(cause) == true, "\(end.errors)")
      #expect(try home.configured() == mine)
    }

    @Test("setup goes the same way, after what is wrong with the machine")
    func setup() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let setup = try Program(
        "swipectl", ["setup", "--yes", "--socket", home.socket], home: home, environment: ["SWIPED_RUNTIME": "/nowhere"])
      #expect(try await setup.output.line { $0.hasPrefix("FAIL  runtime: ") } != "")
      try await person.calibrate(setup)
      #expect(try await setup.finish().status == 0)
      #expect(try home.configured() == "[gesture]\nprofile = \"daily\"\n")
    }

    @Test(
      "setup asks whether swipes need a double thumb, no by default, and yes where the file says so already",
      arguments: [
        ("", "\n\n", "[gesture]\nprofile = \"daily\"\n"), ("", "maybe\ny\n\n", "[gesture]\nprofile = \"daily\"\nunlock = \"double\"\n"),
        ("[gesture]\nunlock = \"double\"\n", "\n\n", "[gesture]\nunlock = \"double\"\nprofile = \"daily\"\n"),
        ("[gesture]\nunlock = \"double\"\n", "n\n\n", "[gesture]\nprofile = \"daily\"\n"),
      ])
    func unlock(before: String, answers: String, after: String) async throws {
      let home = Scratch()
      try home.configure(before)
      let person = try await TracePerson(home)
      let answer = Pipe()
      let setup = try Program(
        "swipectl", ["setup", "--socket", home.socket], home: home, environment: ["SWIPED_RUNTIME": "/nowhere"], input: answer)
      try await person.calibrate(setup)
      try answer.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
      try answer.fileHandleForWriting.close()
      let end = try await setup.finish()
      #expect(end.status == 0 && end.output.contains { $0.contains("for 30 s. [\(before.isEmpty ? "y/N" : "Y/n")]") }, "\(end.output)")
      #expect(end.output.contains("  + unlock = \"double\"") == (before.isEmpty && after.contains("unlock")))
      #expect(try home.configured() == after)
    }

    @Test("setup --yes asks nothing and keeps what wakes the swipes; the gestures are recorded all the same")
    func unlockKept() async throws {
      let home = Scratch()
      try home.configure("[gesture]\nunlock = \"double\"\n")
      let person = try await TracePerson(home)
      let setup = try Program(
        "swipectl", ["setup", "--yes", "--socket", home.socket], home: home, environment: ["SWIPED_RUNTIME": "/nowhere"])
      try await person.calibrate(setup)
      let end = try await setup.finish()
      #expect(end.status == 0 && !end.output.contains { $0.contains("double thumb") })
      #expect(end.output.contains { $0.contains("daily") && $0.contains("10 of 10") }, "\(end.output)")
      #expect(try home.configured() == "[gesture]\nunlock = \"double\"\nprofile = \"daily\"\n")
    }

    @Test("On a terminal the hand is a line that changes in place, and Ctrl-C shows the cursor and what is typed again")
    func terminal() async throws {
      let home = Scratch()
      let person = try await TracePerson(home)
      let (ours, theirs) = try openTerminal()
      let terminal = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
      let calibrate = try Program(
        "swipectl", ["calibrate", "--socket", home.socket], home: home, environment: ["TERM": "xterm"], input: terminal, output: terminal)
      defer { close(ours) }
      var shown = ""
      func wait(for text: String) async throws {
        while !shown.contains(text) {
          let piece = try await blocking {
            var waiting = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 60_000) == 1 else { throw Timeout(description: "the terminal shows nothing for 60 s") }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(ours, &piece, piece.count)
            return Array(piece.prefix(max(count, 0)))
          }
          guard !piece.isEmpty else { throw Timeout(description: "the terminal ended: \(shown)") }
          shown += String(decoding: piece, as: UTF8.self)
        }
      }
      try await wait(for: "\u{1B}[?25l")
      #expect(echoes(theirs) == false)
      try await person.show(0, frames: 2)
      try await wait(for: "\r  down [")
      calibrate.send(SIGINT)
      #expect(try await calibrate.exitStatus() == 130)
      try await wait(for: "\u{1B}[?25h")
      #expect(echoes(theirs) == true)
    }

    private func openTerminal() throws -> (ours: Int32, theirs: Int32) {
      let ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN, whose macros Swift does not import.
      var (lock, number) = (Int32(0), Int32(0))
      try #require(ours >= 0 && ioctl(ours, 0x4004_5431, &lock) == 0 && ioctl(ours, 0x8004_5430, &number) == 0)
      let theirs = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(theirs >= 0)
      return (ours, theirs)
    }

    private func echoes(_ terminal: Int32) -> Bool? {
      var modes = termios()
      return tcgetattr(terminal, &modes) == 0 ? modes.c_lflag & tcflag_t(ECHO) != 0 : nil
    }
  }
}
