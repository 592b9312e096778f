import Corpus
import Foundation
import Gestures
import Hands
import Imaging
import Inference
import Landmarks
import Testing

/// A follower and a classifier, connected as in the daemon.
private final class Pipeline {
  private var follower: HandFollower
  private var classifier: SwipeClassifier
  private var need = TrackingNeed.whenMoved
  private(set) var inferences = 0
  private(set) var swipes: [(direction: SwipeDirection, frame: Int)] = []
  /// The first frame with a hand.
  private(set) var firstHand: Int?

  init(_ settings: GestureSettings = .plain, reusing reuse: InferenceReuse) throws {
    follower = try HandFollower(prefix: .find(), reusing: reuse)
    classifier = SwipeClassifier(settings)
  }

  func process(_ frame: borrowing Frame) throws {
    try follower.track(frame, need: need)
    if follower.ranInference { inferences += 1 }
    if firstHand == nil, !follower.hands.isEmpty { firstHand = Int(clamping: frame.sequence) }
    let decision = classifier.classify(HandFrame(follower.hands, at: frame.capturedNs))
    need = decision.need
    if let direction = decision.action?.direction { swipes.append((direction, Int(clamping: frame.sequence))) }
  }
}

extension Clip {
  /// The clip's frames at 30 a second, some of them shown for longer.
  ///
  /// - Parameters:
  ///   - holds: for how many frames one is shown.
  ///   - noise: bound of what is added to every pixel of every frame, at random and evenly.
  fileprivate func play(holding holds: (Int) -> Int, noise: Int, _ body: (borrowing Frame) throws -> Void) throws {
    let side = 3 * expected.width * expected.height
    var bytes = [UInt8](repeating: 0, count: side)
    var generator = SeededGenerator(1)
    // Another part of it in each frame; to generate the noise of each frame would take as long as inference.
    let grain = (0..<(noise == 0 ? 0 : side + 100_000)).map { _ in Int16.random(in: Int16(-noise)...Int16(noise), using: &generator) }
    var sequence = 0
    try forEachFrame { index, frame in
      let pixels = UnsafeRawBufferPointer(start: frame.planes.0.base, count: side)
      for _ in 0..<holds(index) {
        let start = Int.random(in: 0..<100_000, using: &generator)
        if grain.isEmpty {
          bytes.withUnsafeMutableBytes { $0.copyMemory(from: pixels) }
        } else {
          for i in 0..<side { bytes[i] = UInt8(clamping: Int16(pixels[i]) + grain[start + i]) }
        }
        try bytes.withUnsafeBytes { bytes in
          try body(
            Frame(
              width: expected.width, height: expected.height, format: .rgb24, range: .full,
              planes: (Plane(base: bytes.baseAddress!, bytesPerRow: 3 * expected.width), nil, nil), sequence: UInt64(sequence),
              capturedNs: UInt64(sequence) * 1_000_000_000 / 30))
        }
        sequence += 1
      }
    }
  }
}

@Suite("Real hands with pauses", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.missing)))
struct InferenceReuseTests {
  /// Compares the swipes with and without reused results, and counts frames, inferences and swipes.
  private func compare(
    _ clip: Clip, _ settings: GestureSettings = .plain, holding holds: (Int) -> Int
  ) throws -> (frames: Int, inferences: Int, swipes: Int) {
    let reusing = try Pipeline(settings, reusing: [.stillRoom, .stillHand, .slowSearch, .calmHand])
    var frames = 0
    try clip.play(
      holding: holds, noise: 0,
      { frame in
        try reusing.process(frame)
        frames += 1
      })
    // If no result was reused, there is nothing to compare.
    if reusing.inferences < frames {
      // This one reuses nothing, either, while there are hands, but measures motion: it searches for further hands at the same times.
      let always = try Pipeline(settings, reusing: .slowSearch)
      try clip.play(holding: holds, noise: 0, { frame in try always.process(frame) })
      let (wanted, found) = (always.swipes, reusing.swipes)
      #expect(found.map(\.direction) == wanted.map(\.direction), "\(clip.name)")
      #expect(zip(found, wanted).allSatisfy { abs($0.frame - $1.frame) <= 1 }, "\(clip.name): \(found) for \(wanted)")
    }
    print("\(clip.name): \(reusing.swipes.count) swipes; \(reusing.inferences) inferences in \(frames) frames")
    return (frames, reusing.inferences, reusing.swipes.count)
  }

  /// With the plain profile, only clips with gestures that are meant. In others hands hover within a pixel of its threshold for many frames: which
  /// side they fall on depends on which frames the tracker has seen, and either is as good. Not jyo_session: a picture every 0.2 s, whose hands
  /// jump through the picture at 30 a second.
  @Test(
    "swipe the same, within one frame, when results are reused while nothing moves, a thumb is held or a hand is calm",
    arguments: [
      ("anton_bursts", GestureSettings.plain, 4, 1), ("gs_woman_thumb_up", .plain, 1, 0.8), ("anton_bursts", .daily, 1, 1),
      ("gs_woman_thumb_up", .daily, 1, 0.8), ("akst_fist_lowering", .daily, 0, 0.8), ("gs_hanging_open_hand", .daily, 0, 0.6),
      ("mp_man_dancing", .daily, 0, 1), ("mp_open_hand_overlay", .daily, 0, 0.8), ("mp_woman_talking_hands", .daily, 0, 0.7),
      ("vdibia_hands_table1", .daily, 0, 0.9),
    ] as [(String, GestureSettings, Int, Double)])
  func clips(name: String, settings: GestureSettings, swipes: Int, inferencesPerFrame: Double) throws {
    let clip = try #require(Corpus.required().clips().first { $0.name == name })
    let counts = try compare(clip, settings, holding: { _ in 1 })
    #expect(counts.swipes == swipes && Double(counts.inferences) <= inferencesPerFrame * Double(counts.frames))
  }

  @Test("swipe the same, within a frame, when they pause now and then and results are reused during pauses")
  func pauses() throws {
    let meant = ["anton_bursts", "gs_woman_thumb_up"]
    var total = (frames: 0, inferences: 0, swipes: 0)
    for clip in try Corpus.required().clips() where meant.contains(clip.name) {
      let counts = try compare(clip, holding: { $0 % 40 == 15 ? 45 : 1 })
      total = (total.frames + counts.frames, total.inferences + counts.inferences, total.swipes + counts.swipes)
    }
    #expect(total.swipes >= 5 && 100 * total.inferences < 85 * total.frames)
  }

  @Test("are found without delay after ten seconds of a still room, with sensor noise or without", arguments: [0, 6])
  func entering(noise: Int) throws {
    // Its hand comes in at frame 25.
    let clip = try #require(Corpus.required().clips().first { $0.name == "gs_woman_thumb_up" })
    let still = 300
    let (always, reusing) = try (Pipeline(reusing: []), Pipeline(reusing: [.stillRoom, .stillHand]))
    var inferencesBefore = 0
    try clip.play(
      holding: { $0 < 20 ? 0 : $0 == 20 ? still : $0 < 60 ? 1 : 0 }, noise: noise,
      { frame in
        // This one sees no hand in the still room, either; most of the still frames are left out to save time.
        if frame.sequence + 20 > still { try always.process(frame) }
        try reusing.process(frame)
        if frame.sequence + 1 == still { inferencesBefore = reusing.inferences }
      })
    let (wanted, found) = try (#require(always.firstHand), #require(reusing.firstHand))
    #expect(inferencesBefore < 60)
    // Every second search is of a square, in which a near hand is too large.
    #expect(wanted > still && (0...2).contains(found - wanted), "\(found) for \(wanted)")
  }
}
