import Camera
import EventProtocol
import Gestures
import Glibc
import Hands
import Imaging
import Platform
import Synchronization
import Traces

/// The status, which the pipeline writes and the socket's thread reads. A write is a few stores under a lock, which is contended only while
/// the status is requested.
final class StatusBoard: Sendable {
  private struct State {
    var state = Status.State.starting
    var reason: StatusReason?
    var source: SourceDescription?
    var keys = Status.Keys.off
    /// Why keys are unavailable.
    var keysReason: String?
    var meter = Meter()
    var hands = HandsInView()
    var hours = HourCounts()
    var load: CPULoad
    var lost = LostFrames()
    var sourceChoice: String
    var precision: String
    var gesture: GestureOptions
    var awakeUntilNs: UInt64?
    var profile: String
    var profiles: [String]
    var configurationVersion: String?
  }

  private let startNs = monotonicNs()
  private let configurationFile: String?
  private let state: Mutex<State>

  init(_ settings: DaemonSettings) {
    let configuration = settings.configuration
    configurationFile = settings.file
    state = Mutex(
      State(
        load: CPULoad(startNs: startNs), sourceChoice: settings.source.description,
        precision: configuration.tracking.precision.chosen.rawValue,
        gesture: GestureOptions(configuration.gesture), profile: settings.profile, profiles: settings.profiles.names,
        configurationVersion: settings.fileVersion))
  }

  /// Applies the settings of a reload.
  func apply(_ settings: DaemonSettings) {
    state.withLock {
      $0.sourceChoice = settings.source.description
      $0.precision = settings.configuration.tracking.precision.chosen.rawValue
    }
  }

  /// - Returns: whether that is a change.
  func setGesture(_ gesture: GestureOptions) -> Bool {
    state.withLock { state in
      defer { state.gesture = gesture }
      return state.gesture != gesture
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

  /// Takes over the profiles, and the version of the file that has them.
  ///
  /// - Returns: whether that is a change.
  func setProfiles(of settings: DaemonSettings) -> Bool {
    let (profile, profiles, version) = (settings.profile, settings.profiles.names, settings.fileVersion)
    return state.withLock { state in
      defer { (state.profile, state.profiles, state.configurationVersion) = (profile, profiles, version) }
      return state.profile != profile || state.profiles != profiles || state.configurationVersion != version
    }
  }

  /// - Parameter reason: why keys are unavailable.
  /// - Returns: whether that is a change.
  func setKeys(_ keys: Status.Keys, because reason: String?) -> Bool {
    state.withLock { state in
      defer { (state.keys, state.keysReason) = (keys, reason) }
      return state.keys != keys || state.keysReason != reason
    }
  }

  /// - Returns: whether that is a change.
  func setState(_ new: Status.State, reason: StatusReason?, source: SourceDescription?) -> Bool {
    state.withLock { state in
      guard state.state != new || state.reason != reason || state.source != source else { return false }
      if new != .running {
        state.meter.interrupt()
        state.hands.removeAll()
      }
      state.load.note(at: monotonicNs(), cpuNs: processCPUNs())
      (state.state, state.reason, state.source) = (new, reason, source)
      return true
    }
  }

  /// - Parameter lost: the numbers since the start.
  func noteLost(_ lost: LostFrames) { state.withLock { $0.lost = lost } }

  /// - Parameter hands: the one first that the decision is about.
  func noteFrame(
    capturedNs: UInt64, latencyNs: UInt64, cpuNs: UInt64, hands: [HumanHandPoseObservation], isReused: Bool, action: GestureAction?
  ) {
    let hour = action.flatMap { $0.phase.starts ? LocalHour(unixS: time(nil)) : nil }
    state.withLock {
      $0.meter.note(
        capturedNs: capturedNs, latencyNs: latencyNs, cpuNs: cpuNs, handSeen: !hands.isEmpty, isReused: isReused, action: action)
      $0.hands.note(hands)
      if let hour { $0.hours.note(hour) }
      $0.load.note(at: monotonicNs(), cpuNs: processCPUNs())
    }
  }

  /// The current status. Any thread.
  func status() -> Status {
    let (now, cpuNs) = (monotonicNs(), processCPUNs())
    // Outside the lock: the pipeline must not wait for a file.
    let memory = residentKb()
    let today = LocalHour(unixS: time(nil)).day
    return state.withLock { state in
      let meter = state.meter
      let lost = state.lost
      return Status(
        state: state.state, keys: state.keys, source: state.sourceChoice, precision: state.precision, pid: getpid()
      ) { status in
        (status.reason, status.reasonCode, status.holder) = (state.reason?.text, state.reason?.code, state.reason?.holder)
        status.camera = state.source.map {
          Status.Camera(path: $0.path, name: $0.name, width: $0.width, height: $0.height, fps: $0.fps, format: $0.format)
        }
        (status.keysReason, status.gesture, status.awakeUntilNs) = (state.keysReason, state.gesture, state.awakeUntilNs)
        (status.profile, status.profiles) = (state.profile, state.profiles)
        (status.configurationFile, status.configurationVersion) = (configurationFile, state.configurationVersion)
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

/// The resident memory of this process in KiB, as the kernel counts it; 0 if /proc is not mounted.
private func residentKb() -> Int {
  guard let file = fopen("/proc/self/statm", "re") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let fields = line.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
  let pages = fields.count > 1 ? fields[1].reduce(0) { 10 * $0 + Int($1) - Int(UInt8(ascii: "0")) } : 0
  return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
}
