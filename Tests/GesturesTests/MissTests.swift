import Gestures
import Hands
import Testing

private let thumb = makeSidewaysHand()
private let resting = makeSidewaysHand(thumbTip: -10)
private let open = makeSidewaysHand(curled: false)

/// A hand that is followed, frame by frame, 30 times a second.
private struct Film {
  var classifier: SwipeClassifier
  var finder = MissFinder()
  var misses: [(frame: Int, miss: Miss)] = []
  var swipes = 0
  var frame = 0
  var suspendsKeys = false
  static let intervalNs: UInt64 = 33_333_333

  init(_ settings: GestureSettings = .daily) { classifier = SwipeClassifier(settings) }

  @discardableResult
  mutating func show(
    _ hands: [HumanHandPoseObservation], _ count: Int = 1, brightness: Double? = nil, isInterrupted: Bool = false
  ) -> Decision? {
    var decision: Decision?
    for index in 0..<count {
      let (ns, isInterrupted) = (UInt64(frame) * Self.intervalNs, isInterrupted && index == 0)
      let now = classifier.classify(HandFrame(hands, at: ns, isInterrupted: isInterrupted))
      let found = finder.take(
        now, chirality: now.hand.map { hands[$0].chirality }, brightness: brightness, suspendsKeys: suspendsKeys,
        isInterrupted: isInterrupted, at: ns)
      misses += found.all.map { (frame, $0) }
      if now.action != nil { swipes += 1 }
      (frame, decision) = (frame + 1, now)
    }
    return decision
  }

  mutating func show(_ hand: HumanHandPoseObservation?, _ count: Int = 1) { show(hand.map { [$0] } ?? [], count) }

  var began: [(frame: Int, code: String)] { misses.filter { $0.miss.phase == .began }.map { ($0.frame, $0.miss.reason.code.rawValue) } }
  var ended: [(frame: Int, code: String)] { misses.filter { $0.miss.phase == .ended }.map { ($0.frame, $0.miss.reason.code.rawValue) } }
}

typealias Change = @Sendable (inout GestureSettings) -> Void

@Suite("What keeps a thumb from swiping")
struct MissTests {
  private func settings(_ change: (inout GestureSettings) -> Void) -> GestureSettings {
    var settings = GestureSettings.daily
    change(&settings)
    return settings
  }

  private static let heldBack: [(String, HumanHandPoseObservation, Change)] = [
    ("fingers_not_curled", open, { _ in }), ("thumb_not_outermost", makeSidewaysHand(thumbTip: -65, middleJoint: -75), { _ in }),
    ("threshold", makeSidewaysHand(thumbTip: -50), { _ in }), ("other_hand", thumb, { $0.hand = .left }),
    ("too_small", thumb, { $0.minHandSize = 130 }), ("dwell", thumb, { $0.dwellMs = 60_000 }),
    ("outside_image", makeSidewaysHand(curled: false, offset: (0, -130)), { _ in }),
    ("low_confidence", thumb, { $0.minConfidence = 1 }), ("asleep", thumb, { $0.unlock = .double }),
  ]

  @Test(
    "It is known within half a second, once while it lasts, and it ends with the thumb",
    arguments: heldBack)
  func codes(code: String, hand: HumanHandPoseObservation, change: Change) {
    var film = Film(settings(change))
    film.show(nil, 30)
    film.show(hand, 300)
    film.show(nil, 30)
    #expect(film.began.map(\.code) == [code] && film.ended.map(\.code) == [code])
    #expect(film.began.first.map { $0.frame - 30 <= 15 } == true, "half a second")
    #expect(film.ended.first.map { (330...340).contains($0.frame) } == true)
    #expect(film.misses.first?.miss.startNs == 30 * Film.intervalNs)
  }

  @Test("A hand that is smaller than the nearest one's is that of somebody else")
  func notNearest() {
    var film = Film(settings { $0.people = .nearest })
    let far = makeSidewaysHand(offset: (200, 0)).scaled(by: 0.3)
    film.show([makeSidewaysHand(thumbTip: -10, chirality: .left, offset: (-100, 0)), far], 60)
    #expect(film.began.map(\.code) == ["not_nearest"])
  }

  @Test("A thumb that swipes has none, however long it is held, and whether or not its hand rests afterwards")
  func swipes() {
    var film = Film()
    for _ in 0..<3 {
      film.show(resting, 30)
      film.show(thumb, 90)
    }
    #expect(film.swipes == 3 && film.misses.isEmpty)
  }

  @Test("A thumb that follows its swipe too soon, or without rest, has one")
  func tooSoon() {
    var film = Film(settings { $0.cooldownMs = 5000 })
    film.show(thumb, 15)
    film.show(resting, 45)
    film.show(thumb, 30)
    #expect(film.swipes == 1 && film.began.map(\.code) == ["cooldown"])
    var other = Film(settings { ($0.cooldownMs, $0.releaseMs) = (0, 0) })
    other.show(thumb, 15)
    other.show(open, 60)
    other.show(thumb, 30)
    #expect(other.swipes == 1 && other.began.last?.code == "not_rested", "\(other.began)")
  }

  @Test("A thumb that is shown again without rest, after a while, has not swiped this time, and has one")
  func again() {
    for settings in [GestureSettings.plain, settings { $0.rearmAfterLostMs = 5000 }] {
      var film = Film(settings)
      film.show(resting, 10)
      film.show(thumb, 15)
      film.show(nil, 45)
      film.show(thumb, 60)
      #expect(film.swipes == 1 && film.began.map(\.code) == ["not_rested"])
    }
  }

  @Test("A flick of a thumb has one within half a second after it began; one or two frames are none")
  func flick() {
    var film = Film(settings { $0.dwellMs = 1000 })
    film.show(thumb, 6)
    film.show(resting, 60)
    #expect(film.began.map(\.code) == ["dwell"] && film.began[0].frame <= 15)
    film.show(thumb, 2)
    film.show(resting, 60)
    #expect(film.began.count == 1)
  }

  @Test("Another reason replaces it once it has lasted for as long; one that comes and goes does not")
  func change() {
    var film = Film(settings { $0.dwellMs = 60_000 })
    film.show(open, 30)
    film.show(thumb, 5)
    film.show(open, 30)
    #expect(film.began.map(\.code) == ["fingers_not_curled"])
    film.show(thumb, 30)
    #expect(film.began.map(\.code) == ["fingers_not_curled", "dwell"] && film.ended.map(\.code) == ["fingers_not_curled"])
    #expect(film.ended[0].frame == film.began[1].frame)
  }

  @Test("A hand that rests at half the threshold has none")
  func faint() {
    var film = Film()
    for _ in 0..<50 {
      film.show(nil, 10)
      film.show(makeSidewaysHand(thumbTip: -35), 60)
    }
    #expect(film.misses.isEmpty)
  }

  @Test("A picture without a hand that is too dark has one, until it is brighter or a hand is found")
  func dark() {
    var film = Film()
    film.show([], 60, brightness: 20)
    film.show([], 60, brightness: 1)
    #expect(film.began.map(\.code) == ["too_dark"] && film.began[0].frame - 60 <= 15 && film.misses[0].miss.gesture == nil)
    film.show([], 10, brightness: 4)
    #expect(film.ended.isEmpty)
    film.show([], 1, brightness: 6)
    #expect(film.ended.map(\.code) == ["too_dark"])
    film.show([], 60, brightness: 1)
    film.show([thumb], 60, brightness: 1)
    #expect(film.began.count == 2 && film.ended.count == 2 && film.swipes == 1)
  }

  @Test("A swipe whose keys are suspended has one with it, which is over at once")
  func suspended() {
    var film = Film()
    film.suspendsKeys = true
    film.show(resting, 10)
    film.show(thumb, 60)
    #expect(film.swipes == 1 && film.began.map(\.code) == ["keys_suspended"] && film.ended.first?.frame == film.began[0].frame + 1)
  }

  @Test("An interruption ends it, and so does the end of the frames")
  func interruption() {
    var film = Film()
    film.show(open, 30)
    film.show([open], 1, isInterrupted: true)
    #expect(film.ended.map(\.code) == ["fingers_not_curled"])
    film.show(open, 30)
    #expect(film.finder.stop().ended?.reason.code == .fingersNotCurled && film.finder.stop().isEmpty)
  }

  @Test("It says how much nearer a hand must come, rounded up to a tenth")
  func nearer() {
    #expect(NoSwipeReason.tooSmall(19, 25).nearer == 1.4 && NoSwipeReason.tooSmall(20, 25).nearer == 1.3)
    #expect(NoSwipeReason.tooSmall(19, 25).sentence(isUp: true).contains("1.4 times as large"))
    #expect(NoSwipeReason.cooldown(1, 2).nearer == nil && NoSwipeReason.tooSmall(0, 25).nearer == nil)
  }
}

@Suite("A thumb that is up or down")
struct AnsweredThumbTests {
  /// Hands as no person shows them: any pose, anywhere, by chance.
  private func hand(_ random: inout some RandomNumberGenerator) -> HumanHandPoseObservation {
    let offset = (Float.random(in: -250...350, using: &random), Float.random(in: -260...260, using: &random))
    let hand = makeSidewaysHand(
      curled: .random(using: &random), thumbTip: .random(in: -130...130, using: &random), down: .random(using: &random),
      chirality: .random(using: &random) ? .left : .right, offset: offset)
    return hand.scaled(by: [0.1, 0.3, 1, 1].randomElement(using: &random)!)
  }

  private static let allSettings: [GestureSettings] = {
    var double = GestureSettings.daily
    var repeating = double
    var strict = double
    var near = double
    var plainDouble = GestureSettings.plain
    (double.unlock, plainDouble.unlock) = (.double, .double)
    (repeating.repeatMs, repeating.cooldownMs) = (200, 0)
    (strict.dwellMs, strict.hand, strict.cooldownMs) = (500, .left, 2000)
    (near.people, near.minHandSize) = (.nearest, 60)
    return [.plain, .daily, double, plainDouble, repeating, strict, near]
  }()

  @Test("It always makes a swipe or has a reason for none, which is held while it has swiped", arguments: allSettings.indices)
  func always(index: Int) {
    var random = SplitMix(state: UInt64(index) + 1)
    var film = Film(Self.allSettings[index])
    var thumbs = 0
    for _ in 0..<400 {
      let hands = (0..<Int.random(in: 0...2, using: &random)).map { _ in hand(&random) }
      let isInterrupted = Int.random(in: 0..<20, using: &random) == 0
      for frame in 0..<Int.random(in: 1...30, using: &random) {
        guard let decision = film.show(hands, isInterrupted: isInterrupted && frame == 0) else { continue }
        guard decision.zone == .up || decision.zone == .down else { continue }
        thumbs += 1
        #expect(decision.action != nil || decision.reason != nil)
      }
    }
    #expect(thumbs > 500)
    // Each that began has ended before the next, or is the last.
    let phases = film.misses.map(\.miss.phase)
    for (one, next) in zip(phases, phases.dropFirst()) { #expect(one != next) }
  }

  @Test(
    "It has a reason that is shown, if for half a second each frame has one and none belongs to a swipe", arguments: allSettings.indices)
  func shown(index: Int) {
    var random = SplitMix(state: UInt64(index) + 100)
    var film = Film(Self.allSettings[index])
    var held = 0
    var sinceSwipe = 1000
    var answered = 0
    for _ in 0..<300 {
      let hand = hand(&random)
      held = 0
      for _ in 0..<40 {
        guard let decision = film.show([hand]) else { continue }
        sinceSwipe = decision.action == nil ? sinceSwipe + 1 : 0
        let isHeldBack = decision.reason.map { ![.held, .threshold].contains($0.code) } ?? false
        held = isHeldBack && sinceSwipe > 32 ? held + 1 : 0
        guard held > 15 else { continue }
        answered += 1
        #expect(film.misses.last?.miss.phase == .began, "frame \(film.frame)")
      }
      film.show(nil, 40)
    }
    #expect(answered > 100)
  }
}

/// The same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension HumanHandPoseObservation {
  /// The same hand, smaller or larger around its wrist.
  fileprivate func scaled(by factor: Float) -> HumanHandPoseObservation {
    let wrist = recognizedPoint(.wrist)
    return HumanHandPoseObservation(confidence: confidence, chirality: chirality, imageWidth: imageWidth, imageHeight: imageHeight) {
      joint in
      let point = recognizedPoint(joint)
      return (wrist.x + (point.x - wrist.x) * factor, wrist.y + (point.y - wrist.y) * factor, point.z * factor)
    }
  }
}
