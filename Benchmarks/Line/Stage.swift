import Imaging
import Platform

/// A time on two clocks, in ns: wall time, and the CPU time of the whole process.
struct Moment {
  private let wall = monotonicNs()
  private let cpu = processCPUNs()

  static var now: Moment { Moment() }

  var untilNow: Span {
    let cpu = processCPUNs()
    return Span(wall: Double(monotonicNs() - wall) / 1e6, cpu: Double(cpu - self.cpu) / 1e6)
  }
}

/// A duration on two clocks, in ms.
struct Span {
  let wall: Double
  let cpu: Double
}

/// The durations of one stage of the pipeline, one for each frame.
struct Stage {
  let name: String
  private var spans: [Span] = []

  init(_ name: String, room: Int) {
    self.name = name
    spans.reserveCapacity(room)
  }

  mutating func add(_ span: Span) { spans.append(span) }

  var summary: Summary? {
    guard !spans.isEmpty else { return nil }
    let wall = spans.map(\.wall).sorted()
    func quantile(_ part: Double) -> Double { wall[min(Int(part * Double(wall.count)), wall.count - 1)] }
    return Summary(frames: spans.count, p50: quantile(0.5), p99: quantile(0.99), cpu: spans.reduce(0) { $0 + $1.cpu } / Double(spans.count))
  }

  /// Wall time in ms: the median and the 99th percentile; CPU time in ms: the mean.
  struct Summary: Encodable {
    let frames: Int
    let p50: Double, p99: Double, cpu: Double
  }
}
