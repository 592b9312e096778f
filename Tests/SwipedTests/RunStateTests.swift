import Camera
import Desktop
import EventProtocol
import Settings
import Testing
import swiped

private func settings(_ configuration: String = "", source: FrameSourceChoice? = nil, pressKeys: Bool = true) throws -> DaemonSettings {
  let loaded = try LoadedConfiguration(bytes: Array(configuration.utf8), file: "swiped.toml")
  return try DaemonSettings(loaded, StartOptions(source: source, socket: "/s", keys: pressKeys), environment: [:])
}

/// Facts about the only session at the seat.
private let session = "/session/a"
extension RunState.Message {
  fileprivate static let locked = login(.lockSignal(session, true))
  fileprivate static let unlocked = login(.lockSignal(session, false))
  fileprivate static let background = login(.inactive(session))
  fileprivate static let front = login(.read(session, isActive: true, isLocked: false))
  fileprivate static let loggedOut = login(.listed(own: [], hasOthers: true))
}

extension RunState {
  /// The state in a session that is in front and not locked.
  init(_ settings: DaemonSettings) {
    self.init(settings, RunMemory())
    _ = handle(.login(.listed(own: [session], hasOthers: false)))
    _ = handle(.login(.read(session, isActive: true, isLocked: false)))
  }

  /// Handles messages as they come in one batch.
  fileprivate mutating func handleAll(_ messages: [Message]) -> [Action] { messages.flatMap { handle($0) } }
}

@Suite("The state of the run")
struct RunStateTests {
  @Test("is running at the start if keys are on, and paused if nothing uses swipes")
  func start() throws {
    #expect(try RunState(settings()).phase == .running)
    #expect(try RunState(settings(pressKeys: false)).phase == .paused(.unwanted))
  }

  @Test(
    "is paused for the first reason that holds the camera",
    arguments: [
      ([.hold(.request)], .paused(.request)),
      ([.locked], .paused(.locked)),
      ([.hold(.sleeping)], .paused(.sleeping)),
      ([.hold(.sleeping), .locked], .paused(.locked)),
      ([.locked, .hold(.request)], .paused(.request)),
      ([.hold(.request), .locked, .release(.request)], .paused(.locked)),
      ([.locked, .unlocked], .running),
      ([.locked, .hold(.sleeping), .unlocked], .paused(.sleeping)),
      ([.unlocked], .running),
      ([.background], .paused(.background)),
      ([.background, .front], .running),
      ([.background, .locked], .paused(.background)),
      ([.locked, .background, .front], .paused(.locked)),
      ([.loggedOut], .paused(.absent)),
      ([.locked, .loggedOut], .paused(.absent)),
      ([.background, .hold(.request)], .paused(.request)),
    ] as [([RunState.Message], RunState.Phase)])
  func holds(messages: [RunState.Message], phase: RunState.Phase) throws {
    var state = try RunState(settings())
    _ = state.handleAll(messages)
    #expect(state.phase == phase)
  }

  @Test(
    "Resume ends a requested pause and a lock, which some lockers never end, but neither sleep nor missing demand",
    arguments: [
      ([.hold(.request), .resume], .running),
      ([.locked, .resume], .running),
      ([.hold(.request), .locked, .resume], .running),
      ([.hold(.sleeping), .resume], .paused(.sleeping)),
      ([.hold(.request), .hold(.sleeping), .resume], .paused(.sleeping)),
      ([.resume], .running),
      ([.background, .resume], .paused(.background)),
      ([.loggedOut, .resume], .paused(.absent)),
      ([.locked, .resume, .background, .front], .running),
      ([.locked, .resume, .locked], .paused(.locked)),
    ] as [([RunState.Message], RunState.Phase)])
  func resume(messages: [RunState.Message], phase: RunState.Phase) throws {
    var state = try RunState(settings())
    _ = state.handleAll(messages)
    #expect(state.phase == phase)
    var unwanted = try RunState(settings(pressKeys: false))
    _ = unwanted.handle(.resume)
    #expect(unwanted.phase == .paused(.unwanted))
  }

  @Test(
    "Toggle pauses a running pipeline, and resumes one that is paused by request or by a lock",
    arguments: [
      ([.toggle], .paused(.request)),
      ([.toggle, .toggle], .running),
      ([.hold(.request), .toggle], .running),
      ([.locked, .toggle], .running),
      ([.hold(.sleeping), .toggle], .paused(.request)),
      ([.hold(.sleeping), .toggle, .toggle], .paused(.sleeping)),
    ] as [([RunState.Message], RunState.Phase)])
  func toggle(messages: [RunState.Message], phase: RunState.Phase) throws {
    var state = try RunState(settings())
    _ = state.handleAll(messages)
    #expect(state.phase == phase)
  }

  @Test("Toggle pauses a stream also in a locked session, which does not hold it")
  func toggleStream() throws {
    var state = try RunState(settings(source: .synthetic(.thumbs)))
    _ = state.handleAll([.locked, .toggle])
    #expect(state.phase == .paused(.request))
    _ = state.handle(.toggle)
    #expect(state.phase == .running)
  }

  @Test("Toggle and resume change nothing while another program has the camera, unless something else holds it")
  func yielded() throws {
    var state = try RunState(settings())
    for message in [RunState.Message.toggle, .resume, .toggle, .cameraUseChanged] {
      #expect(state.handle(message, isYielded: true) == [])
    }
    #expect(state.phase == .running, "the camera is not held here: its source waits until it is free")
    #expect(state.handle(.hold(.request), isYielded: true) == [] && state.phase == .paused(.request))
    #expect(state.handle(.toggle, isYielded: true) == [.retryCamera, .announceStarting] && state.phase == .running)
  }

  @Test(
    "A stream and the rendered hand are paused only by clients", arguments: [FrameSourceChoice.synthetic(.thumbs), .y4m("-"), .trace("t")])
  func streams(source: FrameSourceChoice) throws {
    var state = try RunState(settings(source: source, pressKeys: false))
    #expect(state.phase == .running)
    _ = state.handleAll([.locked, .hold(.sleeping), .subscribers(0)])
    #expect(state.phase == .running)
    _ = state.handle(.inhibited(["a game"]))
    #expect(state.phase == .paused(.inhibited))
    _ = state.handleAll([.inhibited([]), .hold(.request)])
    #expect(state.phase == .paused(.request))
  }

  @Test("Subscribers open the camera, and the last one that leaves closes it, if nothing else uses swipes")
  func demand() throws {
    var state = try RunState(settings(pressKeys: false))
    #expect(state.handle(.subscribers(2)) == [.retryCamera, .announceStarting])
    #expect(state.phase == .running)
    #expect(state.handle(.subscribers(1)) == [])
    #expect(state.phase == .running)
    #expect(state.handle(.subscribers(0)) == [])
    #expect(state.phase == .paused(.unwanted))
  }

  @Test("The end of the last hold retries the camera and announces the start, once")
  func resumption() throws {
    var state = try RunState(settings())
    #expect(state.handleAll([.locked, .hold(.sleeping), .unlocked]) == [.suspendKeys(true), .suspendKeys(false)])
    #expect(state.handle(.release(.sleeping)) == [.retryCamera, .announceStarting])
    #expect(state.handle(.release(.sleeping)) == [])
  }

  @Test("A stop also ends a pause, and nothing reverts a stop")
  func stop() throws {
    var state = try RunState(settings())
    #expect(state.handleAll([.hold(.request), .stop]) == [])
    #expect(state.phase == .stopping)
    _ = state.handleAll([.resume, .toggle, .subscribers(1)])
    #expect(state.phase == .stopping)
  }

  @Test("A new camera causes an attempt to open it, and uinput one to open the keyboard, also during a pause")
  func devices() throws {
    var state = try RunState(settings())
    #expect(state.handle(.camerasChanged) == [.findCamera])
    #expect(state.handle(.uinputChanged) == [.retryKeys])
    _ = state.handle(.locked)
    #expect(state.handle(.camerasChanged) == [.findCamera])
    #expect(state.handle(.uinputChanged) == [.retryKeys])
    #expect(state.phase == .paused(.locked))
  }

  @Test("A reload changes nothing before the pipeline has applied it")
  func reload() throws {
    let (old, new) = try (settings(), settings("camera.device = \"/dev/video2\""))
    var state = RunState(old)
    #expect(state.handle(.reload(new)) == [.apply(new)])
    #expect(state.settings == old)
    #expect(state.applied(new) == [.reopenCamera])
    #expect(state.settings == new)
  }

  @Test(
    "A reload opens the camera again for another device, system or mode, and for nothing else",
    arguments: [
      ("camera.device = \"/dev/video2\"", true), ("camera.backend = \"pipewire\"", true), ("expert.fps = 60", true),
      ("camera.fps = 60", true), ("expert.width = 1280", true),
      ("camera.exposure_dynamic_framerate = false", true), ("camera.yield = \"never\"", false),
      ("camera.rotate = 90", false),
      ("gesture.threshold = 80", false),
      ("keys.enabled = false\nexpert.on_demand = false", false),
    ])
  func reopening(configuration: String, reopens: Bool) throws {
    var state = try RunState(settings())
    #expect(try state.applied(settings(configuration)) == (reopens ? [.reopenCamera] : []))
  }

  @Test("A second reload that comes before the first has opened the camera is compared with the first")
  func reloadTwice() throws {
    var state = try RunState(settings())
    #expect(try state.applied(settings("expert.fps = 60")) == [.reopenCamera])
    #expect(try state.applied(settings("expert.fps = 60")) == [])
  }

  @Test("A reload never opens a stream again")
  func reloadOfStream() throws {
    var state = try RunState(settings(source: .y4m("-")))
    #expect(try state.applied(settings("camera.fps = 60", source: .y4m("-"))) == [])
  }

  @Test("A reload that turns the keys off closes the camera when nobody is subscribed, and one that turns them on opens it")
  func reloadOfKeys() throws {
    var state = try RunState(settings())
    #expect(try state.applied(settings("keys.enabled = false")) == [])
    #expect(state.phase == .paused(.unwanted))
    #expect(try state.applied(settings()) == [.retryCamera, .announceStarting])
    #expect(state.phase == .running)
  }

  @Test(
    "A stream goes on in a session that is locked, in the background or over, and presses no keys there",
    arguments: [.locked, .background, .loggedOut] as [RunState.Message])
  func keysOfStreams(message: RunState.Message) throws {
    var state = try RunState(settings(source: .synthetic(.thumbs)))
    #expect(state.handle(message) == [.suspendKeys(true)] && state.phase == .running)
    #expect(state.handle(.suspendKeys(true)) == [] && state.handle(.suspendKeys(false)) == [])
    for fact in [LoginFact.listed(own: [session], hasOthers: false), .read(session, isActive: true, isLocked: false)] {
      _ = state.handle(.login(fact))
    }
    _ = state.handle(.unlocked)
    #expect(state.handle(.suspendKeys(true)) == [.suspendKeys(true)], "they were pressed again")
  }

  @Test("Nothing runs before the first answer about the session")
  func unknown() throws {
    let state = try RunState(settings(), RunMemory())
    #expect(state.phase == .waiting)
    #expect(try RunState(settings(source: .trace("t")), RunMemory()).phase == .waiting)
    for fact in [LoginFact.unanswered, .listed(own: [], hasOthers: false)] {
      var answered = state
      #expect(answered.handle(.login(fact)) == [.retryCamera, .announceStarting] && answered.phase == .running)
    }
  }

  @Test("A pause, and a lock that is known from a signal only, hold in the next run")
  func memory() throws {
    var state = try RunState(settings())
    #expect(state.memory == RunMemory(login: LoginMemory(hadSession: true)))
    _ = state.handleAll([.login(.lockSignal(session, true)), .hold(.request)])
    #expect(state.memory == RunMemory(isPaused: true, login: LoginMemory(hadSession: true, locked: [session])))
    var next = try RunState(settings(), state.memory)
    #expect(next.phase == .paused(.request))
    _ = next.handleAll([.login(.listed(own: [session], hasOthers: false)), .login(.read(session, isActive: true, isLocked: false))])
    _ = next.handle(.release(.request))
    #expect(next.phase == .paused(.locked))
    _ = next.handle(.resume)
    #expect(next.memory == RunMemory(login: LoginMemory(hadSession: true)))
    let stream = try RunState(settings(source: .synthetic(.thumbs)), state.memory)
    #expect(stream.hold == nil && stream.memory == state.memory, "a stream is not paused, and leaves the camera so")
  }

  @Test("Suspended keys are no reason to pause")
  func suspendedKeys() throws {
    var state = try RunState(settings())
    #expect(state.handle(.suspendKeys(true)) == [.suspendKeys(true)] && state.phase == .running)
    #expect(state.handle(.settle).isEmpty)
    #expect(state.handle(.suspendKeys(false)) == [.suspendKeys(false)])
  }
}

@Suite("A profile that somebody asks for")
struct AskedProfileTests {
  private let text = "[gesture]\nthreshold = 40\n[profile.a]\nthreshold = 60\nleft = 'KEY_A'\n[profile.b]\nenabled = false\n"

  /// The profile after each message, with every action carried out.
  private func profiles(_ messages: [RunState.Message]) throws -> [String] {
    var state = try RunState(settings(text))
    return messages.map { message in
      for case .apply(let new, _) in state.handle(message) { _ = state.applied(new) }
      return state.settings.profile
    }
  }

  @Test("has its own gesture settings and keys, and the camera stays open")
  func applied() throws {
    var state = try RunState(settings(text))
    let plain = state.settings
    guard case .apply(let new, _)? = state.handle(.setProfile("a")).first else { return #expect(Bool(false), "not applied") }
    #expect(new.profile == "a" && new.configuration.gesture.threshold == .pixels(60) && new.chords?[.thumbDown].description == "a")
    #expect(new.keyboardKeys == plain.keyboardKeys, "one keyboard for all profiles")
    #expect(state.applied(new) == [])
    #expect(try state.settings.using("plain") == plain)
    #expect(try state.settings.using("b").chords == nil)
  }

  @Test("that does not exist is refused, and changes nothing")
  func refused() throws {
    var state = try RunState(settings(text))
    let before = state.settings
    #expect(state.handle(.setProfile("c")) == [.refuse(ProfileError(unknown: "c", names: ["plain", "daily", "a", "b"]))])
    #expect(state.settings == before)
  }

  @Test("stays over reloads, until the file selects another one or does not have it anymore")
  func reloads() throws {
    #expect(try profiles([.setProfile("a"), .reload(settings(text + "[log]")), .setProfile("plain")]) == ["a", "a", "plain"])
    #expect(try profiles([.setProfile("a"), .reload(settings("[gesture]\nprofile = 'daily'\n[profile.a]"))]) == ["a", "daily"])
    #expect(try profiles([.setProfile("a"), .reload(settings(""))]) == ["a", "plain"])
    #expect(try profiles([.setProfile("plain"), .reload(settings("[gesture]\nprofile = 'daily'"))]) == ["plain", "daily"])
  }

  @Test("in a replay without --config, leaves the gesture settings to the trace")
  func replay() throws {
    var state = try RunState(settings(text, source: .trace("-")))
    let recorded = state.settings.configuration.gesture
    guard case .apply(let new, _)? = state.handle(.setProfile("a")).first else { return #expect(Bool(false), "not applied") }
    #expect(new.configuration.gesture == recorded && new.chords?[.thumbDown].description == "a")
  }
}
