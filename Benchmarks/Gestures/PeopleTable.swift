import Corpus
import Foundation
import Gestures
import Look

/// Prints how often people swipe who do not mean to, by what they do; and whether those who show a thumb swipe, and how soon.
struct PeopleTable {
  /// The points of a curve: how often people swipe who do not mean to, and how many shown thumbs swipe the right way.
  struct Point {
    let dwellMs: UInt32
    let falsePerHour: Double
    /// 0…1.
    let keptShare: Double
  }

  private let people: [GestureTrace], signs: [GestureTrace], thumbs: [GestureTrace], hands: [LabeledHand]
  /// Nil measures the look that is used on people whom it was learned from.
  private let validation: CrossValidation?

  init(_ people: People, validation: CrossValidation?) throws {
    let everyone = try people.everyone()
    self.people = everyone.filter { $0.kind != People.signLanguage }
    signs = everyone.filter { $0.kind == People.signLanguage }
    thumbs = try people.thumbs()
    hands = try people.hands().filter { $0.source != People.mixedSource }
    self.validation = validation
  }

  private func look(_ source: String) -> ThumbLook { validation?.look(for: source) ?? .trained }

  private func score(_ traces: [GestureTrace], _ settings: GestureSettings = .daily) -> TraceScore {
    TraceScore(traces, settings) { look($0.source) }
  }

  func print() {
    Swift.print(
      validation == nil ? "the look that is used, on people whom it was learned from" : "looks on people whom they were not learned from")
    printPeople()
    printThumbs()
    printFar()
    let upright = hands.filter { $0.gesture == nil || $0.isUpright }
    let score = HandScore(upright, .daily) { look($0.source) }
    Swift.print(
      "  labeled hands: thumbs within 60° of upright \(score.kept) of \(score.thumbs), \(percent(score.keptShare)); others \(score.firing) of \(score.others), \(percent(score.firingShare))"
    )
  }

  private func printPeople() {
    Swift.print(
      "  people                                   hours   sources   plain, an hour   daily: false   an hour   at most (95 %)   thumbs found"
    )
    for tracker in GestureTrace.Tracker.allCases {
      let kinds = Dictionary(grouping: people.filter { $0.tracker == tracker }, by: \.kind)
      for (kind, traces) in kinds.sorted(by: { $0.key < $1.key }) { printRow("\(kind), \(tracker.rawValue)", traces) }
    }
    printRow("all of these", people)
    printRow("sign language, which has thumbs, apart", signs)
    for line in score(people).falseSwipes { Swift.print("    daily, false: \(line)") }
    var unlocked = GestureSettings.daily
    unlocked.unlock = .double
    let swipes = score(people, unlocked).falseSwipes
    Swift.print("    daily with unlock = \"double\": \(swipes.count) false \(swipes.joined(separator: "; "))")
  }

  private func printRow(_ name: String, _ traces: [GestureTrace]) {
    let (plain, daily) = (TraceScore(traces, .plain), score(traces))
    Swift.print(
      pad("    \(name)", 43), right(String(format: "%.3f", daily.seconds / 3600), 5), right("\(Set(traces.map(\.source)).count)", 10),
      right(decimal(plain.falsePerHour), 17), right("\(daily.falseSwipes.count)", 15), right(decimal(daily.falsePerHour), 10),
      right(decimal(daily.upperBoundPerHour), 17), right("\(daily.found)/\(daily.gestures)", 15), separator: "")
  }

  private func printThumbs() {
    Swift.print("  thumbs in time", pad("", 20), ShownThumb.allCases.map { right($0.rawValue, 15) }.joined())
    for direction in SwipeDirection.allCases {
      let (name, shown) = (direction == .right ? "up" : "down", shown(direction))
      printOutcomes(name, shown)
      for (person, traces) in Dictionary(grouping: shown, by: \.source).sorted(by: { $0.key < $1.key }) {
        printOutcomes("  \(name), \(person)", traces)
      }
      for trace in shown {
        let outcome = trace.shownThumb(.daily, look: look(trace.source))
        if outcome != .once { Swift.print("      \(outcome.rawValue): \(trace.name)") }
      }
      for seconds in [0.3, 0.5] { printOutcomes("\(name), cut to \(seconds) s", shown.compactMap { $0.cut(showing: seconds) }) }
    }
    let late = thumbs.filter { $0.kind == People.arrives }.flatMap { score([$0]).steadyMs }.sorted()
    Swift.print(
      "    from the thumb's first frame to its swipe, of \(late.count) that come after the first frame: median \(quantile(late, 0.5)) ms, 95 % \(quantile(late, 0.95)) ms"
    )
  }

  private func printFar() {
    Swift.print("  a third as large, with joints that tremble     false swipes of people   of \(thumbs.count) thumbs: once   twice")
    for tremble in [0, 0.03, 0.05, 0.08] as [Float] {
      let outcomes = thumbs.map { $0.far(tremble: tremble).shownThumb(.daily, look: look($0.source)) }
      Swift.print(
        pad("    by \(Int(100 * tremble)) % of the hand's size", 47),
        right("\(score(people.map { $0.far(tremble: tremble) }).falseSwipes.count)", 24),
        right("\(outcomes.count { $0 == .once })", 22), right("\(outcomes.count { $0 == .twice })", 8), separator: "")
    }
  }

  private func printOutcomes(_ name: String, _ traces: [GestureTrace]) {
    let outcomes = traces.map { $0.shownThumb(.daily, look: look($0.source)) }
    Swift.print(pad("    \(name)", 36), ShownThumb.allCases.map { outcome in right("\(outcomes.count { $0 == outcome })", 15) }.joined())
  }

  private func shown(_ direction: SwipeDirection) -> [GestureTrace] { thumbs.filter { $0.segments.first?.direction == direction } }

  /// What `daily` makes of these people and thumbs with several dwell times.
  ///
  /// - Parameter onlyPose: whether every hand that passes the pose is a clear thumb, as if nothing were learned.
  func curve(onlyPose: Bool) -> [Point] {
    let dwells: [UInt32] = [50, 100, 150, 200, 300, 400, 600, 800]
    return dwells.map { dwellMs in
      var settings = GestureSettings.daily
      settings.dwellMs = dwellMs
      func measure(_ traces: [GestureTrace]) -> TraceScore {
        onlyPose ? TraceScore(traces, settings) { _ in .certain } : score(traces, settings)
      }
      let found = thumbs.count { measure([$0]).found > 0 }
      return Point(
        dwellMs: dwellMs, falsePerHour: measure(people).falsePerHour, keptShare: Double(found) / Double(thumbs.count))
    }
  }

  private func quantile(_ sorted: [Double], _ part: Double) -> String {
    sorted.isEmpty ? "–" : String(format: "%.0f", sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))])
  }

  private func percent(_ share: Double) -> String { String(format: "%.2f %%", 100 * share) }
}

extension ThumbLook {
  /// Takes every hand for a clear thumb.
  fileprivate static let certain = ThumbLook(Array(repeating: 0, count: numberCount - 1) + [6])
}
