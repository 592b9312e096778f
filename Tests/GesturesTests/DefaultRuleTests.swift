import Gestures
import Hands
import Testing

@Suite("The rule with every option at its default")
struct DefaultRuleTests {
  @Test(
    "A hand at the threshold rests, and a tenth of a pixel above it does not",
    arguments: [
      (0, .rest, nil), (50.0, .rest, nil), (50.1, .down, .left), (-50.0, .rest, nil), (-50.1, .up, .right), (49.9, .rest, nil),
    ] as [(Float, Zone, SwipeDirection?)])
  func threshold(distance: Float, zone: Zone, direction: SwipeDirection?) throws {
    var classifier = SwipeClassifier()
    let decision = classifier.classify(makeHand(distance: distance), at: 0)
    #expect(try abs(#require(decision.distance) - Double(distance)) < 1e-4)
    #expect(decision.zone == zone)
    #expect(decision.action?.direction == direction)
    #expect(decision.armed == (zone == .rest))
  }

  @Test("A swipe has its gesture, distance, hand and confidence")
  func swipeFields() {
    var classifier = SwipeClassifier()
    let right = classifier.classify(makeHand(distance: -80, confidence: 0.75, chirality: .left), at: 0).action
    #expect(right?.gesture == .thumbUp && right?.distance == -80 && right?.chirality == .left && right?.confidence == 0.75)
    _ = classifier.classify(rest, at: 1)
    let left = classifier.classify(down, at: 2).action
    #expect(left?.gesture == .thumbDown && left?.distance == 80 && left?.chirality == .right && left?.confidence == 1)
    #expect(Gesture.thumbUp.rawValue == "thumb_up" && Gesture.thumbDown.rawValue == "thumb_down")
  }

  @Test("A thumb in the first frame swipes, since the latch starts armed")
  func firstFrame() {
    #expect(swipes([up]) == [.right])
    #expect(swipes([nil, nil, down]) == [nil, nil, .left])
  }

  @Test("One gesture gives one swipe, however long it is held")
  func held() {
    #expect(swipes([rest, up, up, up, rest, up]) == [nil, .right, nil, nil, nil, .right])
  }

  @Test("Thumb up straight to thumb down gives no second swipe without rest between")
  func straightOver() {
    #expect(swipes([up, down, rest, down]) == [.right, nil, nil, .left])
  }

  @Test("A hand lost while up does not re-arm the latch")
  func lostWhileUp() {
    #expect(swipes([up, nil, nil, up, down, rest, nil, up]) == [.right, nil, nil, nil, nil, nil, nil, .right])
  }

  @Test("A frame without a hand that counts has no decision")
  func nothingSeen() {
    var classifier = SwipeClassifier()
    _ = classifier.classify(up, at: 0)
    let (none, uncertain) = (classifier.classify(nil, at: 1), classifier.classify(makeHand(distance: 0, confidence: 0.2), at: 2))
    #expect(none.zone == uncertain.zone && none.armed == uncertain.armed && none.action == uncertain.action)
    let decision = classifier.classify(nil, at: 3)
    #expect(decision.distance == nil && decision.zone == nil && !decision.armed && decision.action == nil)
  }

  @Test("Confidence of exactly the minimum does not count, the next number above does", arguments: [Float(0.3), 0.5, 0.9])
  func minimumConfidence(_ minimum: Float) {
    func swipe(_ confidence: Float) -> SwipeDirection? {
      swipes([makeHand(distance: -80, confidence: confidence)]) { $0.minConfidence = minimum }[0]
    }
    #expect(swipe(minimum.nextDown) == nil)
    #expect(swipe(minimum) == nil)
    #expect(swipe(minimum.nextUp) == .right)
  }

  @Test("The default minimum is 0.3")
  func defaultMinimum() {
    #expect(swipes([makeHand(distance: -80, confidence: 0.3)]) == [nil])
    #expect(swipes([makeHand(distance: -80, confidence: 0.301)]) == [.right])
  }

  @Test("A hand does not count with its wrist or any fingertip outside the frame", arguments: [.wrist] + JointName.fingertips)
  func jointOutside(_ joint: JointName) {
    for outside in [(-0.1, 240), (640.1, 240), (300, -0.1), (300, 480.1), (Float.nan, 240)] as [(Float, Float)] {
      var joints: [JointName: (Float, Float)] = [.thumbTip: (300, 100)]
      joints[joint] = outside
      #expect(swipes([makeHand(joints)]) == [nil], "\(joint) at \(outside)")
    }
  }

  @Test("Joints on the frame's edge are inside, and other joints may be outside")
  func jointInside() {
    #expect(swipes([makeHand([.thumbTip: (0, 0), .indexTip: (640, 480)])]) == [.right])
    #expect(swipes([makeHand([.thumbTip: (300, 100), .indexPIP: (-5, 500), .thumbIP: (700, -1)])]) == [.right])
  }

  @Test("A hand of an image without size does no harm")
  func emptyImage() {
    #expect(swipes([makeHand([:], elsewhere: (0, 0), width: 0, height: 0)]) == [nil])
  }
}
