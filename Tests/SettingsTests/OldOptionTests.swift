import Gestures
import Settings
import Testing

/// Of each old option that still takes effect, a value that is not its default.
private let examples = [
  "camera.width": "1280", "camera.height": "720", "camera.fps": "60", "camera.on_demand": "false",
  "gesture.view": "[320, 240]", "gesture.threshold_unit": "\"hand\"", "gesture.min_confidence": "0.4", "gesture.whole_hand": "false",
  "gesture.min_hand_size": "30", "gesture.pose": "\"thumb\"", "gesture.hysteresis": "0.2",
  "gesture.bridge_ms": "90", "gesture.rearm_after_lost_ms": "300", "gesture.lost_gesture_ms": "400", "gesture.release_ms": "600",
  "gesture.repeat_delay_ms": "700",
  "tracking.precision": "\"f32\"", "tracking.skip_still_room": "false", "tracking.skip_still_hand": "false",
  "tracking.skip_calm_hand": "false", "tracking.slow_search": "false",
]

@Suite("Old names of options")
struct OldOptionTests {
  private func example(_ option: OldOption) -> String? { examples["\(option.section).\(option.key)"] }

  private func text(_ option: OldOption, _ value: String) -> String {
    "[log]\n[\(option.section)\(option.section == "profile" ? ".a" : "")]\n\(option.key) = \(value)\n"
  }

  /// What a configuration has for an option, as TOML; for one of a profile, what its profile has.
  private func value(of option: OldOption, in loaded: LoadedConfiguration) throws -> String {
    let configuration = loaded.configuration
    if let gesture = GestureOption.named(option.key) {
      let settings = option.section == "profile" ? try loaded.profiles.settings(of: "a").gesture : configuration.gesture
      return "\(gesture.value(in: settings))"
    }
    switch option.key {
    case "width": return "\(configuration.camera.width ?? 640)"
    case "height": return "\(configuration.camera.height ?? 480)"
    case "fps": return "\(configuration.camera.fps)"
    case "on_demand": return "\(configuration.camera.isOnDemand)"
    case "precision": return "\"\(configuration.tracking.precision.rawValue)\""
    case "skip_still_room": return "\(configuration.tracking.skipsStillRoom)"
    case "skip_still_hand": return "\(configuration.tracking.skipsStillHand)"
    case "skip_calm_hand": return "\(configuration.tracking.skipsCalmHand)"
    case "slow_search": return "\(configuration.tracking.slowsSearch)"
    default:
      Issue.record("\(option.key) is not read here")
      return ""
    }
  }

  @Test("Every one in a file is valid and gives one notice, with its line", arguments: OldOption.all.indices)
  func notice(index: Int) throws {
    let option = OldOption.all[index]
    let loaded = try configure(text(option, example(option) ?? "[{ a = 1 }]"))
    #expect(loaded.notices.map(\.place) == [TOMLPlaces.Place(line: 3, column: 1)])
    let line = try #require(loaded.notices.first).description
    #expect(line.hasPrefix("swiped.toml:3:1: \(option.key) ") && line.contains("; ") && !line.contains(where: \.isNewline), "\(line)")
  }

  @Test("Every one takes effect, except those whose notice says that they do not", arguments: OldOption.all.indices)
  func effect(index: Int) throws {
    let option = OldOption.all[index]
    guard let example = self.example(option) else {
      if case .noEffect = option.fate {} else { Issue.record("\(option.section).\(option.key) has no example") }
      #expect(try configure(text(option, "[{ a = 1 }]")).configuration == Configuration())
      return
    }
    #expect(try value(of: option, in: configure(text(option, example))) == example)
    #expect(try value(of: option, in: configure("[profile.a]")) != example)
  }

  @Test("A file that says its pixels in the old place follows the only profile that there was, with a notice that says so")
  func pixelsOfOldFile() throws {
    let loaded = try LoadedConfiguration(
      bytes: Array("[gesture]\nthreshold = 60.0\nthreshold_unit = \"px\"\n".utf8), file: "swiped.toml", unselected: .ofService)
    #expect(loaded.profiles.selected == "plain" && loaded.notices.contains { $0.cause.contains("plain is followed") })
    // What the notice advises for daily.
    let moved = try LoadedConfiguration(
      bytes: Array("[gesture]\nthreshold = 60.0\n[expert]\nthreshold_unit = \"px\"\n".utf8), file: "swiped.toml", unselected: .ofService)
    #expect(moved.profiles.selected == "daily" && moved.notices.isEmpty && moved.configuration.gesture.threshold == .pixels(60))
    let both = try LoadedConfiguration(
      bytes: Array("[gesture]\nthreshold_unit = \"px\"\n[expert]\nthreshold_unit = \"px\"\n".utf8), file: "swiped.toml",
      unselected: .ofService)
    #expect(both.profiles.selected == "daily" && both.notices.count == 1)
    let chosen = try LoadedConfiguration(
      bytes: Array("[gesture]\nprofile = \"daily\"\nthreshold = 60.0\nthreshold_unit = \"px\"\n".utf8), file: "swiped.toml",
      unselected: .ofService)
    #expect(chosen.profiles.selected == "daily" && chosen.notices.count == 1)
  }

  @Test("[expert] wins over an old place, in any order, and the notice says so", arguments: OldOption.all.indices)
  func expertWins(index: Int) throws {
    let option = OldOption.all[index]
    guard let replacement = option.replacement, let example = self.example(option) else { return }
    let present = try option.hasMoved ? value(of: option, in: configure("")) : "true"
    let expert = "[expert]\n\(replacement) = \(present)\n"
    let expected = try configure(expert)
    #expect(expected.notices.isEmpty)
    for text in [expert + text(option, example), text(option, example) + expert] {
      let loaded = try configure(text)
      #expect(loaded.configuration == expected.configuration)
      #expect(loaded.notices.count == 1 && loaded.notices[0].cause.contains("no effect"), "\(loaded.notices)")
    }
  }

  @Test("What has moved takes effect in [expert] without a notice", arguments: OldOption.all.filter(\.hasMoved).map(\.key))
  func moved(key: String) throws {
    let option = try #require(OldOption.all.first { $0.key == key && $0.hasMoved })
    let example = try #require(self.example(option))
    let loaded = try configure("[expert]\n\(key) = \(example)")
    #expect(loaded.notices.isEmpty)
    #expect(try value(of: option, in: loaded) == example)
  }

  @Test("A section that has only old names may be empty, is not proposed, and what is unknown in it is looked for in [expert]")
  func tracking() throws {
    #expect(try configure("[tracking]").notices.isEmpty)
    let unknown = problems(in: "[tracking]\nprecison = \"f32\"")
    #expect(unknown.count == 1 && isProblem(unknown[0], "2:1: \"precison\" [tracking] \"precision\" [expert]"), "\(unknown)")
    #expect(!unknown[0].contains("skip_still_room"))
    let section = problems(in: "[trackings]")
    #expect(section.count == 1 && !section[0].contains("[tracking]") && section[0].hasSuffix("[expert]"), "\(section)")
    #expect(problems(in: "tracking = 3").map { $0.hasPrefix("swiped.toml:1:1: \"tracking\" is a section") } == [true])
  }

  @Test("save_power switches everything that saves power, and an old name changes one of them")
  func savePower() throws {
    #expect(try configure("[expert]\nsave_power = false").configuration.tracking.savesPower == false)
    let one = try configure("[tracking]\nskip_calm_hand = false").configuration.tracking
    #expect(!one.skipsCalmHand && one.skipsStillRoom && one.skipsStillHand && one.slowsSearch)
    #expect(try configure("[tracking]\nskip_calm_hand = true\n[expert]\nsave_power = false").configuration.tracking.skipsCalmHand == false)
  }
}
