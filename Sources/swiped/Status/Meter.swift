import EventProtocol
import Gestures
import Histogram

/// Counts frames and swipes, and measures how long frames take. Pure: times are passed in.
package struct Meter: Sendable {
  package private(set) var handled = 0, tracked = 0, reused = 0
  package private(set) var swipes = ByGesture { _ in 0 }
  /// The current frame rate: the inverse of the mean interval of about the last twenty frames.
  package var fps: Double? { interval.map { 1e9 / $0 } }
  private var interval: Double?
  private var lastCapturedNs: UInt64?
  private var cpuNs: UInt64 = 0
  /// Microseconds, up to a minute, to three digits. A fixed range: recording allocates nothing.
  private var latency = Histogram<UInt32>(highestTrackableValue: 60_000_000)

  package init() {}

  /// Records a frame that was handled.
  ///
  /// - Parameters:
  ///   - latencyNs: the time from dequeuing the frame to its decision.
  ///   - cpuNs: the CPU time of the process in that time.
  ///   - isReused: whether it was handled without inference.
  package mutating func add(
    capturedNs: UInt64, latencyNs: UInt64, cpuNs: UInt64, handSeen: Bool, isReused: Bool, action: GestureAction?
  ) {
    handled += 1
    if handSeen { tracked += 1 }
    if isReused { reused += 1 }
    if let action, action.phase.starts { swipes[action.gesture] += 1 }
    self.cpuNs += cpuNs
    latency.record(min(latencyNs / 1000, 60_000_000))
    if let lastCapturedNs, capturedNs > lastCapturedNs {
      let gap = Double(capturedNs - lastCapturedNs)
      interval = interval.map { $0 + (gap - $0) / 20 } ?? gap
    }
    lastCapturedNs = capturedNs
  }

  /// Records that frames stop: the time without them is not an interval between two frames.
  package mutating func interrupt() {
    interval = nil
    lastCapturedNs = nil
  }

  /// Mean CPU time per frame, in ms; nil before the first frame.
  package var cpuMsPerFrame: Double? { handled == 0 ? nil : Double(cpuNs) / 1e6 / Double(handled) }

  /// The distribution of latencies; nil before the first frame.
  package var latencyMs: Status.Latency? {
    guard handled > 0 else { return nil }
    func milliseconds(_ percentile: Double) -> Double { Double(latency.valueAtPercentile(percentile)) / 1000 }
    return Status.Latency(p50: milliseconds(50), p99: milliseconds(99), max: Double(latency.maxRecorded) / 1000)
  }
}
