import EventProtocol
import Gestures
import Hands
import Testing
import Traces

@Suite("Conversions between hands, settings and events")
struct ConversionTests {
  @Test("A hand survives a round trip with every joint to the last bit", arguments: [Chirality.left, .right])
  func hands(chirality: Chirality) throws {
    for seed in 1...500 {
      let hand = someHand(seed, chirality: chirality)
      let line = JSONCoding.encode(Hand(hand, fingers: []))
      let back = try HumanHandPoseObservation(JSONCoding.decode(Hand.self, from: line), imageWidth: 640, imageHeight: 480)
      #expect(back == hand)
    }
  }

  @Test("A joint outside the image stays there with confidence 0")
  func outside() throws {
    let hand = HumanHandPoseObservation(confidence: 0.9, chirality: .left, imageWidth: 64, imageHeight: 48) { joint in
      joint == .thumbTip ? (.nan, 0, 0) : joint == .wrist ? (-1, 5, 0) : (5, 5, 0)
    }
    let back = try HumanHandPoseObservation(
      JSONCoding.decode(Hand.self, from: JSONCoding.encode(Hand(hand, fingers: []))), imageWidth: 64, imageHeight: 48)
    #expect(back.recognizedPoint(.wrist) == hand.recognizedPoint(.wrist) && back.recognizedPoint(.wrist).confidence == 0)
    #expect(back.recognizedPoint(.thumbTip).x.isNaN && back.recognizedPoint(.thumbTip).confidence == 0)
  }

  @Test("A hand that lacks a joint is refused")
  func missing() {
    var hand = Hand(someHand(1), fingers: [])
    hand.points["ringPIP"] = nil
    let error = #expect(throws: Hand.MissingJoint.self) { try HumanHandPoseObservation(hand, imageWidth: 640, imageHeight: 480) }
    #expect(error?.name == "ringPIP")
    let frame = FrameEvent(frame: 1, capturedNs: 1, width: 640, height: 480, hands: [hand], armed: true)
    #expect(throws: TraceProblem.self) { try frame.observations() }
  }

  static let settings: [GestureSettings] = {
    var changed = GestureSettings()
    (changed.view, changed.threshold, changed.minConfidence) = (View(width: 320, height: 240.5), .handSizes(0.8), 0.7)
    (changed.pose, changed.smoothing, changed.hand) = (.thumb, .oneEuro, .left)
    (changed.wholeHand, changed.minHandSize, changed.hysteresis, changed.maxSpeed) = (false, 12, 0.25, 8)
    (changed.dwellMs, changed.unclearDwellMs, changed.arrivalDwellMs, changed.bridgeMs) = (1, 2, 3, 4)
    (changed.cooldownMs, changed.rearmAfterLostMs, changed.lostGestureMs, changed.releaseMs) = (5, 6, 7, 8)
    (changed.repeatMs, changed.repeatDelayMs) = (9, 10)
    return [.plain, .daily, changed]
  }()

  @Test("Every gesture setting survives a round trip", arguments: settings)
  func gestures(settings: GestureSettings) throws {
    let line = JSONCoding.encode(GestureOptions(settings))
    #expect(try GestureSettings(JSONCoding.decode(GestureOptions.self, from: line)) == settings)
  }

  @Test("The defaults of the options are those of the settings")
  func defaults() { #expect(GestureOptions(GestureSettings()) == GestureOptions()) }

  @Test("An unknown setting is refused")
  func unknown() {
    for options in [
      GestureOptions { $0.view = [640] }, GestureOptions { $0.view = [0, 480] }, GestureOptions { $0.thresholdUnit = "mile" },
      GestureOptions { $0.pose = "fist" }, GestureOptions { $0.smoothing = "much" }, GestureOptions { $0.hand = "third" },
    ] { #expect(throws: TraceProblem.self) { try GestureSettings(options) } }
  }
}
