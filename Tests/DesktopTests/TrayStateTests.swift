import DBus
import Desktop
import Testing

@Suite("What the icon in the panel shows")
struct TrayStateTests {
  private static let cameras: [TrayState.Camera] = [
    .starting, .on("HD Webcam"), .running, .idle, .paused, .locked, .away, .asleep, .waiting("why"), .inhibited("why"),
    .taken("why"), .failed("why"),
  ]

  private func string(_ name: String, _ camera: TrayState.Camera) -> String? {
    if case .string(let text) = TrayItem(camera, .english).properties[name] { text } else { nil }
  }

  @Test("A camera that is on, off, taken by another program or missing has an icon of its own")
  func icons() {
    let icons = Self.cameras.map(\.icon)
    #expect(
      icons
        == ["paused", "on", "on", "paused", "paused", "paused", "paused", "paused", "paused", "paused", "yielded", "error"].map {
          "swiped-\($0)-symbolic"
        })
    for camera in Self.cameras { #expect(string("IconName", camera) == camera.icon) }
  }

  @Test("Only a camera that cannot be used asks for attention, with the same icon; nothing hides the icon")
  func attention() {
    for camera in Self.cameras {
      let isFailed = camera == .failed("why")
      #expect(string("Status", camera) == (isFailed ? "NeedsAttention" : "Active"))
      #expect(string("AttentionIconName", camera) == (isFailed ? "swiped-error-symbolic" : ""))
      #expect(string("AttentionAccessibleDesc", camera) == (isFailed ? string("IconAccessibleDesc", camera) : ""))
    }
  }

  @Test(
    "Each state has words of its own in each language, and a screen reader hears whose they are", arguments: [TrayWords.english, .german])
  func words(_ words: TrayWords) {
    let all = Self.cameras.map(words.description)
    #expect(Set(all).count == all.count && all.allSatisfy { $0.hasPrefix("swiped: ") && $0.count > 10 })
    #expect(words.description(of: .on("x")) == (words == .german ? "swiped: die Kamera ist an" : "swiped: the camera is on"))
  }

  @Test("The tooltip has the camera's name or the reason, without what a panel would read as markup")
  func tooltip() {
    func tooltip(_ camera: TrayState.Camera) -> BusValue? { TrayItem(camera, .english).properties["ToolTip"] }
    func expected(_ title: String, _ text: String) -> BusValue {
      .structure([.string(""), .array("(iiay)", []), .string(title), .string(text)])
    }
    #expect(tooltip(.on("A <b>&")) == expected("swiped: the camera is on", "A ‹b›+"))
    #expect(tooltip(.failed("it was unplugged")) == expected("swiped: no camera", "It was unplugged"))
    #expect(tooltip(.paused) == expected("swiped: paused", ""))
  }

  @Test("A panel hears of what has changed, and of nothing else")
  func signals() {
    func signals(_ old: TrayState.Camera, _ new: TrayState.Camera) -> [String] {
      TrayItem(new, .english).signals(since: TrayItem(old, .english)).map(\.name)
    }
    #expect(signals(.paused, .paused).isEmpty)
    #expect(signals(.on("A"), .on("B")) == ["NewToolTip"])
    #expect(signals(.paused, .on("A")) == ["NewIcon", "NewToolTip"])
    #expect(signals(.paused, .locked) == ["NewIcon", "NewToolTip"])
    #expect(signals(.on("A"), .failed("why")) == ["NewIcon", "NewAttentionIcon", "NewToolTip", "NewStatus"])
    #expect(signals(.failed("why"), .on("A")) == ["NewIcon", "NewAttentionIcon", "NewToolTip", "NewStatus"])
  }

  @Test(
    "The language is that of the locale, in the order of its variables",
    arguments: [
      ([:], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "de"], true), (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "C", "LC_MESSAGES": "de_AT.UTF-8"], true), (["LC_ALL": "", "LANG": "de_CH"], true), (["LANG": "den_CA"], false),
    ] as [([String: String], Bool)])
  func language(environment: [String: String], isGerman: Bool) {
    #expect(TrayWords.of { environment[$0] } == (isGerman ? .german : .english))
  }
}
