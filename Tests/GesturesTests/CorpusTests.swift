import Foundation
import Gestures
import Landmarks
import Testing

/// The clips' landmarks as MediaPipe gave them, and what a person sees in them. The corpus is not part of the repository; it is looked
/// for in SWIPED_CORPUS, then beside the checkout.
enum Corpus {
  static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["SWIPED_CORPUS"] ?? "\(#filePath)/../../../../shared/corpus"
  ).standardizedFileURL

  /// Where CI is set the corpus has to be there, so the tests run and fail without it.
  static let isExpected =
    FileManager.default.fileExists(atPath: folder.path) || ProcessInfo.processInfo.environment["CI"] != nil

  /// What a person sees: from a start (s) on, `up`, `down`, `other` or `unsure`.
  static func truth(of name: String) throws -> [(start: Double, gesture: String)] {
    let data = try Data(contentsOf: folder.appendingPathComponent("videos/\(name).truth.json"))
    let segments = try #require(JSONSerialization.jsonObject(with: data) as? [[Any]])
    return try segments.map { (try #require($0[0] as? Double), try #require($0[2] as? String)) }
  }

  struct Clip: Decodable {
    struct Hand: Decodable { var score: Float, chirality: Chirality, points: [[Float]] }
    var fps: Double, width: Int, height: Int, frames: [[Hand]]

    init(named name: String) throws {
      let data = try Data(contentsOf: Corpus.folder.appendingPathComponent("expected/\(name).json"))
      self = try JSONDecoder().decode(Clip.self, from: data)
    }

    /// `score` is that of the chirality (0.5…1). Presence is not recorded, but a hand is only listed above 0.5: it counts.
    var hands: [HandObservation?] {
      frames.map { hands in
        hands.first.map { hand in
          HandObservation(
            confidence: 1, chirality: hand.chirality, chiralityConfidence: hand.score, imageWidth: width, imageHeight: height
          ) { (hand.points[$0.rawValue][0], hand.points[$0.rawValue][1], 0) }
        }
      }
    }
  }
}

@Suite(
  "The corpus's landmarks",
  .enabled(if: Corpus.isExpected, "NOT TESTED: no corpus at \(Corpus.folder.path); set SWIPED_CORPUS to where it is"))
struct CorpusTests {
  @Test("Every clip gives the swipes of its committed trace", arguments: Trace.names)
  func sameAsTrace(_ name: String) throws {
    let clip = try Corpus.Clip(named: name)
    let trace = try Trace(named: name)
    #expect(clip.frames.count == trace.hands.count)
    #expect(GestureSettings().swipes(clip.hands, fps: clip.fps) == trace.swipes)
  }

  @Test("Every clip has a trace")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Corpus.folder.appendingPathComponent("expected").path)
    let clips = files.filter { $0.hasSuffix(".json") && $0 != "stills.json" }.map { String($0.dropLast(5)) }
    #expect(Set(clips) == Set(Trace.names))
  }

  @Test("config/robust.toml's settings swipe once in each held gesture that rest parts from the last, and nowhere else")
  func robustProfile() throws {
    var robust = GestureSettings()
    (robust.pose, robust.threshold, robust.dwellMs) = (.thumb, .handSizes(0.8), 350)
    (robust.cooldownMs, robust.rearmAfterLostMs) = (500, 1000)
    var found: [String: [String]] = [:]
    for name in Trace.names {
      let clip = try Corpus.Clip(named: name)
      let truth = try Corpus.truth(of: name)
      for swipe in robust.swipes(clip.hands, fps: clip.fps) {
        let time = Double(swipe.frame) / clip.fps
        let gesture = truth.last { $0.start <= time }?.gesture
        #expect(gesture == (swipe.direction == .right ? "up" : "down"), "\(name) at \(time) s")
        found[name, default: []].append("\(swipe.direction)")
      }
    }
    #expect(found == ["anton_bursts": ["right", "left"], "gs_woman_thumb_up": ["right"], "jyo_session": ["right", "left"]])
  }
}
