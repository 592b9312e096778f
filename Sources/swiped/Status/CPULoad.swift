/// The CPU time of the process in the last ten seconds. Pure: it is told the times, and needs no timer of its own.
package struct CPULoad: Sendable {
  /// The time that it measures, and the least between two notes that it keeps, in ns.
  private static let spanNs: UInt64 = 10_000_000_000, stepNs: UInt64 = 1_000_000_000

  /// When it was noted, and the CPU time of the process until then, in ns; oldest first. Never empty.
  private var notes: [(ns: UInt64, cpuNs: UInt64)]

  /// - Parameter ns: the start of the process, when it had used no CPU time.
  package init(startNs ns: UInt64) {
    notes = [(ns, 0)]
    notes.reserveCapacity(Int(clamping: Self.spanNs / Self.stepNs) + 3)
  }

  /// Notes the CPU time of the process; to be called often while it works.
  package mutating func add(at ns: UInt64, cpuNs: UInt64) {
    guard let last = notes.last, ns >= last.ns + Self.stepNs else { return }
    notes.append((ns, cpuNs))
    // The note before the ten seconds stays: they begin after it.
    while notes.count > 2, notes[1].ns + Self.spanNs <= ns { notes.removeFirst() }
  }

  /// The CPU time since ten seconds ago, in percent of one core.
  package func percent(at ns: UInt64, cpuNs: UInt64) -> Double {
    // The newest note that is ten seconds old: the process did little between it and the next one, or there would be more.
    let start = notes.last { $0.ns + Self.spanNs <= ns } ?? notes[0]
    guard ns > start.ns, cpuNs > start.cpuNs else { return 0 }
    return 100 * Double(cpuNs - start.cpuNs) / Double(ns - start.ns)
  }
}
