import Doctor
import Focus
import Testing

@Suite("The check of applications")
struct ApplicationCheckTests {
  private func findings(only: [String]? = nil, apps: [String] = [], unknown: [String] = [], _ state: FocusState?) -> [Finding] {
    var facts = ApplicationFacts()
    (facts.settings.only, facts.settings.applications) = (only, apps.map { AppProfile(match: $0) })
    (facts.unknownNames, facts.state) = (unknown, state)
    return facts.check()
  }

  @Test("Without a list nothing is said, but in GNOME what the extension would add")
  func unused() {
    #expect(findings(nil).isEmpty && findings(.unavailable(.noDesktop)).isEmpty && findings(.front(nil)).isEmpty)
    let found = findings(.unavailable(.noShellExtension))
    #expect(found.count == 1 && found[0].verdict == .note && found[0].message.contains("quick settings"))
  }

  @Test("A desktop that does not say which application is in front fails, with what follows from that", arguments: FocusObstacle.allCases)
  func obstacles(obstacle: FocusObstacle) {
    let listed = findings(only: ["anki"], .unavailable(obstacle))
    #expect(listed.map(\.verdict) == [.failed] && listed[0].message.contains("swipes act nowhere"))
    #expect(listed[0].message.contains(obstacle.fix))
    #expect(listed[0].facts.last?.code == obstacle.rawValue, "the status and doctor name it alike")
    #expect(findings(apps: ["vlc"], .unavailable(obstacle))[0].message.contains("[[app]] does nothing"))
    #expect(findings(only: ["anki"], .unknown).map(\.verdict) == [.failed])
  }

  @Test("Names that nothing has that is installed are noted, on one line")
  func names() {
    #expect(findings(only: ["anki"], .front(nil)).map(\.verdict) == [.ok])
    let found = findings(only: ["anki", "a\"\n"], unknown: ["a\"\n"], .front(nil))
    #expect(found.map(\.verdict) == [.note] && !found[0].message.contains("\n") && found[0].fix == "swipectl apps")
  }
}
