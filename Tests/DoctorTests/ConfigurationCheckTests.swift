import Doctor
import EventProtocol
import Foundation
import Gestures
import Platform
import Settings
import Testing
import UserErrors

@Suite("The check of the configuration")
struct ConfigurationCheckTests {
  private let file = "/home/ann/.config/swiped/swiped.toml"

  @Test("A valid file is named, with its keys")
  func sound() {
    let findings = ConfigurationFacts(configure("[keys]\nleft = 'KEY_LEFTALT+KEY_LEFT'")).check()
    #expect(findings.isFinding(.ok, naming: [file, "keys alt+left and right"]))
  }

  @Test("Without a file the defaults apply, and the path for one is named")
  func defaults() {
    let findings = ConfigurationFacts(.success(LoadedConfiguration(unselected: .ofService)), defaultFile: file).check()
    #expect(findings.isFinding(.ok, naming: [file, "defaults", "profile daily, keys left and right"]))
  }

  @Test("That any raised hand presses keys is a note, with the command that selects daily")
  func plain() {
    #expect(ConfigurationFacts(configure("gesture.profile = 'plain'")).checkProfile().isFinding(.note, fix: "swipectl profile daily"))
    #expect(ConfigurationFacts(configure("gesture.threshold = 70")).checkProfile().isFinding(.note, fix: "swipectl profile daily"))
    for other in ["", "gesture.profile = 'daily'", "keys.enabled = false", "expert.pose = 'thumb'"] {
      #expect(ConfigurationFacts(configure(other)).checkProfile() == [], "\(other)")
    }
  }

  @Test("Where swiped runs, what it follows counts and not what the file says", arguments: [("plain", true), ("daily", false)])
  func running(profile: String, isNote: Bool) {
    for keys in [Status.Keys.ready, .unavailable, .off] {
      let status = Status(state: .running, keys: keys, source: "auto", precision: "f32", pid: 1) {
        $0.profile = profile
        $0.gesture = GestureOptions(profile == "plain" ? GestureSettings.plain : .daily)
      }
      for file in ["", "gesture.profile = 'plain'"] {
        let findings = ConfigurationFacts(configure(file)).checkProfile(status)
        #expect(findings.map(\.verdict) == (isNote && keys != .off ? [.note] : []))
      }
    }
  }

  @Test("Each problem has its place, and the fix opens the file there")
  func mistakes() {
    let findings = ConfigurationFacts(configure("[keys]\nlefft = 'KEY_A'\n[log]\nlevel = 3")).check()
    #expect(findings.map(\.fix) == ["${EDITOR:-nano} +2 \(file)", "${EDITOR:-nano} +4 \(file)"])
    #expect(findings[0].isFinding(.failed, naming: ["\(file):2:1:", "\"lefft\"", "\"left\""], fix: findings[0].fix?.description))
  }

  @Test("An option that has no effect any more is a note with its place, and the file stays valid")
  func retired() {
    let findings = ConfigurationFacts(configure("[gesture]\nunclear_dwell_ms = 450")).check()
    #expect(findings.map(\.verdict) == [.ok, .note])
    #expect(findings[1].message.contains("\(file):2:1:") && findings[1].message.contains("unclear_dwell_ms"))
    #expect(findings[1].fix == "${EDITOR:-nano} +2 \(file)")
  }

  @Test("An option in its old place is a note with its place, which names the new one")
  func moved() {
    let findings = ConfigurationFacts(configure("[tracking]\nprecision = 'f32'\nslow_search = false")).check()
    #expect(findings.map(\.verdict) == [.ok, .note, .note])
    #expect(findings[1].message.contains("\(file):2:1: precision") && findings[1].message.contains("[expert]"))
    #expect(findings[2].message.contains("\(file):3:1: slow_search") && findings[2].message.contains("save_power"))
    #expect(findings[2].fix == "${EDITOR:-nano} +3 \(file)")
  }

  @Test("A key that does not exist is a problem, too")
  func noKey() {
    let findings = ConfigurationFacts(configure("[keys]\nleft = 'KEY_LEFFT'")).check()
    #expect(findings.isFinding(.failed, naming: ["\"KEY_LEFFT\"", " left"], fix: "${EDITOR:-nano} +2 \(file)"))
  }

  @Test("The fix of an unreadable file moves it away, of one without permission grants it; what is missing or no file has none")
  func unreadable() {
    func fixes(_ error: RegularFileError) -> [String?] {
      ConfigurationFacts(.failure(ConfigurationError(file: file, error))).check().map(\.fix?.description)
    }
    #expect(fixes(.system(.tooManySymbolicLinkLevels)) == ["mv --backup=numbered \(file) \(file).old"])
    #expect(fixes(.system(.noSuchFileOrDirectory)) == [nil] && fixes(.notRegular(.device)) == [nil] && fixes(.notRegular(.fifo)) == [nil])
    // The command depends on the file, and there is none.
    #expect(fixes(.system(.permissionDenied)) == [nil])
  }

  @Test("A link that leads to nothing is a problem, and the fix moves it away")
  func deadLink() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: home.appendingPathComponent(".config"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let link = home.path + "/.config/swiped"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../dotfiles/swiped")
    let findings = ConfigurationFacts.gathered(explicit: nil, environment: ["HOME": home.path]).check()
    #expect(findings.isFinding(.failed, naming: [link, "dotfiles/swiped,"], fix: "mv --backup=numbered \(link) \(link).old"))
  }
}
