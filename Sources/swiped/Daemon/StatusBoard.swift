import EventProtocol
import Gestures
import Glibc
import Imaging
import Synchronization

/// What the frame line writes of itself and the socket's thread reads. A write is a few stores under a lock that is
/// contended only while somebody asks for the status.
final class StatusBoard: Sendable {
  private struct State {
    var state = Status.State.starting
    var source: SourceDescription?
    var keys = Status.Keys.off
    var meter = Meter()
    var dropped: UInt64 = 0
  }

  private let origin: FrameOrigin
  private let precision: String
  private let startNs = monotonicNs()
  private let state = Mutex(State())

  init(_ settings: DaemonSettings) {
    origin = settings.origin
    precision = settings.configuration.tracking.precision.rawValue
  }

  func setKeys(_ keys: Status.Keys) { state.withLock { $0.keys = keys } }

  /// - Returns: whether the status has changed: the first frame is there, or the source is another.
  func noteSource(_ source: SourceDescription, dropped: UInt64) -> Bool {
    state.withLock { state in
      state.dropped = dropped
      guard state.state != .running || state.source != source else { return false }
      state.state = .running
      state.source = source
      return true
    }
  }

  func noteFrame(capturedNs: UInt64, latencyNs: UInt64, cpuNs: UInt64, handSeen: Bool, swipe: SwipeDirection?) {
    state.withLock { $0.meter.note(capturedNs: capturedNs, latencyNs: latencyNs, cpuNs: cpuNs, handSeen: handSeen, swipe: swipe) }
  }

  /// The status of this moment. Any thread.
  func status() -> Status {
    let uptimeNs = monotonicNs() - startNs
    let cpuPercent = 100 * Double(processCPUNs()) / Double(max(uptimeNs, 1))
    // Reading a file is nothing to keep the frame line waiting for.
    let memory = residentKb()
    return state.withLock { state in
      let meter = state.meter
      return Status(
        state: state.state,
        camera: state.source.map {
          Status.Camera(path: $0.path, name: $0.name, width: $0.width, height: $0.height, fps: $0.fps, format: $0.format)
        },
        keys: state.keys, source: origin.description, precision: precision, pid: getpid(), uptimeS: Double(uptimeNs) / 1e9,
        fps: meter.fps,
        frames: Status.Frames(handled: meter.handled, tracked: meter.tracked, dropped: Int(state.dropped)),
        swipes: Status.Swipes(left: meter.left, right: meter.right), latencyMs: meter.latencyMs,
        cpuMsPerFrame: meter.cpuMsPerFrame, cpuPercent: cpuPercent,
        residentKb: memory)
    }
  }
}

/// Resident memory of this process in KiB, as the kernel counts it; 0 where /proc is not mounted.
private func residentKb() -> Int {
  guard let file = fopen("/proc/self/statm", "re") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let fields = line.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
  let pages = fields.count > 1 ? fields[1].reduce(0) { 10 * $0 + Int($1) - Int(UInt8(ascii: "0")) } : 0
  return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
}
