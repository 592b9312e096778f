import Gestures
import Testing

@testable import Focus

@Suite("Where swipes act")
struct AppRuleTests {
  private static let second: UInt64 = 1_000_000_000
  private static let index = ApplicationIndex([
    DesktopEntry(id: "anki", name: "Anki"), DesktopEntry(id: "org.gnome.Evince", name: "Document Viewer"),
    DesktopEntry(id: "vlc", name: "VLC"), DesktopEntry(id: "foot", name: "Terminal"),
  ])

  private func rule(only: [String]? = nil, closeAfterMs: Int = 3000, _ applications: [AppProfile] = []) -> AppRule {
    var settings = AppSettings()
    (settings.only, settings.closeAfterMs, settings.applications) = (only, closeAfterMs, applications)
    return AppRule(settings, Self.index)
  }

  @Test("Without a list, swipes act everywhere, also where it is not known what is in front")
  func everywhere() {
    var rule = rule()
    for state in [.unknown, front("foot"), .front(nil), .unavailable(.noDesktop)] {
      rule.take(state, at: 1)
      let decision = rule.decision(at: 1)
      #expect(decision.isOpen && decision.acts && decision.dueNs == nil && rule.reason == nil)
    }
  }

  @Test("With a list, the camera opens at once, closes 3 s after, and swipes end at once")
  func times() {
    var rule = rule(only: ["evince"])
    #expect(!rule.decision(at: 0).isOpen && !rule.decision(at: 0).acts)
    rule.take(front("evince"), at: Self.second)
    #expect(rule.decision(at: Self.second).isOpen && rule.decision(at: Self.second).acts)
    rule.take(front("foot"), at: 10 * Self.second)
    let left = rule.decision(at: 10 * Self.second)
    #expect(left.isOpen && !left.acts && left.dueNs == 13 * Self.second)
    #expect(rule.decision(at: 13 * Self.second - 1).isOpen)
    #expect(!rule.decision(at: 13 * Self.second).isOpen && rule.decision(at: 13 * Self.second).dueNs == nil)
  }

  @Test("The 3 s begin when the list is left, not with each further window, and end when it is back")
  func flapping() {
    var rule = rule(only: ["anki"])
    rule.take(front("anki"), at: 0)
    rule.take(front("foot"), at: 1)
    rule.take(front("vlc"), at: 2 * Self.second)
    #expect(rule.decision(at: 2 * Self.second).dueNs == 3 * Self.second + 1)
    rule.take(front("anki"), at: 2 * Self.second + 5)
    #expect(rule.decision(at: 60 * Self.second).isOpen && rule.decision(at: 60 * Self.second).dueNs == nil)
  }

  @Test("Where the application in front is not known, or has no id, a list means never")
  func unknown() {
    for state in [.unknown, .front(nil)] + FocusObstacle.allCases.map(FocusState.unavailable) {
      var rule = rule(only: ["anki"], closeAfterMs: 0)
      rule.take(front("anki"), at: 0)
      rule.take(state, at: 1)
      #expect(!rule.decision(at: 1).isOpen && !rule.decision(at: 1).acts)
    }
    var rule = rule(only: [])
    rule.take(front("anki"), at: 0)
    #expect(!rule.decision(at: 0).isOpen)
  }

  @Test("Each change of the application is a new turn; another window of it, and the same state, are not")
  func turns() {
    var rule = rule(only: ["anki", "evince"])
    rule.take(front("anki"), at: 0)
    let first = rule.decision(at: 0).turn
    rule.take(front("Anki", "anki"), at: 1)
    #expect(rule.decision(at: 1).turn == first)
    rule.take(front("evince"), at: 2)
    #expect(rule.decision(at: 2).turn == first + 1)
    rule.take(front("evince"), at: 3)
    #expect(rule.decision(at: 3).turn == first + 1)
    rule.take(.front(nil), at: 4)
    rule.take(front("evince"), at: 5)
    #expect(rule.decision(at: 5).turn == first + 3)
  }

  @Test("Windows of one application of which the list names some are told apart, also by the turn")
  func windows() {
    var rule = rule(only: ["Cards"])
    rule.take(front("Cards", "foot"), at: 0)
    let first = rule.decision(at: 0)
    rule.take(front("Mail", "foot"), at: 1)
    let second = rule.decision(at: 1)
    rule.take(front("Cards", "foot"), at: 2)
    #expect(first.acts && !second.acts && rule.decision(at: 2).acts)
    #expect(second.turn == first.turn + 1 && rule.decision(at: 2).turn == first.turn + 2)
  }

  @Test("The profile follows the application, and goes back")
  func profiles() {
    var rule = rule([AppProfile(match: "vlc", profile: "video"), AppProfile(match: "VLC", profile: "late"), AppProfile(match: "anki")])
    #expect(rule.decision(at: 0).profile == nil)
    for (name, profile) in [("vlc", "video"), ("anki", nil), ("vlc", "video"), ("foot", nil)] {
      rule.take(front(name), at: 0)
      #expect(rule.decision(at: 0).profile == profile && rule.decision(at: 0).isOpen)
    }
  }

  @Test("Each application with a section of its own has its index")
  func sections() {
    var rule = rule([AppProfile(match: "anki", profile: "daily"), AppProfile(match: "vlc", keys: ByGesture { _ in "space" })])
    for (name, index) in [("anki", 0), ("vlc", 1), ("foot", nil)] {
      rule.take(front(name), at: 0)
      #expect(rule.decision(at: 0).app == index)
    }
  }

  @Test("A list that becomes shorter closes at once, also just after the application was left, and one that becomes longer opens")
  func reload() {
    var rule = rule(only: ["anki"])
    rule.take(front("anki"), at: 0)
    var settings = AppSettings()
    settings.only = ["vlc"]
    rule.use(settings, Self.index)
    #expect(!rule.decision(at: 1).isOpen)
    settings.only = nil
    rule.use(settings, Self.index)
    #expect(rule.decision(at: 2).isOpen)
    settings.only = ["anki"]
    rule.use(settings, Self.index)
    rule.take(.front(nil), at: 3)
    #expect(rule.decision(at: 3).isOpen)
    settings.only = ["anki", "vlc"]
    rule.use(settings, Self.index)
    #expect(!rule.decision(at: 3).isOpen)
  }

  @Test("A reload that leaves the list as it is does not close sooner what was left")
  func reloadOfOthers() {
    var rule = rule(only: ["anki"])
    rule.take(front("anki"), at: 0)
    rule.take(.front(nil), at: 1)
    rule.use(rule.settings, Self.index)
    #expect(rule.decision(at: 2).isOpen && !rule.decision(at: 1 + 3_000_000_000).isOpen)
    var settings = rule.settings
    settings.closeAfterMs = 60_000
    rule.use(settings, Self.index)
    #expect(!rule.decision(at: 20_000_000_000).isOpen, "a longer wait does not open what is closed")
  }

  @Test("People read what is waited for, and what is in front")
  func reasons() {
    func reason(_ only: [String], _ state: FocusState) -> String? {
      var rule = rule(only: only)
      rule.take(state, at: 0)
      return rule.reason
    }
    #expect(reason(["anki", "evince"], front("foot")) == "waiting for Anki or Document Viewer; Terminal is in front")
    #expect(reason(["anki"], .front(nil)) == "waiting for Anki")
    #expect(reason(["anki", "b", "vlc"], front("x")) == "waiting for Anki, b or VLC; x is in front")
    #expect(reason(["a", "b", "c", "d"], .unknown) == "waiting for a, b or 2 others")
    #expect(reason(["anki"], front("anki")) == nil)
    #expect(reason([], front("anki"))?.contains("swipectl apps add") == true)
    #expect(
      reason(["anki"], .unavailable(.noDesktop)) == "the application in front is not known: no desktop is running; log in to a desktop")
    #expect(rule(only: ["anki", "nothing"]).unknownNames == ["nothing"])
  }

  @Test("The obstacle of a desktop that does not say what is in front is known until it does", arguments: FocusObstacle.allCases)
  func obstacle(obstacle: FocusObstacle) {
    var rule = rule(only: ["anki"])
    #expect(rule.obstacle == nil)
    rule.take(.unavailable(obstacle), at: 0)
    #expect(rule.obstacle == obstacle)
    rule.take(.front(nil), at: 1)
    #expect(rule.obstacle == nil)
  }

  @Test("1,000 random changes: closed whenever the list says closed, for longer than it may stay open", arguments: 1...10)
  func random(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let states: [FocusState] = [
      front("anki"), front("Anki", "x"), front("evince"), front("foot"), front("vlc"), front("a\"b"), .front(nil), .unknown,
      .unavailable(.noProtocol), .unavailable(.noDesktop),
    ]
    let listed = Set(0..<3)
    var rule = rule(only: ["anki", "org.gnome.Evince"], [AppProfile(match: "vlc", profile: "video")])
    var (now, lastListedNs): (UInt64, UInt64?) = (0, nil)
    var current = 7
    for _ in 0..<1000 {
      now += UInt64.random(in: 0...5_000_000_000, using: &random)
      if listed.contains(current) { lastListedNs = now }
      current = Int.random(in: 0..<states.count, using: &random)
      rule.take(states[current], at: now)
      for later: UInt64 in [0, 1, 2_999_999_999, 3_000_000_000, 5_000_000_000] {
        let decision = rule.decision(at: now + later)
        let mayBeOpen = listed.contains(current) || lastListedNs.map { now + later < $0 + 3_000_000_000 } ?? false
        #expect(decision.isOpen == mayBeOpen && decision.acts == listed.contains(current))
        #expect((decision.dueNs != nil) == (decision.isOpen && !decision.acts), "somebody must close it")
      }
    }
  }
}
