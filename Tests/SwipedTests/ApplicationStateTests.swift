import EventProtocol
import Focus
import Gestures
import Settings
import Testing
import VirtualKeyboard
import swiped

@Suite("The application in front")
struct ApplicationStateTests {
  private static let applications = """
    [apps]
    only = ["anki", "vlc"]
    [[app]]
    match = "vlc"
    profile = "daily"
    right = "volume_up"
    """

  private func settings(_ text: String = Self.applications, source: FrameSourceChoice? = nil) throws -> DaemonSettings {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml")
    return try DaemonSettings(loaded, StartOptions(source: source, socket: "/s", keys: true), environment: [:])
  }

  /// - Parameter text: the configuration under which it was decided.
  private func decision(
    isOpen: Bool = true, acts: Bool = true, app: Int? = nil, profile: String? = nil, turn: Int = 0, under text: String = Self.applications
  ) throws -> RunState.Message {
    .application(
      FrontDecision(
        .init(isOpen: isOpen, acts: acts, app: app, profile: profile, turn: turn), under: try settings(text).configuration.apps,
        reason: acts ? nil : "waiting for Anki"))
  }

  /// Handles a message, and applies what it asks for.
  @discardableResult
  private func handle(_ message: RunState.Message, _ state: inout RunState) -> [RunState.Action] {
    var actions = state.handle(message)
    for case .apply(let new, _) in actions { actions += state.applied(new) }
    return actions
  }

  @Test("With a list, the camera is closed and no key is pressed until it is known that one of it is in front")
  func start() throws {
    var state = try RunState(settings())
    #expect(state.phase == .paused(.otherApplication) && state.suspendsKeys)
    #expect(state.status(of: .otherApplication).code == .otherApplication)
    #expect(try handle(decision(), &state).contains(.suspendKeys(false)) && state.phase == .running)
    state = try RunState(settings(""))
    #expect(state.phase == .running && !state.suspendsKeys)
  }

  @Test("Keys end at once, and the camera closes later; the status says what is waited for")
  func leaving() throws {
    var state = try RunState(settings())
    try handle(decision(), &state)
    #expect(try handle(decision(acts: false, turn: 1), &state) == [.requireRest, .suspendKeys(true)] && state.phase == .running)
    #expect(try handle(decision(isOpen: false, acts: false, turn: 1), &state).isEmpty)
    #expect(state.phase == .paused(.otherApplication) && state.status(of: .otherApplication).text == "waiting for Anki")
    #expect(try handle(decision(turn: 2), &state) == [.requireRest, .suspendKeys(false), .retryCamera, .announceStarting])
  }

  @Test("A stream goes on, but presses no keys")
  func stream() throws {
    let state = try RunState(settings(source: .y4m("-")))
    #expect(state.phase == .running && state.suspendsKeys)
  }

  @Test("The profile and the keys follow the application, and go back")
  func profiles() throws {
    var state = try RunState(settings())
    try handle(decision(), &state)
    let volume = try KeyChord("volume_up")
    #expect(state.settings.profile == "plain" && state.settings.chords?[.thumbUp] != volume)
    try handle(decision(app: 0, profile: "daily", turn: 1), &state)
    #expect(state.settings.profile == "daily" && state.settings.chords?[.thumbUp] == volume)
    #expect(try state.settings.chords?[.thumbDown] == KeyChord("left") && state.settings.keyboardKeys.contains(volume))
    try handle(decision(turn: 2), &state)
    #expect(state.settings.profile == "plain" && state.settings.chords?[.thumbUp] != volume)
  }

  @Test("What a person selects holds until an application with a section of its own comes to the front or leaves it")
  func selection() throws {
    var state = try RunState(settings())
    try handle(decision(), &state)
    handle(.setProfile("daily"), &state)
    try handle(decision(turn: 1), &state)
    #expect(state.settings.profile == "daily", "the command was typed in a terminal, for what comes next")
    try handle(decision(app: 0, profile: "daily", turn: 2), &state)
    handle(.setProfile("plain"), &state)
    #expect(state.settings.profile == "plain")
    #expect(try state.settings.chords?[.thumbUp] == KeyChord("volume_up"), "the keys are those of the application")
    try handle(decision(turn: 3), &state)
    try handle(decision(app: 0, profile: "daily", turn: 4), &state)
    #expect(state.settings.profile == "daily")
  }

  @Test(
    "A reload keeps the profile of the application, unless it changes what is said of applications; then nothing acts until it is decided again"
  )
  func reload() throws {
    var state = try RunState(settings())
    try handle(decision(app: 0, profile: "daily"), &state)
    handle(.reload(try settings(Self.applications + "\n[log]\nlevel = \"debug\"")), &state)
    #expect(state.settings.profile == "daily" && state.phase == .running)
    #expect(try state.settings.chords?[.thumbUp] == KeyChord("volume_up"))

    let actions = handle(.reload(try settings("[apps]\nonly = [\"anki\"]")), &state)
    #expect(state.settings.profile == "plain" && state.phase == .paused(.otherApplication) && actions.contains(.suspendKeys(true)))
    // Of before the reload, and posted after it.
    try handle(decision(app: 0, profile: "daily"), &state)
    #expect(state.settings.profile == "plain" && state.phase == .paused(.otherApplication))
    try handle(decision(isOpen: false, acts: false, under: "[apps]\nonly = [\"anki\"]"), &state)
    #expect(state.phase == .paused(.otherApplication) && state.suspendsKeys)
    #expect(handle(.reload(try settings("")), &state).contains(.suspendKeys(false)) && state.phase == .running)
  }

  @Test("A camera that a program keeps closed is closed until all have ended, and its reasons are those that they give")
  func inhibition() throws {
    var state = try RunState(settings(""))
    handle(.inhibited(["a call", "a talk"]), &state)
    #expect(state.phase == .paused(.inhibited))
    #expect(
      state.status(of: .inhibited) == .inhibited(["a call", "a talk"]) && state.status(of: .inhibited).text.contains("a call, a talk"))
    handle(.resume, &state)
    handle(.inhibited(["a talk"]), &state)
    #expect(state.phase == .paused(.inhibited))
    #expect(handle(.inhibited([]), &state) == [.retryCamera, .announceStarting] && state.phase == .running)
  }
}
