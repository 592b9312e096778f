import Testing
import swiped

private let second: UInt64 = 1_000_000_000

/// A start, second by second.
private struct Start {
  private var watch = StartupWatch(at: 5 * second, cpuNs: 7 * second)
  private var now = 5 * second, cpuNs = 7 * second

  /// Ticks through some seconds.
  ///
  /// - Parameters:
  ///   - share: of a processor that is used.
  ///   - gap: between two ticks.
  /// - Returns: each action with the second of the start at which it was due.
  mutating func run(seconds: UInt64, share: Double, gap: UInt64 = second) -> [(at: UInt64, action: StartupWatch.Action)] {
    var actions: [(at: UInt64, action: StartupWatch.Action)] = []
    let end = now + seconds * second
    while now < end {
      now += gap
      cpuNs += UInt64(Double(gap) * share)
      actions += watch.tick(at: now, cpuNs: cpuNs, step: "loading").map { ((now - 5 * second) / second, $0) }
    }
    return actions
  }
}

extension [(at: UInt64, action: StartupWatch.Action)] {
  fileprivate var reports: [String] { compactMap { if case .report(let line) = $0.action { line } else { nil } } }
  fileprivate var extensions: [UInt64] { compactMap { $0.action == .extendTimeout ? $0.at : nil } }
  fileprivate var end: (at: UInt64, line: String)? {
    for (at, action) in self {
      if case .giveUp(let line) = action { return (at, line) }
    }
    return nil
  }
}

@Suite("A start that takes long")
struct StartupWatchTests {
  @Test("is not mentioned in its first 30 seconds")
  func short() {
    var start = Start()
    let actions = start.run(seconds: 29, share: 0.5)
    #expect(actions.reports == [] && actions.end == nil)
  }

  @Test("is reported with its current step, each time after twice as long")
  func long() {
    var start = Start()
    let lines = [30, 60, 120, 240].map { "still starting after \($0) s: loading" }
    #expect(start.run(seconds: 300, share: 0.5).reports == lines)
  }

  @Test("gets more time from systemd while it uses the processor, but not forever")
  func extended() {
    var start = Start()
    #expect(start.run(seconds: 1000, share: 0.02).extensions == Array(1..<600))
  }

  @Test("is given up after a minute without processor time, with its current step")
  func stuck() {
    var start = Start()
    #expect(start.run(seconds: 20, share: 1).end == nil)
    let actions = start.run(seconds: 70, share: 0.0001)
    #expect(actions.end?.at == 80)
    #expect(actions.end?.line.hasPrefix("the start is stuck: loading has used no processor time for 60 s; ") == true)
    #expect(actions.extensions == [])
  }

  @Test("continues if it uses the processor once a minute")
  func slow() {
    var start = Start()
    for _ in 0..<20 {
      #expect(start.run(seconds: 59, share: 0).end == nil)
      #expect(start.run(seconds: 1, share: 0.5).end == nil)
    }
  }

  @Test("is not given up because the process was stopped or the machine was overloaded")
  func stopped() {
    var start = Start()
    #expect(start.run(seconds: 7200, share: 0, gap: 3600 * second).end == nil)
    #expect(start.run(seconds: 600, share: 0.001, gap: 4 * second).end == nil)
  }
}
