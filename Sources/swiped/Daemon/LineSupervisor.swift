import CSystemd
import Camera
import EventProtocol
import Glibc
import Imaging
import Sources

/// Keeps the frame line going: opens what it looks at when it is wanted and to be had, waits when it is not, and takes
/// messages between frames. Lives on the line's thread.
final class LineSupervisor {
  var settings: DaemonSettings
  let control: LineControl
  let announcer: Announcer
  var recovery = CameraRecovery()
  var drops = DropEpisodes()
  private var watchdog = Watchdog()
  /// What was told of the source last.
  private var watching = ""
  /// Why the camera is to be closed; open when empty.
  private var holds: Set<PauseReason> = []
  private var subscribers = 0
  var isStopping = false
  /// The settings name another camera, or another mode of it, than the one that is open.
  var isOutdated = false
  /// Replies to messages that have yet to take effect.
  private var unanswered: [() -> Void] = []

  init(_ settings: DaemonSettings, _ control: LineControl, _ announcer: Announcer) {
    self.settings = settings
    self.control = control
    self.announcer = announcer
  }

  /// Returns when told to stop, or at the end of a stream.
  ///
  /// - Throws: what the daemon cannot go on after; a camera's troubles are not of that kind.
  func run() throws {
    // The models take longest to be ready: before the source, so that no frame waits for them.
    var line = try FrameLine(settings, announcer)
    sd_notify(0, "READY=1")
    reckonDemand()
    while !isStopping {
      isOutdated = false
      switch settings.origin {
      case .synthetic:
        var hand = SyntheticHand()
        announceWatching(["watching \(hand.description.name) (\(hand.description.path))"])
        if try follow(&hand, &line) == .ended { return }
      case .y4m(let path):
        var stream = try Y4MStream(path: path, startNs: monotonicNs())
        announceWatching(["watching \(stream.description.name) (\(stream.description.path))"])
        if try follow(&stream, &line) == .ended { return }
      case .trace(let path):
        var trace = try TraceSource(path: path, settings, log: announcer.log)
        announceWatching(trace.facts)
        if try follow(&trace, &line) == .ended { return }
      case .camera(let name): try keepCamera(name, &line)
      }
    }
  }

  /// Told once: a camera is opened anew after every lock of the session.
  func announceWatching(_ facts: [String]) {
    let line = facts.joined(separator: "; ")
    if line != watching { announcer.log.info("\(line)") }
    watching = line
  }

  // MARK: Frames

  /// Takes frame after frame down the line, until the source ends, or is to be closed.
  ///
  /// - Parameter afterEach: called after each frame; what has been lost by then.
  func follow<Source: LineSource & ~Copyable>(
    _ source: inout Source, _ line: inout FrameLine,
    afterEach: (_ source: inout Source, _ line: borrowing FrameLine) -> LostFrames = { source, _ in
      LostFrames(skipped: source.skipped)
    }
  ) throws -> FrameStep {
    while attend(&line) {
      let step = try source.advance(&line, wake: control.wake)
      if step == .woken { continue }
      announcer.board.noteLost(afterEach(&source, line))
      if step == .ended {
        // The last word of a stream: what came of all its frames.
        announcer.publish()
        return .ended
      }
      if recovery.works(at: monotonicNs()) { announcer.log.notice("the camera works again") }
      announcer.state(.running, source: source.description)
    }
    return .woken
  }

  /// Takes the messages that have come.
  ///
  /// - Returns: whether the source stays open.
  private func attend(_ line: inout FrameLine) -> Bool {
    watchdog.feed(at: monotonicNs())
    takeMessages(&line)
    while let hold, !isStopping, !isOutdated {
      guard !settings.origin.isCamera else { return false }
      announcer.state(.paused, hold.rawValue)
      rest(&line)
    }
    guard !isStopping, !isOutdated else { return false }
    answer()
    return true
  }

  /// Waits for a message.
  func rest(until dueNs: UInt64? = nil, _ line: inout FrameLine) {
    answer()
    let now = monotonicNs()
    watchdog.feed(at: now)
    let dueMs = dueNs.map { Int32(clamping: ($0 > now ? $0 - now : 0).addingReportingOverflow(999_999).partialValue / 1_000_000) }
    control.wait(milliseconds: [dueMs, watchdog.patienceMs].compactMap { $0 }.min() ?? -1)
    takeMessages(&line)
  }

  // MARK: Messages

  /// Why the source is to be left alone, if it is. A lock or a sleep concerns cameras alone.
  var hold: PauseReason? {
    PauseReason.allCases.first { holds.contains($0) && ($0 == .request || settings.origin.isCamera) }
  }

  /// What a person who asks for it overrides. Some screen lockers tell that they lock, and never that they are gone.
  private static let liftable: Set<PauseReason> = [.request, .locked]

  private func takeMessages(_ line: inout FrameLine) {
    for letter in control.take() {
      let before = hold
      let failure = carryOut(letter.message, &line)
      if before != nil, hold == nil {
        recovery.devicesChanged(at: monotonicNs())
        announcer.state(.starting)
      }
      if let reply = letter.reply { unanswered.append { reply(failure) } }
    }
  }

  private func carryOut(_ message: LineControl.Message, _ line: inout FrameLine) -> Failure? {
    switch message {
    case .stop: isStopping = true
    case .hold(let hold): holds.insert(hold)
    case .release(let hold): holds.remove(hold)
    case .resume: holds.subtract(Self.liftable)
    case .toggle: if holds.isDisjoint(with: Self.liftable) { holds.insert(.request) } else { holds.subtract(Self.liftable) }
    case .subscribers(let count):
      subscribers = count
      reckonDemand()
    case .busy(let error): learn(error)
    case .devicesChanged:
      recovery.devicesChanged(at: monotonicNs())
      line.devicesChanged()
    case .reload(let new): return reload(new, &line)
    }
    return nil
  }

  private func reload(_ new: DaemonSettings, _ line: inout FrameLine) -> Failure? {
    do { try line.apply(new) } catch { return Failure(error) }
    // A second reload may come before the first has closed the camera.
    if new.origin != settings.origin || CameraWish(new.configuration.camera) != CameraWish(settings.configuration.camera) {
      isOutdated = true
    }
    settings = new
    announcer.board.apply(new)
    announcer.outlet.allowPreview(new.configuration.privacy.allowsPreview)
    reckonDemand()
    return nil
  }

  private func reckonDemand() {
    if settings.wantsCamera(subscribers: subscribers) { holds.remove(.unwanted) } else { holds.insert(.unwanted) }
  }

  /// What was asked for has taken effect.
  private func answer() {
    for reply in unanswered { reply() }
    unanswered = []
  }
}
