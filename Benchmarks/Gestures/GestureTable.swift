import Corpus
import Foundation
import Gestures
import Look

/// Prints how well gestures are recognized, with the profiles `plain` and `daily`: labeled hands, clips, and people who make none; and draws
/// what the rule trades, if a file for the picture is named. It needs no pictures and no models.
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
    printLook(try people.hands())
    for line in RhythmTable(try people.hands().filter { $0.source != People.mixedSource }).lines { print(line) }
    try TwoHandsTable(people).print()
    try PeopleTable(people, validation: nil).print()
    printOptions(try GestureTrace.clips(), try people.everyone())
    let table = try PeopleTable(people, validation: CrossValidation(people))
    table.print()
    guard CommandLine.arguments.count == 2 else { return }
    let picture = Picture([
      ("the pose alone, by dwell_ms", "#c60", table.curve(onlyPose: true)),
      ("with the network, by dwell_ms", "#06c", table.curve(onlyPose: false)),
    ])
    try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
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
    print(
      "clips of the corpus     gestures found   false   late, median ms   after a steady thumb, median ms                      each, ms")
    let clips = try GestureTrace.clips()
    for (name, settings) in profiles {
      let score = TraceScore(clips, settings)
      print(
        pad("  \(name)", 24), right("\(score.found)/\(score.gestures)", 14), right("\(score.falseSwipes.count)", 8),
        right(number(median(score.lateMs)), 18), right(number(median(score.steadyMs)), 34),
        right(score.steadyMs.map(number).joined(separator: ", "), 30), separator: "")
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
    printRow("of these, thumbs within 60°", reliable.filter { $0.gesture == nil || $0.isUpright })
  }

  /// How long the learned look at a hand takes.
  private static func printLook(_ hands: [LabeledHand]) {
    let rounds = 20
    var sum = 0.0
    let time = ContinuousClock().measure {
      for _ in 0..<rounds { for labeled in hands { sum += ThumbLook.trained.logOdds(of: labeled.hand, .up) } }
    }
    let microseconds = Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6
    print(
      "a look takes \(String(format: "%.2f", microseconds / Double(rounds * hands.count))) µs (mean log odds \(number(sum / Double(rounds * hands.count))))"
    )
  }

  /// What each option of `daily` is worth, and what those that it leaves off would change.
  private static func printOptions(_ clips: [GestureTrace], _ people: [GestureTrace]) {
    let variants: [(String, (inout GestureSettings) -> Void)] = [
      ("daily", { _ in }),
      ("pose = \"any\"", { $0.pose = .any }),
      ("whole_hand = true", { $0.wholeHand = true }),
      ("min_hand_size = 0", { $0.minHandSize = 0 }),
      ("people = \"nearest\"", { $0.people = .nearest }),
      ("hysteresis = 0", { $0.hysteresis = 0 }),
      ("dwell_ms = 0", { $0.dwellMs = 0 }),
      ("cooldown_ms = 0", { $0.cooldownMs = 0 }),
      ("rearm_after_lost_ms = 0", { $0.rearmAfterLostMs = 0 }),
      ("lost_gesture_ms = 0", { $0.lostGestureMs = 0 }),
      ("release_ms = 0", { $0.releaseMs = 0 }),
      ("bridge_ms = 0", { $0.bridgeMs = 0 }),
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
