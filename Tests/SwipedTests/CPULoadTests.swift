import Testing
import swiped

@Suite("The CPU load of the last ten seconds")
struct CPULoadTests {
  private static let second: UInt64 = 1_000_000_000

  /// A process that uses these percentages of a core, a second each, and notes it thirty times a second while it works.
  private func load(_ percentages: [UInt64]) -> (load: CPULoad, ns: UInt64, cpuNs: UInt64) {
    var (load, ns, cpuNs) = (CPULoad(startNs: 5 * Self.second), 5 * Self.second, UInt64(0))
    for percent in percentages {
      for _ in 0..<30 {
        if percent > 0 { load.add(at: ns, cpuNs: cpuNs) }
        (ns, cpuNs) = (ns + Self.second / 30, cpuNs + Self.second / 30 * percent / 100)
      }
    }
    return (load, ns, cpuNs)
  }

  private func percent(_ percentages: [UInt64]) -> Double {
    let (load, ns, cpuNs) = load(percentages)
    return load.percent(at: ns, cpuNs: cpuNs)
  }

  @Test("It is that since the start until ten seconds have passed")
  func young() {
    #expect(abs(percent([40, 20]) - 30) < 0.1)
    #expect(CPULoad(startNs: 3).percent(at: 3, cpuNs: 0) == 0)
  }

  @Test("What was longer ago does not count")
  func old() {
    #expect(abs(percent([100] + [UInt64](repeating: 3, count: 20)) - 3) < 0.1)
    #expect(abs(percent([UInt64](repeating: 90, count: 60) + [UInt64](repeating: 2, count: 11)) - 2) < 0.1)
  }

  @Test("After half a minute of pause, in which nothing is noted, it is low; and after some seconds of it, it is less than before")
  func pause() {
    let work = [UInt64](repeating: 50, count: 30)
    #expect(percent(work + [UInt64](repeating: 0, count: 30)) < 2)
    #expect(abs(percent(work + [UInt64](repeating: 0, count: 5)) - 25) < 3)
  }
}
