import EventProtocol
import Foundation
import Glibc
import TestTime
import Testing

/// The configuration of most of these tests.
private let configuration = """
  # mine
  [gesture]
  threshold = 40   # a little less
  [keys]
  enabled = false

  # for films
  [profile.video]
  profile = "plain"
  left = "KEY_VOLUMEDOWN"
  threshold = 70

  """

private func control(_ arguments: [String], _ home: Scratch) async throws -> Program.Outcome {
  try await run("swipectl", ["profile"] + arguments, home: home)
}

extension Scratch {
  fileprivate var configuration: String { file(".config/swiped/swiped.toml") }

  fileprivate func configure(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: file(".config/swiped"), withIntermediateDirectories: true)
    try write(".config/swiped/swiped.toml", text.utf8)
  }

  fileprivate func configured() throws -> String { try String(contentsOfFile: configuration, encoding: .utf8) }
}

extension EndToEnd {
  @Suite("Profiles")
  struct ProfileCommands {
    private func start(_ home: Scratch, _ text: String = configuration) async throws -> Program {
      try home.configure(text)
      let daemon = try Program("swiped", ["run", "--source", "synthetic", "--events"], home: home)
      #expect(try await daemon.output.nextStatus { $0.state == .running }.profile != nil)
      return daemon
    }

    private func end(_ daemon: Program) async throws {
      daemon.send(SIGTERM)
      #expect(try await daemon.finish().status == 0)
    }

    @Test("A temporary profile takes effect between two frames, is in the status, and leaves the file as it is")
    func temporary() async throws {
      let home = Scratch()
      let daemon = try await start(home)
      let shown = try await control(["--json"], home)
      #expect(shown.output == [#"{"file":null,"profile":"plain","profiles":["plain","daily","video"],"running":true}"#])
      #expect(try await control(["--temporary", "video"], home).status == 0)
      var frames = 0
      let changed = try await daemon.output.nextStatus { status in
        #expect(status.state == .running, "the source stays open")
        frames = max(frames, status.frames.handled)
        return status.profile == "video"
      }
      #expect(changed.gesture?["threshold"] == .number(70) && changed.keys == .off && changed.frames.handled >= frames)
      #expect(try await control([], home).output.first == "active     video")
      #expect(try home.configured() == configuration)
      #expect(try await run("swipectl", ["status"], home: home).output.contains("profile     video"))
      try await end(daemon)
    }

    @Test("A thumb that is held does not swipe by a profile with the same options and other keys", .long(seconds: 3))
    func otherKeys() async throws {
      let home = Scratch()
      let profiles = ["louder", "next"].map { "[profile.\($0)]\nrepeat_ms = 200\nright = \"\($0 == "next" ? "right" : "volume_up")\"\n" }
      let config = try home.write("c.toml", "[gesture]\nprofile = \"louder\"\n\(profiles.joined())".utf8)
      let person = try await TracePerson(home, ["--config", config])
      try await person.show(0, frames: 3)
      try await person.show(1.1, frames: 15)
      func swipes() async throws -> String? {
        try await run("swipectl", ["status", "--socket", home.socket], home: home).output.first { $0.hasPrefix("swipes ") }
      }
      let before = try await swipes()
      #expect(try await control(["--temporary", "next", "--socket", home.socket], home).status == 0)
      try await person.show(1.1, frames: 15)
      #expect(try await swipes() == before)
      try await person.show(0, frames: 3)
      try await person.show(1.1, frames: 3)
      #expect(try await swipes() != before)
    }

    @Test("The socket that the person's file sets is found without --socket, and the usual one where none is there")
    func configuredSocket() async throws {
      let home = Scratch()
      let daemon = try await start(home, "[socket]\npath = \"\(home.file("other.sock"))\"\n[gesture]\nprofile = \"daily\"\n")
      #expect(try await run("swipectl", ["status"], home: home).status == 0)
      // Whatever else is wrong with the file.
      try home.configure(try home.configured() + "[log]\nlevle = \"debug\"\n")
      #expect(try await run("swipectl", ["status"], home: home).status == 0)
      try home.configure(try home.configured().replacing("[log]\nlevle = \"debug\"\n", with: ""))
      _ = try await control(["plain"], home)
      #expect(try await daemon.output.nextStatus { $0.profile == "plain" }.state == .running)
      try await end(daemon)
      let usual = try await start(home, "[gesture]\nprofile = \"daily\"\n")
      try home.configure("[socket]\npath = \"\(home.file("other.sock"))\"\n")
      // As a daemon leaves it that was killed.
      _ = try home.write("other.sock", [])
      #expect(try await run("swipectl", ["status"], home: home).status == 0)
      try await end(usual)
    }

    @Test("What a file that is a link leads to is named before it changes, and not if nothing changes")
    func linked() async throws {
      let home = Scratch()
      try home.configure(configuration)
      try FileManager.default.createDirectory(atPath: home.file("dotfiles/.git"), withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: home.configuration, toPath: home.file("dotfiles/swiped.toml"))
      try FileManager.default.createSymbolicLink(atPath: home.configuration, withDestinationPath: "../../dotfiles/swiped.toml")
      let changed = try await control(["video"], home)
      #expect(
        changed.status == 0 && changed.errors.count == 2 && changed.errors.allSatisfy { $0.contains("/dotfiles") }, "\(changed.errors)")
      #expect(try String(contentsOfFile: home.file("dotfiles/swiped.toml"), encoding: .utf8).contains("profile = \"video\"\n"))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.configuration) == "../../dotfiles/swiped.toml")
      let same = try await control(["video"], home)
      #expect(same.status == 0 && same.errors == [])
    }

    @Test(
      "A reload keeps a temporary profile, unless the file selects another one than before or does not have it anymore", .long(seconds: 4))
    func reload() async throws {
      let home = Scratch()
      let daemon = try await start(home)
      func active(after text: String) async throws -> String? {
        try home.configure(text)
        let reloaded = try await run("swipectl", ["reload", "--json"], home: home)
        return try reloaded.output.first.flatMap { try JSONCoding.decode(Status.self, from: $0.utf8).profile }
      }
      _ = try await control(["--temporary", "video"], home)
      #expect(try await active(after: configuration + "[log]\nlevel = 'debug'\n") == "video")
      #expect(try await active(after: configuration.replacing("[gesture]\n", with: "[gesture]\nprofile = 'plain'\n")) == "video")
      #expect(try await active(after: "[gesture]\nprofile = 'daily'\n[profile.video]") == "daily")
      _ = try await control(["--temporary", "video"], home)
      #expect(try await active(after: "[gesture]\nprofile = 'daily'") == "daily")
      _ = try await control(["--temporary", "plain"], home)
      #expect(try await active(after: "[gesture]\nprofile = 'daily'\npose = 3") == nil)
      #expect(try await control([], home).output.first == "active     plain")
      try await end(daemon)
    }

    @Test("A selected profile is written into the file, whose comments stay, and is active, also after a temporary one")
    func select() async throws {
      let home = Scratch()
      let daemon = try await start(home)
      _ = try await control(["--temporary", "plain"], home)
      let selected = try await control(["video", "--json"], home)
      #expect(selected.status == 0)
      let path = home.configuration
      #expect(selected.output == [#"{"file":"\#(path)","profile":"video","profiles":["plain","daily","video"],"running":true}"#])
      #expect(try home.configured() == configuration.replacing("less\n", with: "less\nprofile = \"video\"\n"))
      #expect(try await daemon.output.nextStatus { $0.profile == "video" }.gesture?["threshold"] == .number(70))
      // The file says so already, and the daemon does not.
      _ = try await control(["--temporary", "plain"], home)
      #expect(try await control(["video"], home).status == 0)
      #expect(try await control([], home).output.first == "active     video")
      try await end(daemon)
    }

    @Test("A profile in a file that the running swiped does not use is written there, and not claimed to be active")
    func otherFile() async throws {
      let home = Scratch()
      let daemon = try await start(home)
      let before = try #require(try await control([], home).output.first)
      let other = try home.write("other.toml", "# Other.\n".utf8)
      let selected = try await control(["daily", "--config", other], home)
      #expect(selected.status == 0)
      let line = try #require(selected.output.first)
      #expect(line.hasPrefix(before) && line.contains(home.configuration) && line.contains(other), "\(line)")
      #expect(try String(contentsOfFile: other, encoding: .utf8).contains("profile = \"daily\""))
      #expect(try await control([], home).output.first == before)
      try await end(daemon)
    }

    @Test("A section goes on building on the profile that it replaces in the file")
    func base() async throws {
      let home = Scratch()
      try home.configure("gesture.profile = 'daily'\n[profile.video]\nleft = 'KEY_A'\n")
      #expect(try await control(["video"], home).status == 0)
      #expect(try home.configured() == "gesture.profile = \"video\"\n[profile.video]\nleft = 'KEY_A'\nprofile = \"daily\"\n")
    }

    @Test("Without a daemon, the file is read and written, and both are said")
    func notRunning() async throws {
      let home = Scratch()
      let shown = try await control([], home)
      #expect(shown.status == 0 && shown.output.first?.hasPrefix("active     daily (swiped is not running; selected by default") == true)
      #expect(try await control(["daily"], home).status == 0)
      #expect(try home.configured() == "[gesture]\nprofile = \"daily\"\n")
      #expect(
        try await control(["--json"], home).output
          == [#"{"file":"\#(home.configuration)","profile":"daily","profiles":["plain","daily"],"running":false}"#])
      let other = try home.write("other.toml", "[profile.b]".utf8)
      #expect(try await control(["b", "--config", other], home).status == 0)
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "[profile.b]\nprofile = \"daily\"\n\n[gesture]\nprofile = \"b\"\n")
      #expect(try home.configured() == "[gesture]\nprofile = \"daily\"\n")
    }

    @Test("What cannot be done changes nothing and is one line, with its exit status")
    func refusals() async throws {
      let home = Scratch()
      let daemon = try await start(home)
      for (arguments, status, parts) in [
        (["vidoe"], Int32(64), ["\"vidoe\"", "\"video\"", "plain, daily, video"]),
        (["--temporary", "vidoe"], 64, ["\"vidoe\"", "plain, daily, video"]),
        (["--temporary"], 64, ["--temporary"]),
        (["plain", "--config", home.file("none.toml")], 78, ["none.toml"]),
        (["plain", "--socket", home.file("none.sock"), "--temporary"], 69, ["none.sock"]),
      ] {
        let refused = try await control(arguments, home)
        #expect(refused.status == status && refused.output.isEmpty && refused.errors.count == 1, "\(arguments): \(refused.errors)")
        for part in parts { #expect(refused.errors.first?.contains(part) == true, "\(arguments): \(refused.errors)") }
      }
      #expect(try home.configured() == configuration)
      #expect(try await control([], home).output.first == "active     plain")
      try await end(daemon)
    }

    @Test("A file with errors is not written, and each error is a line")
    func invalid() async throws {
      let home = Scratch()
      try home.configure("[gesture]\nposse = 1\n[profile.'a b']\n")
      for arguments in [["daily"], []] {
        let refused = try await control(arguments, home)
        #expect(refused.status == 78 && refused.errors.map { $0.contains("\(home.configuration):") } == [true, true], "\(refused.errors)")
      }
      #expect(try home.configured() == "[gesture]\nposse = 1\n[profile.'a b']\n")
      try home.configure("gesture = { hand = 'left' }")
      let refused = try await control(["daily"], home)
      #expect(refused.status == 78 && refused.errors.count == 1 && refused.errors[0].contains(":1:1: "))
    }

    @Test("A file that cannot be created is reported with status 73")
    func notCreated() async throws {
      let home = Scratch()
      try home.write(".config", "a file".utf8)
      let refused = try await control(["daily"], home)
      #expect(refused.status == 73 && refused.errors.count == 1 && refused.errors[0].contains(home.configuration), "\(refused.errors)")
    }

    @Test("A thumb that is held while the profile changes does not swipe by the new one; after a rest, the next does")
    func heldThumb() async throws {
      let home = Scratch()
      let file = try home.write("c.toml", "[profile.low]\nthreshold = 20\n[profile.high]\nthreshold = 90\n".utf8)
      let input = Pipe()
      let daemon = try Program(
        "swiped",
        ["run", "--no-keys", "--events", "--source", "trace:-", "--config", file, "--socket", home.file("swiped/swiped.sock")], home: home,
        environment: ["SWIPED_RUNTIME": "/nowhere"], input: input)
      var frame = 0
      /// Sends frames of a hand whose thumb is so many pixels above its wrist, and waits until they are handled.
      func show(_ height: Float, frames: Int = 3) async throws {
        for _ in 0..<frames {
          frame += 1
          try input.fileHandleForWriting.write(contentsOf: thumb(height, frame))
        }
        while try await handled(home) < frame { try await Task.sleep(for: .milliseconds(5)) }
      }
      try input.fileHandleForWriting.write(contentsOf: Data(#"{"swiped_trace":1,"version":"0"}"#.utf8 + [10]))
      try await show(0)
      try await show(60)
      #expect(try await daemon.output.nextSwipe()?.frame == 4)
      #expect(try await control(["--temporary", "low"], home).status == 0)
      try await show(60)
      // A hand that rested by the old settings, and does not by the new ones.
      #expect(try await control(["--temporary", "high"], home).status == 0)
      try await show(60)
      #expect(try await control(["--temporary", "low"], home).status == 0)
      try await show(60)
      try await show(0)
      try await show(30)
      try input.fileHandleForWriting.close()
      #expect(try await daemon.output.nextSwipe()?.frame == 16 + 3)
      #expect(try await daemon.output.nextSwipe() == nil)
      #expect(try await daemon.exitStatus() == 0)
    }

    private func handled(_ home: Scratch) async throws -> Int {
      let lines = try await run("swipectl", ["status", "--json"], home: home).output
      // The daemon may not have its socket yet.
      return try lines.first.map { try JSONCoding.decode(Status.self, from: $0.utf8).frames.handled } ?? 0
    }
  }
}

/// A frame of a trace with a hand whose thumb is so many pixels above its wrist.
private func thumb(_ height: Float, _ frame: Int) -> Data {
  let joints =
    ["wrist", "thumbCMC", "thumbMP", "thumbIP", "thumbTip"]
    + ["index", "middle", "ring", "little"].flatMap { finger in ["MCP", "PIP", "DIP", "Tip"].map { finger + $0 } }
  let points = joints.map { ($0, Hand.Point(x: 320, y: $0 == "thumbTip" ? 300 - height : 300, z: 0, confidence: 0.9)) }
  let hand = Hand(confidence: 0.9, chirality: .left, points: Dictionary(uniqueKeysWithValues: points))
  let event = FrameEvent(
    frame: frame, capturedNs: UInt64(frame) * 33_000_000, width: 640, height: 480, hands: [hand], distance: nil, zone: nil, armed: true)
  return Data(Event.frame(event).line)
}
