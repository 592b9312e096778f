import Corpus
import Foundation
import Gestures
import Hands
import Testing

extension Corpus {
  /// What a person sees: from a start (s) on, `up`, `down`, `other` or `unsure`.
  fileprivate func truth(of name: String) throws -> [(start: Double, gesture: String)] {
    let data = try Data(contentsOf: folder.appendingPathComponent("videos/\(name).truth.json"))
    let segments = try #require(JSONSerialization.jsonObject(with: data) as? [[Any]])
    return try segments.map { (try #require($0[0] as? Double), try #require($0[2] as? String)) }
  }

  fileprivate func clip(named name: String) throws -> ExpectedClip { try #require(clips().first { $0.name == name }).expected }
}

extension ExpectedClip {
  fileprivate var hands: [HumanHandPoseObservation?] { frames.indices.map { observation($0) } }
}

@Suite(
  "The landmarks of the corpus",
  .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
struct CorpusTests {
  @Test("Every clip gives the swipes of its committed trace", arguments: Trace.names)
  func sameAsTrace(_ name: String) throws {
    let clip = try Corpus.required().clip(named: name)
    let trace = try Trace(named: name)
    #expect(clip.frames.count == trace.hands.count)
    #expect(GestureSettings().swipes(clip.hands, fps: clip.fps) == trace.swipes)
  }

  @Test("Every clip has a trace")
  func complete() throws {
    let clips = try Corpus.required().clips().map(\.name)
    #expect(Set(clips) == Set(Trace.names))
  }

  @Test("The thumb pose with a dwell time swipes once in each held gesture that rest parts from the last, and nowhere else")
  func robustProfile() throws {
    var robust = GestureSettings()
    (robust.pose, robust.threshold, robust.dwellMs) = (.thumb, .handSizes(0.8), 350)
    (robust.cooldownMs, robust.rearmAfterLostMs) = (500, 1000)
    var found: [String: [String]] = [:]
    for name in Trace.names {
      let clip = try Corpus.required().clip(named: name)
      let truth = try Corpus.required().truth(of: name)
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
