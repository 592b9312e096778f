import Foundation
import Settings
import Testing
import swiped

@Suite("The profile that a daemon follows")
struct FollowedProfileTests {
  private func settings(_ text: String, _ start: StartOptions) throws -> DaemonSettings {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml", unselected: start.unselectedProfile)
    return try DaemonSettings(loaded, start, environment: [:])
  }

  @Test("The service starts with the profile that other programs read from a file that selects none")
  func unit() throws {
    let unit = URL(fileURLWithPath: "\(#filePath)/../../../systemd/swiped.service").standardizedFileURL
    let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("ExecStart=/usr/bin/swiped run --default-profile \(BuiltInProfile.ofService.rawValue)"))
  }

  @Test("The service follows daily without a note, and what the file selects")
  func service() throws {
    let start = StartOptions(unselectedProfile: .ofService, socket: "/s")
    let daemon = try settings("", start)
    #expect(daemon.profile == "daily" && daemon.configuration.gesture == .daily && daemon.definitionNote == nil)
    #expect(try settings("[gesture]\nprofile = 'plain'", start).profile == "plain")
  }

  @Test("A daemon that is started by hand follows plain, and names the command for daily, unless the file selects a profile")
  func byHand() throws {
    let start = StartOptions(socket: "/s")
    let daemon = try settings("[gesture]\ndwell_ms = 90", start)
    #expect(daemon.profile == "plain" && daemon.definitionNote?.contains("`swipectl profile daily`") == true)
    for profile in ["plain", "daily"] { #expect(try settings("[gesture]\nprofile = '\(profile)'", start).definitionNote == nil) }
  }

  @Test("A replay of a stream says so, too; one of a trace has the settings that were recorded")
  func replays() throws {
    func note(_ source: String) throws -> String? {
      try settings("", StartOptions(source: FrameSourceChoice(option: source), socket: "/s")).definitionNote
    }
    #expect(try note("y4m:a.y4m") != nil && note("synthetic") != nil && note("trace:a.jsonl") == nil)
  }

  @Test("After a reload of a file without a profile, the service still follows daily")
  func reload() throws {
    let start = StartOptions(unselectedProfile: .ofService, socket: "/s")
    let new = try settings("[keys]\nleft = 'up'", start).keepingProfile(of: try settings("", start))
    #expect(new.profile == "daily" && new.configuration.gesture == .daily)
  }
}
