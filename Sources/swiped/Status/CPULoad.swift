/// The CPU time of the process in the last ten seconds. Pure: times are passed in.
package struct CPULoad: Sendable {
  /// The time that it measures, and the least between two samples that it keeps, in ns.
  private static let spanNs: UInt64 = 10_000_000_000, stepNs: UInt64 = 1_000_000_000

  /// When each was taken, and the CPU time of the process until then, in ns; oldest first. Never empty.
  private var samples: [(ns: UInt64, cpuNs: UInt64)]

  /// - Parameter ns: the start of the process, when it had used no CPU time.
  package init(startNs ns: UInt64) {
    samples = [(ns, 0)]
    samples.reserveCapacity(Int(clamping: Self.spanNs / Self.stepNs) + 3)
  }

  /// Takes a sample of the CPU time of the process; to be called often while it works.
  package mutating func add(at ns: UInt64, cpuNs: UInt64) {
    guard let last = samples.last, ns >= last.ns + Self.stepNs else { return }
    samples.append((ns, cpuNs))
    // The sample before the ten seconds stays: they begin after it.
    while samples.count > 2, samples[1].ns + Self.spanNs <= ns { samples.removeFirst() }
  }

  /// The CPU time since ten seconds ago, in percent of one core.
  package func percent(at ns: UInt64, cpuNs: UInt64) -> Double {
    // The newest sample that is ten seconds old: the process did little between it and the next one, or there would be more.
    let start = samples.last { $0.ns + Self.spanNs <= ns } ?? samples[0]
    guard ns > start.ns, cpuNs > start.cpuNs else { return 0 }
    return 100 * Double(cpuNs - start.cpuNs) / Double(ns - start.ns)
  }
}
