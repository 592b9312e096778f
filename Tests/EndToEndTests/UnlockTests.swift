import EventProtocol
import Foundation
import Glibc
import Testing

extension EndToEnd {
  @Suite("unlock")
  struct Unlocks {
    @Test(
      "A single thumb says that the swipes are asleep, a double one wakes them, the next one swipes, and an interruption or 30 s let them fall asleep"
    )
    func double() async throws {
      let home = Scratch()
      let config = try home.write("c.toml", "[gesture]\nprofile = \"daily\"\nunlock = \"double\"\n".utf8)
      let person = try await TracePerson(home, ["--config", config])
      let client = try await home.connect()
      let watch = try Program("swipectl", ["watch", "--explain", "--socket", home.socket], home: home)
      _ = try await watch.output.line { $0.contains("swipes asleep: show a thumb twice") }
      func thumb() async throws {
        try await person.show(1.1, frames: 4)
        try await person.show(0, frames: 4)
      }
      try await person.show(0, frames: 9)
      try await thumb()
      try await person.show(0, frames: 20)
      let asleep = try await watch.output.line { $0.contains("× no swipe") }
      #expect(asleep.hasSuffix("thumb up, but the swipes are asleep: show it again within 2 s to wake them"))
      try await thumb()
      try await thumb()
      let woken = try await client.lines.nextStatus { $0.awakeUntilNs != nil }
      #expect(woken.state == .running && !woken.isAsleep)
      _ = try await watch.output.line { $0.contains("swipes awake until ") }
      try await thumb()
      _ = try await watch.output.line { $0.contains("→ right") }
      let shown = try await run("swipectl", ["status", "--socket", home.socket], home: home)
      #expect(shown.output.contains { $0.contains(#/^swipes .*: awake until \d\d:\d\d:\d\d$/#) }, "\(shown.output)")
      // Another profile, as a window manager's hook activates it, does not let them fall asleep.
      let other = try await run("swipectl", ["profile", "--temporary", "plain", "--socket", home.socket], home: home)
      #expect(other.status == 0, "\(other)")
      try await person.show(0, frames: 2)
      try await thumb()
      _ = try await watch.output.line { $0.contains("→ right") }
      try await person.show(0, frames: 1, isInterrupted: true)
      #expect(try await client.lines.nextStatus { $0.awakeUntilNs == nil }.isAsleep)
      #expect(try await run("swipectl", ["panel", "--socket", home.socket], home: home).output.first == "swipes asleep")
      try await person.show(0, frames: 4)
      try await thumb()
      try await thumb()
      #expect(try await client.lines.nextStatus { $0.awakeUntilNs != nil }.isAsleep == false)
      try await person.show(0, frames: 4, step: 10_000)
      #expect(try await client.lines.nextStatus { $0.awakeUntilNs == nil }.isAsleep)
      person.daemon.send(SIGTERM)
      #expect(try await person.daemon.exitStatus() == 0)
    }
  }
}
