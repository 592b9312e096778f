import Camera
import Testing

@Suite("Yielding a camera to other programs")
struct CameraYieldTests {
  enum Event {
    /// Another program, which is not known to only query cameras.
    case opened
    case queried
    /// By any program, or here.
    case closed
    /// From now on, the driver says that no program has the camera open; or no longer.
    case unused, used
  }

  /// The decisions and their times in ms, such as `yield 50`, and the searches.
  ///
  /// - Parameters:
  ///   - events: with their times in ms, in order.
  ///   - isUsed: the result of each search.
  private static func decisions(
    _ events: [(ms: UInt64, event: Event)], untilMs endMs: UInt64 = 60_000, queriedUntilMs: UInt64 = 0, isUsed: Bool = true
  ) -> [String] {
    var rule = CameraYield()
    rule.begin(queriedUntilNs: queriedUntilMs * 1_000_000)
    var decisions: [String] = []
    var left = events[...]
    var isUnused = false
    var now: UInt64 = 0
    while true {
      let next = [left.first.map { $0.ms * 1_000_000 }, rule.dueNs.map { max($0, now) }].compactMap { $0 }.min()
      guard let next, next <= endMs * 1_000_000 else { return decisions }
      now = next
      while let first = left.first, first.ms * 1_000_000 <= now {
        switch first.event {
        case .opened: rule.opened(byProber: false, at: now)
        case .queried: rule.opened(byProber: true, at: now)
        case .closed: rule.closed(at: now)
        case .unused: isUnused = true
        case .used: isUnused = false
        }
        left.removeFirst()
      }
      if rule.needsCheck(at: now), isUnused { rule.nobodyHasItOpen() }
      let ms = now / 1_000_000
      switch rule.decide(at: now) {
      case .yield: decisions.append("yield \(ms)")
      case .takeBack:
        decisions.append("take back \(ms)")
        rule.begin()
      case nil: break
      }
      if rule.needsSearch(at: now) {
        decisions.append("search \(ms)")
        rule.searched(isUsed: isUsed, at: now)
      }
    }
  }

  @Test(
    "A program that stays gets the camera after 50 ms, and it is taken back 2 s after the last holder has closed it",
    arguments: [
      ([(0, .opened), (60, .closed), (10_000, .closed)], ["yield 50", "search 60", "take back 12000"]),
      // Two in turn, the second within 2 s and after.
      (
        [(0, .opened), (60, .closed), (5000, .closed), (6000, .opened), (9000, .closed)],
        ["yield 50", "search 60", "search 6050", "take back 11000"]
      ),
      (
        [(0, .opened), (60, .closed), (5000, .closed), (9000, .opened), (9060, .closed), (12_000, .closed)],
        ["yield 50", "search 60", "take back 7000", "yield 9050", "search 9060", "take back 14000"]
      ),
      // Two at a time.
      ([(0, .opened), (60, .closed), (1000, .opened), (5000, .closed), (8000, .closed)], ["yield 50", "search 60", "take back 10000"]),
      // One that is there for good.
      ([(0, .opened), (60, .closed)], ["yield 50", "search 60", "search 60060"]),
    ] as [([(ms: UInt64, event: Event)], [String])])
  func holders(events: [(ms: UInt64, event: Event)], expected: [String]) {
    #expect(Self.decisions(events, untilMs: 65_000) == expected)
  }

  @Test(
    "A program that closes the camera at once was probably refused: its second try within 2 s finds the camera free",
    arguments: [
      ([(0, .opened), (1, .closed)], ["yield 101", "take back 2101"]),
      ([(0, .opened), (1, .closed), (110, .closed)], ["yield 101", "take back 2101"]),
      (
        [(0, .opened), (1, .closed), (110, .closed), (1500, .opened), (11_500, .closed)],
        ["yield 101", "search 1550", "take back 13500"]
      ),
      // Its second try may come at once, and stay until the camera is closed.
      ([(0, .opened), (1, .closed), (100, .opened), (160, .closed), (9000, .closed)], ["yield 101", "search 160", "take back 11000"]),
      // One that opens it just before it would be taken back may stay.
      ([(0, .opened), (1, .closed), (110, .closed), (2090, .opened), (9000, .closed)], ["yield 101", "search 2140", "take back 11000"]),
      // Brief openings while nobody uses the camera are served, and do not keep it from being taken back.
      (
        [(0, .opened), (1, .closed), (110, .closed), (1000, .opened), (1010, .closed), (1900, .opened), (1910, .closed)],
        ["yield 101", "take back 2101"]
      ),
    ] as [([(ms: UInt64, event: Event)], [String])])
  func refused(events: [(ms: UInt64, event: Event)], expected: [String]) {
    #expect(Self.decisions(events, untilMs: 30_000) == expected)
  }

  @Test(
    "A program that only queries cameras gets it only if it stays for 1.5 s",
    arguments: [
      ([(0, .queried), (100, .closed)], []),
      ([(0, .queried), (1499, .closed)], []),
      ([(0, .queried), (1510, .closed), (4000, .closed)], ["yield 1500", "search 1510", "take back 6000"]),
      // One that comes along with queries is probably one of them, which ended before it was recognized.
      ([(0, .queried), (10, .opened), (20, .closed), (40, .closed)], []),
      ([(0, .opened), (5, .closed), (80, .queried), (85, .closed), (400, .opened), (405, .closed)], []),
      ([(0, .queried), (5, .closed), (2005, .opened), (2010, .closed)], ["yield 2110", "take back 4110"]),
      ([(0, .queried), (5, .closed), (100, .opened), (1610, .closed), (4000, .closed)], ["yield 1600", "search 1610", "take back 6000"]),
    ] as [([(ms: UInt64, event: Event)], [String])])
  func queries(events: [(ms: UInt64, event: Event)], expected: [String]) {
    #expect(Self.decisions(events, untilMs: 30_000) == expected)
  }

  @Test("Queries in a loop for half a minute take nothing away")
  func queriesInALoop() {
    let loop = (0..<600).flatMap { [(UInt64($0) * 50, Event.queried), (UInt64($0) * 50 + 40, Event.closed)] }
    #expect(Self.decisions(loop) == [])
  }

  @Test("Services that query a camera that has just appeared do not get it")
  func newCamera() {
    #expect(Self.decisions([(100, .opened), (110, .closed), (200, .opened), (900, .closed)], queriedUntilMs: 3000) == [])
    #expect(Self.decisions([(3100, .opened), (3110, .closed)], untilMs: 4000, queriedUntilMs: 3000) == ["yield 3210"])
  }

  @Test("An unknown program that opens the camera briefly again and again gets it less and less often, until one stays")
  func patience() {
    // Once a second, for half an hour. Every yield is followed by the close of the camera here.
    var rule = CameraYield()
    rule.begin()
    var yieldedMs: UInt64 = 0
    var yields: [UInt64] = []
    for ms in stride(from: UInt64(0), to: 1_800_000, by: 10) {
      let now = ms * 1_000_000
      if ms % 1000 == 0 { rule.opened(byProber: false, at: now) }
      if ms % 1000 == 10 { rule.closed(at: now) }
      switch rule.decide(at: now) {
      case .yield:
        yields.append(ms)
        rule.closed(at: now)
      case .takeBack: rule.begin()
      case nil: break
      }
      if rule.isYielded { yieldedMs += 10 }
    }
    #expect(yields.prefix(3).allSatisfy { $0 < 10_000 }, "the first tries are served at once")
    #expect(yieldedMs < 30_000, "\(yields)")
    // One that stays is served at any time, and afterwards brief ones are served again.
    let start: UInt64 = 1_800_000_000_000
    rule.opened(byProber: false, at: start)
    #expect(rule.decide(at: start + CameraYield.heldNs) == .yield)
    rule.closed(at: start + CameraYield.heldNs)
    rule.closed(at: start + 1_000_000_000)
    _ = rule.decide(at: start + 1_000_000_000)
    #expect(rule.decide(at: start + 3_000_000_000) == .takeBack)
    rule.begin()
    rule.opened(byProber: false, at: start + 4_000_000_000)
    rule.closed(at: start + 4_001_000_000)
    #expect(rule.decide(at: start + 4_001_000_000 + CameraYield.doubtNs) == .yield)
  }

  @Test("A close that was merged with another does not keep the camera away: the driver knows that nobody has it open")
  func mergedCloses() {
    let events: [(ms: UInt64, event: Event)] = [(0, .opened), (60, .closed), (61, .unused)]
    #expect(Self.decisions(events) == ["yield 50", "search 60", "take back 4050"])
    // As long as it is in use, the driver says so.
    #expect(Self.decisions(Array(events.dropLast()), untilMs: 30_000) == ["yield 50", "search 60"])
  }

  @Test("A service that keeps the camera open without using it has it for 5 s")
  func idleHolder() {
    let events: [(ms: UInt64, event: Event)] = [(0, .queried), (1510, .closed)]
    #expect(Self.decisions(events, isUsed: false) == ["yield 1500", "search 1510", "search 6500", "take back 8500"])
  }

  @Test("The close of a program that had the camera open before it was watched changes nothing")
  func unknownClose() {
    #expect(Self.decisions([(0, .closed), (10, .closed)]) == [])
  }

  @Test("Any number of programs may have it open")
  func many() {
    let events = (0..<1000).map { _ in (UInt64(0), Event.opened) } + [(60, .closed)] + (0..<1000).map { _ in (UInt64(1000), Event.closed) }
    #expect(Self.decisions(events) == ["yield 50", "search 60", "take back 3000"])
  }
}
