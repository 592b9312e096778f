import Gestures
import Hands
import Testing

private let left: (Float, Float) = (-150, 200)
private let right: (Float, Float) = (250, 0)

/// A hand at a place, with an identity or without.
private func thumb(_ place: (Float, Float), down: Bool = false, _ chirality: Chirality = .right, id: Int? = nil) -> HumanHandPoseObservation
{
  var hand = makeSidewaysHand(down: down, chirality: chirality, offset: place)
  hand.id = id
  return hand
}

private func resting(_ place: (Float, Float), _ chirality: Chirality = .left, id: Int? = nil) -> HumanHandPoseObservation {
  var hand = makeSidewaysHand(thumbTip: -10, chirality: chirality, offset: place)
  hand.id = id
  return hand
}

/// Swipes of frames, 50 ms apart: their positions and sides.
private func swipes(
  _ frames: [[HumanHandPoseObservation]], _ change: (inout GestureSettings) -> Void = { _ in }
) -> [String] {
  var settings = GestureSettings.daily
  change(&settings)
  var classifier = SwipeClassifier(settings)
  return frames.enumerated().compactMap { index, hands in
    classifier.classify(HandFrame(hands, at: UInt64(index) * 50 * millisecond)).action.map {
      "\(index) \($0.chirality.rawValue) \($0.gesture.name)"
    }
  }
}

private func frames(_ parts: ([HumanHandPoseObservation], Int)...) -> [[HumanHandPoseObservation]] { frames(parts) }

private func frames(_ parts: [([HumanHandPoseObservation], Int)]) -> [[HumanHandPoseObservation]] {
  parts.flatMap { Array(repeating: $0.0, count: $0.1) }
}

@Suite("Several hands in view")
struct FollowedHandsTests {
  @Test("The one that shows a thumb swipes, whichever is first", arguments: [false, true])
  func either(isFirst: Bool) {
    let hands = [thumb(left), resting(right)]
    #expect(swipes(frames((isFirst ? hands : hands.reversed(), 30))) == ["3 right right"])
  }

  @Test("A hand that is raised while another rests swipes as it would alone, with identities or without", arguments: [false, true])
  func raised(hasID: Bool) {
    let (one, two) = (hasID ? 1 : nil, hasID ? 2 : nil) as (Int?, Int?)
    let rest = resting(right, id: one)
    #expect(swipes(frames(([rest], 20), ([rest, thumb(left, id: two)], 20), ([rest], 20))) == ["23 right right"])
  }

  @Test("Each hand has its own latch: both swipe, one after the other, and neither twice")
  func both() {
    let sequence = frames(
      ([resting(left, .right), resting(right)], 10), ([thumb(left), resting(right)], 20), ([resting(left, .right), resting(right)], 10),
      ([resting(left, .right), thumb(right, .left)], 20), ([resting(left, .right), resting(right)], 10))
    #expect(swipes(sequence) == ["13 right right", "43 left right"])
  }

  @Test("Whoever shows both thumbs swipes once, even if one comes a second after the other")
  func bothThumbs() {
    let (one, other) = (thumb(left), thumb(right, .left))
    #expect(swipes(frames(([one, other], 60))) == ["3 right right"])
    #expect(swipes(frames(([one], 20), ([one, other], 40), ([], 20))) == ["3 right right"])
  }

  @Test("Whoever shows both thumbs twice wakes the swipes, and neither of the second two swipes")
  func bothThumbsWake() {
    let (both, rest) = ([thumb(left), thumb(right, .left)], [resting(left, .right), resting(right)])
    let (twice, again) = ([(both, 10), (rest, 12), (both, 30), (rest, 20)], [(both, 20), (rest, 10)])
    #expect(swipes(frames(twice)) { $0.unlock = .double } == [])
    #expect(swipes(frames(twice + again)) { $0.unlock = .double } == ["75 right right"])
    // One that comes later belongs to the one that woke them.
    let later = [(both, 10), (rest, 12), ([both[0], rest[1]], 8), (both, 30), (rest, 20)]
    #expect(swipes(frames(later)) { $0.unlock = .double } == [])
  }

  @Test("A hand that is lost while it holds its thumb, and comes back under another identity, does not swipe again")
  func lost() {
    let rest = resting(right, id: 1)
    let sequence = frames(([rest, thumb(left, id: 2)], 20), ([rest], 4), ([rest, thumb(left, id: 3)], 20))
    #expect(swipes(sequence) == ["3 right right"])
  }

  @Test("Only hands on the chosen side swipe")
  func side() {
    let sequence = frames(([thumb(left), thumb(right, .left)], 40))
    #expect(swipes(sequence) { $0.hand = .left } == ["3 left right"])
    #expect(swipes(sequence) { $0.hand = .right } == ["3 right right"])
  }

  @Test("Hands of people farther away swipe too, unless only those of the nearest person do")
  func nearest() {
    func far(_ hand: HumanHandPoseObservation) -> HumanHandPoseObservation {
      HumanHandPoseObservation(confidence: 1, chirality: hand.chirality, imageWidth: 640, imageHeight: 480) { joint in
        let point = hand.recognizedPoint(joint)
        return (0.4 * point.x, 0.4 * point.y, 0.4 * point.z)
      }
    }
    let sequence = frames(([resting(right), far(thumb(left))], 30))
    #expect(swipes(sequence) == ["3 right right"])
    #expect(swipes(sequence) { $0.people = .nearest } == [])
    #expect(swipes(frames(([far(thumb(left))], 30))) { $0.people = .nearest } == ["3 right right"])
    // Two people side by side.
    let both = frames(
      ([thumb(left), resting(right)], 20), ([resting(left, .right), resting(right)], 20),
      ([resting(left, .right), thumb(right, .left)], 20))
    #expect(swipes(both) { $0.people = .nearest }.count == 2)
  }

  @Test("Hands that touch are hands that talk: a thumb does not swipe as early as alone")
  func touching() {
    let fist = resting((60, 40))
    let sequence = frames(([fist, resting((0, 0), .right)], 5), ([fist, thumb((0, 0))], 60))
    let late = swipes(sequence)
    #expect(late.count <= 1 && late.first != "8 right right")
  }

  @Test("A hand that a tracker finds once more beside a thumb, in a single frame, does not delay it")
  func touchingOnce() {
    let alone = frames(([resting(left, .right)], 10), ([thumb(left)], 20))
    var disturbed = alone
    disturbed[10].append(resting((left.0 + 60, left.1)))
    #expect(swipes(disturbed) == swipes(alone))
  }

  @Test("A hand that a tracker has found twice is one hand")
  func twice() {
    #expect(swipes(frames(([thumb(left), thumb((-148, 202), .left)], 40))) == ["3 right right"])
  }

  @Test("What is said is of the hand that shows a thumb, and then of the one that swiped last")
  func spokenOf() {
    var classifier = SwipeClassifier(.daily)
    func decide(_ hands: [HumanHandPoseObservation], _ frame: UInt64) -> Decision {
      classifier.classify(HandFrame(hands, at: frame * 50 * millisecond))
    }
    let first = decide([resting(right)], 0)
    let shown = decide([resting(right), thumb(left)], 1)
    for frame in 2...10 as ClosedRange<UInt64> { _ = decide([resting(right), thumb(left)], frame) }
    let swiped = decide([resting(right), resting(left, .right)], 11)
    let none = decide([], 12)
    #expect([first, shown, swiped, none].map(\.hand) == [0, 1, 1, nil])
  }

  @Test("A crowd of resting hands makes no swipe")
  func many() {
    let crowd = (0..<40).map { resting((Float($0 % 8) * 160 - 600, Float($0 / 8) * 160 - 300), id: $0) }
    let crowds = (0..<200).map { frame in
      crowd.map { hand in
        var other = hand
        other.id = hand.id! + 40 * frame
        return other
      }
    }
    #expect(swipes(crowds).isEmpty)
  }
}

/// Thumbs that are held while hands are lost, change or are interrupted. The first showing swipes at frame 23.
@Suite("A thumb that is held beside another hand swipes once")
struct HeldBesideAnotherTests {
  private let rest = resting(right, id: 1)
  private let held = frames(([resting(right, id: 1)], 20), ([resting(right, id: 1), thumb(left, id: 2)], 50))
  private let once = ["23 right right"]

  @Test("if identities change places")
  func swappedIDs() {
    #expect(swipes(held + frames(([resting(right, id: 2), thumb(left, id: 1)], 40))) == once)
  }

  @Test("if both hands were lost and the thumb is found near the other's place, with another identity or none", arguments: [3, nil])
  func nearOther(id: Int?) {
    #expect(swipes(held + frames(([], 14), ([thumb(right, id: id)], 40))) == once)
  }

  @Test("if the hand is lost for ever longer, where being out of the picture is no rest")
  func noRearm() {
    #expect(swipes(held + frames(([rest], 80), ([rest, thumb(left, id: 2)], 20))) { $0.rearmAfterLostMs = 0 } == once)
  }

  @Test("if it is not in the first frame after an interruption")
  func interrupted() {
    var classifier = SwipeClassifier(.daily)
    var count = 0
    func show(_ hands: [HumanHandPoseObservation], at ns: UInt64, isInterrupted: Bool = false) {
      if classifier.classify(HandFrame(hands, at: ns, isInterrupted: isInterrupted)).action != nil { count += 1 }
    }
    for frame in 0..<40 as Range<UInt64> { show([rest, thumb(left, id: 2)], at: frame * 50 * millisecond) }
    show([rest], at: 9_000 * millisecond, isInterrupted: true)
    for frame in 1..<30 as Range<UInt64> { show([rest, thumb(left, id: 2)], at: (9_000 + frame * 50) * millisecond) }
    #expect(count == 1)
  }

  @Test("if the rule begins while it is held, whichever hand is first", arguments: [1, 3])
  func begins(id: Int) {
    var classifier = SwipeClassifier(.daily, isArmed: false)
    let hands = [resting(right, id: id), thumb(left, id: 2)]
    let swipes = (0..<40 as Range<UInt64>).filter { classifier.classify(HandFrame(hands, at: $0 * 50 * millisecond)).action != nil }
    #expect(swipes.isEmpty)
  }

  @Test("and the order of the hands in a frame changes nothing")
  func order() {
    let both = [thumb(left, id: 7), thumb(right, .left, id: 8)]
    let (one, other) = (held + frames(([], 4), (both, 30)), held + frames(([], 4), (both.reversed(), 30)))
    #expect(swipes(one) == swipes(other))
  }
}

@Suite("Two hands do not keep each other from swiping")
struct HandsBesideEachOtherTests {
  @Test("by a thumb that goes on being held while the swipes are asleep")
  func unlock() {
    let held = thumb(right, .left, id: 1)
    let twice = frames(
      ([held, resting(left, .right, id: 2)], 10), ([held, thumb(left, id: 2)], 8), ([held, resting(left, .right, id: 2)], 8),
      ([held, thumb(left, id: 2)], 8), ([held, resting(left, .right, id: 2)], 12), ([held, thumb(left, id: 2)], 8))
    #expect(swipes(twice) { $0.unlock = .double } == ["49 right right"])
  }

  @Test("by repetitions")
  func repeats() {
    let sequence = frames(
      ([thumb(left, id: 1), resting(right, id: 2)], 40), ([thumb(left, id: 1), thumb(right, down: true, .left, id: 2)], 20))
    let found = swipes(sequence) { $0.repeatMs = 300 }
    #expect(found.contains("43 left left") || found.contains("44 left left"))
  }

  @Test("by a size that is none, where only the nearest person's hands swipe", arguments: [Float.nan, .infinity, 1e20])
  func size(coordinate: Float) {
    let broken = HumanHandPoseObservation(confidence: 1, chirality: .left, imageWidth: 640, imageHeight: 480) { joint in
      (coordinate, Float(joint.rawValue), 0)
    }
    #expect(swipes(frames(([broken, thumb(left)], 20))) { $0.people = .nearest } == ["3 right right"])
  }
}
