import Corpus
import Foundation
import Gestures

/// Prints how well gestures are recognized, with the profiles `plain` and `daily`: labeled hands, clips, and people who make none. It needs
/// no pictures and no models.
@main
enum GestureTable {
  static let profiles: [(name: String, settings: GestureSettings)] = [("plain", .plain), ("daily", .daily)]

  static func main() throws {
    try printStills()
    try printFingers()
    try printClips()
    guard let people = People.found else {
      print(People.missing)
      return
    }
    try printHands(people)
    for line in RhythmTable(try people.hands().filter { $0.source != People.mixedSource }).lines { print(line) }
    let traces = try people.traces()
    printPeople(traces)
    printOptions(try GestureTrace.clips(), traces)
  }

  private static func printStills() throws {
    print("stills of the corpus        thumbs kept   others firing")
    let hands = try LabeledHand.stills()
    for (name, settings) in profiles { print(row("  \(name)", HandScore(hands, settings))) }
    print("  MediaPipe 0.10.21               42/47            4/36   (Gesture Recognizer, published model, default options)")
  }

  private static func printFingers() throws {
    print("fingers counted exactly")
    let stills = FingerScore(try LabeledHand.stills())
    print(pad("  stills of the corpus", 26) + right("\(stills.exact)/\(stills.hands)", 13))
    guard let people = People.found else { return }
    let tables = FingerScore(try people.reliableWholeHands())
    print(pad("  labeled hands", 26) + right("\(tables.exact)/\(tables.hands)", 13))
  }

  private static func printClips() throws {
    print("clips of the corpus     gestures found   false   late by, median ms   after a steady thumb, median ms")
    let clips = try GestureTrace.clips()
    for (name, settings) in profiles {
      let score = TraceScore(clips, settings)
      print(
        pad("  \(name)", 24), right("\(score.found)/\(score.gestures)", 14), right("\(score.falseSwipes.count)", 8),
        right(number(median(score.lateMs)), 21), right(number(median(score.steadyMs)), 34), separator: "")
    }
  }

  private static func printHands(_ people: People) throws {
    let hands = try people.hands()
    print("labeled hands                          plain: thumbs kept       others firing   daily: thumbs kept       others firing")
    func printRow(_ name: String, _ hands: [LabeledHand]) {
      let scores = profiles.map { HandScore(hands, $0.settings) }
      print(
        pad("  \(name)", 37),
        scores.map { right(share($0.kept, $0.thumbs), 20) + right(share($0.firing, $0.others), 20) }.joined(separator: "  "),
        separator: "")
    }
    for (source, hands) in Dictionary(grouping: hands, by: \.source).sorted(by: { $0.key < $1.key }) { printRow(source, hands) }
    let reliable = hands.filter { $0.source != People.mixedSource }
    for label in ["up", "down", "fist", "open", "point", "other"] { printRow("all \(label)", reliable.filter { $0.label == label }) }
    printRow("all but \(People.mixedSource.prefix(11))", reliable)
  }

  private static func printPeople(_ traces: [GestureTrace]) {
    print("people                 minutes   thumbs   plain: found   false   per hour   daily: found   false   per hour")
    func printRow(_ name: String, _ traces: [GestureTrace]) -> [TraceScore] {
      let scores = profiles.map { TraceScore(traces, $0.settings) }
      print(
        pad("  \(name)", 23), right(decimal(scores[0].seconds / 60), 7), right("\(scores[0].gestures)", 9),
        scores.map { right("\($0.found)", 15) + right("\($0.falseSwipes.count)", 8) + right(number($0.falsePerHour), 11) }.joined(),
        separator: "")
      return scores
    }
    let kinds = Dictionary(grouping: traces, by: \.kind)
    for (kind, traces) in kinds.sorted(by: { $0.key < $1.key }) where kind != People.signLanguage { _ = printRow(kind, traces) }
    let scores = printRow("all of these", traces.filter { $0.kind != People.signLanguage })
    _ = printRow("sign language, apart", kinds[People.signLanguage] ?? [])
    for (profile, score) in zip(profiles, scores) where profile.name == "daily" {
      if score.falseSwipes.isEmpty {
        print(
          "  daily: no false swipe in \(decimal(score.seconds / 60)) minutes; so at most \(number(score.upperBoundPerHour)) an hour, with 95 % confidence"
        )
      }
      for line in score.falseSwipes { print("  daily, false: \(line)") }
    }
  }

  /// What each option of `daily` is worth, and what those that it leaves off would change.
  private static func printOptions(_ clips: [GestureTrace], _ people: [GestureTrace]) {
    let variants: [(String, (inout GestureSettings) -> Void)] = [
      ("daily", { _ in }),
      ("pose = \"any\"", { $0.pose = .any }),
      ("whole_hand = true", { $0.wholeHand = true }),
      ("min_hand_size = 0", { $0.minHandSize = 0 }),
      ("hysteresis = 0", { $0.hysteresis = 0 }),
      ("dwell_ms = 0", { $0.dwellMs = 0 }),
      ("unclear_dwell_ms = 0", { $0.unclearDwellMs = 0 }),
      ("cooldown_ms = 0", { $0.cooldownMs = 0 }),
      ("rearm_after_lost_ms = 0", { $0.rearmAfterLostMs = 0 }),
      ("lost_gesture_ms = 0", { $0.lostGestureMs = 0 }),
      ("release_ms = 0", { $0.releaseMs = 0 }),
      ("arrival_dwell_ms = 400", { $0.arrivalDwellMs = 400 }),
      ("bridge_ms = 100", { $0.bridgeMs = 100 }),
      ("max_speed = 8", { $0.maxSpeed = 8 }),
      ("smoothing = \"one_euro\"", { $0.smoothing = .oneEuro }),
    ]
    let others = people.filter { $0.kind != People.signLanguage }
    let signs = people.filter { $0.kind == People.signLanguage }
    print("daily with one option changed    clips: found   false   late, median ms   people: found   false   sign language: swipes")
    for (name, change) in variants {
      var settings = GestureSettings.daily
      change(&settings)
      let (clip, other, sign) = (TraceScore(clips, settings), TraceScore(others, settings), TraceScore(signs, settings))
      print(
        pad("  \(name)", 33), right("\(clip.found)/\(clip.gestures)", 12), right("\(clip.falseSwipes.count)", 8),
        right(number(median(clip.lateMs)), 18), right("\(other.found)/\(other.gestures)", 16), right("\(other.falseSwipes.count)", 8),
        right("\(sign.found + sign.falseSwipes.count)", 24), separator: "")
    }
  }

  private static func row(_ name: String, _ score: HandScore) -> String {
    pad(name, 26) + right("\(score.kept)/\(score.thumbs)", 13) + right("\(score.firing)/\(score.others)", 16)
  }

  private static func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "–" : "\(part)/\(whole) " + right(String(format: "%.1f %%", 100 * Double(part) / Double(whole)), 7)
  }

  private static func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }

  private static func number(_ value: Double) -> String { String(format: "%.0f", value) }
}

func decimal(_ value: Double) -> String { String(format: "%.1f", value) }

func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
