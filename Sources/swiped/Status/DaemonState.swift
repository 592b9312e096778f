import Camera
import EventProtocol
import Gestures
import Glibc
import Hands
import Imaging
import Platform
import Synchronization
import Traces
import VirtualKeyboard

/// What others read of the pipeline, which writes it: the status, and the frames of the last ten seconds. A write is a few stores under a lock,
/// which is contended only while somebody reads.
final class DaemonState: Sendable {
  /// The part of the status that is published when it changes.
  struct Facts: Equatable {
    var state = Status.State.starting
    /// Nil where the state needs none.
    var reason: StatusReason?
    /// Nil while no frames come from it.
    var source: SourceDescription?
    var keys = Status.Keys.off
    /// Why keys are unavailable.
    var keysReason: KeyboardError?
    var gesture: GestureOptions
    /// Nil where it makes no difference which application is in front.
    var apps: Status.Apps?
    var profiles: Profiles
  }

  /// The profiles, and the version of the file that has them.
  struct Profiles: Equatable {
    let active: String, names: [String], fileVersion: String?

    init(_ settings: DaemonSettings) { (active, names, fileVersion) = (settings.profile, settings.profiles.names, settings.fileVersion) }
  }

  private struct State {
    var facts: Facts
    var meter = Meter()
    var hands = HandsInView()
    var hours = HourCounts()
    var load: CPULoad
    var lost = LostFrames()
    var sourceChoice: String
    var precision: String
    var awakeUntilNs: UInt64?
  }

  private let startNs = monotonicNs()
  private let configurationFile: String?
  private let state: Mutex<State>
  /// In memory only.
  private let frames = Mutex(RecentFrames())

  init(_ settings: DaemonSettings) {
    configurationFile = settings.file
    state = Mutex(
      State(
        facts: Facts(gesture: GestureOptions(settings.configuration.gesture), profiles: Profiles(settings)),
        load: CPULoad(startNs: startNs), sourceChoice: settings.source.description,
        precision: settings.configuration.tracking.precision.chosen.rawValue))
  }

  /// Applies the settings of a reload.
  func apply(_ settings: DaemonSettings) {
    state.withLock {
      $0.sourceChoice = settings.source.description
      $0.precision = settings.configuration.tracking.precision.chosen.rawValue
    }
  }

  /// - Returns: whether that is a change.
  func change(_ body: (inout Facts) -> Void) -> Bool {
    state.withLock { state in
      let old = state.facts
      body(&state.facts)
      guard state.facts != old else { return false }
      if state.facts.state != .running {
        state.meter.interrupt()
        state.hands.removeAll()
      }
      state.load.add(at: monotonicNs(), cpuNs: processCPUNs())
      return true
    }
  }

  /// - Parameter ns: when the swipes fall asleep; nil while they are asleep, or never are.
  /// - Returns: whether they have woken or fallen asleep.
  func setAwake(until ns: UInt64?) -> Bool {
    state.withLock { state in
      defer { state.awakeUntilNs = ns }
      return (state.awakeUntilNs == nil) != (ns == nil)
    }
  }

  // MARK: Frames

  /// - Parameter lost: the frames that came and were not handled since the start.
  func count(_ lost: LostFrames) { state.withLock { $0.lost = lost } }

  /// Counts a frame that the classifier has handled.
  func count(_ frame: TrackedFrame, _ decision: Decision) {
    let (nowNs, nowCPUNs) = (monotonicNs(), processCPUNs())
    let swiped = decision.action.flatMap { $0.phase.starts ? LocalTime.now : nil }
    state.withLock {
      $0.meter.add(
        capturedNs: frame.capturedNs, latencyNs: nowNs - frame.dequeuedNs, cpuNs: nowCPUNs - frame.startCPUNs,
        handSeen: !frame.hands.isEmpty, isReused: frame.isReused, action: decision.action)
      $0.hands.replace(by: frame.hands)
      if let swiped { $0.hours.add(day: swiped.day, hour: swiped.hour) }
      $0.load.add(at: nowNs, cpuNs: nowCPUNs)
    }
  }

  /// Keeps a frame in memory for ten seconds, for a person who finds its swipe wrong.
  func keep(_ frame: RecentFrame, hands: [HumanHandPoseObservation]) { frames.withLock { $0.append(frame, hands: hands) } }

  /// Forgets the frames of the last ten seconds.
  func forgetFrames() { frames.withLock { $0.removeAll() } }

  /// A piece of the frames of the last ten seconds. Any thread.
  ///
  /// - Parameters:
  ///   - start: where the piece before ended; nil for the oldest frame.
  ///   - ns: the current time, in ns of CLOCK_MONOTONIC.
  func recentEvents(from start: Int?, at ns: UInt64) -> RecentEvents {
    // Only copied under the lock: the pipeline must not wait for the conversion.
    frames.withLock { $0.piece(from: start, at: ns) }.events
  }

  /// The current status. Any thread.
  func status() -> Status {
    let (now, cpuNs) = (monotonicNs(), processCPUNs())
    // Outside the lock: the pipeline must not wait for a file.
    let memory = Memory.residentBytes / 1024
    let today = LocalTime.now.day
    return state.withLock { state in
      let (facts, meter, lost) = (state.facts, state.meter, state.lost)
      return Status(
        state: facts.state, keys: facts.keys, source: state.sourceChoice, precision: state.precision, pid: getpid()
      ) { status in
        (status.reason, status.reasonCode, status.holder) = (facts.reason?.text, facts.reason?.code, facts.reason?.holder)
        status.inhibitedFor = facts.reason?.inhibitedFor
        status.camera = facts.source.map {
          Status.Camera(path: $0.path, name: $0.name, width: $0.width, height: $0.height, fps: $0.fps, format: $0.format, why: $0.why)
        }
        (status.keysReason, status.keysReasonCode) = (facts.keysReason?.userError.description, facts.keysReason?.code.rawValue)
        (status.gesture, status.awakeUntilNs) = (facts.gesture, state.awakeUntilNs)
        (status.profile, status.profiles) = (facts.profiles.active, facts.profiles.names)
        (status.configurationFile, status.configurationVersion) = (configurationFile, facts.profiles.fileVersion)
        status.apps = facts.apps
        status.uptimeS = Double(now - startNs) / 1e9
        status.frames = Status.Frames(
          handled: meter.handled, tracked: meter.tracked, reused: meter.reused, dropped: Int(clamping: lost.dropped),
          flagged: Int(clamping: lost.damaged.flagged), short: Int(clamping: lost.damaged.short),
          undecodable: Int(clamping: lost.damaged.undecodable))
        status.hands = state.hands.copy
        (status.swipes, status.swipesToday) = (Status.Swipes { meter.swipes[$0] }, state.hours.counts(on: today))
        (status.fps, status.latencyMs, status.cpuMsPerFrame) = (meter.fps, meter.latencyMs, meter.cpuMsPerFrame)
        (status.cpuPercent, status.residentKb) = (state.load.percent(at: now, cpuNs: cpuNs), memory)
      }
    }
  }
}
