import EventProtocol
import Gestures
import Hands
import Testing

@Suite("Conversions between hands, settings and events")
struct ConversionTests {
  @Test("A hand survives a round trip with its id, if it has one, and every joint to the last bit", arguments: [Chirality.left, .right])
  func hands(chirality: Chirality) throws {
    for seed in 1...500 {
      var hand = someHand(seed, chirality: chirality)
      hand.id = seed % 2 == 0 ? seed : nil
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
    let error = #expect(throws: EventProblem.self) { try HumanHandPoseObservation(hand, imageWidth: 640, imageHeight: 480) }
    #expect(error?.cause.contains("ringPIP") == true)
    let frame = FrameEvent(frame: 1, capturedNs: 1, width: 640, height: 480, hands: [hand], armed: true)
    #expect(throws: EventProblem.self) { try frame.observations() }
  }

  @Test("A frame that no camera makes is refused, whoever sent it")
  func ranges() throws {
    let good = FrameEvent(frame: 1, capturedNs: 5, width: 640, height: 480, hands: [Hand(someHand(1), fingers: [])], armed: true)
    #expect(try HandFrame(good).hands.count == 1)
    for change in [
      { $0.capturedNs = .max }, { $0.interruptedNs = .max }, { $0.frame = -1 }, { $0.width = 0 }, { $0.height = 1 << 40 },
    ] as [(inout FrameEvent) -> Void] {
      var frame = good
      change(&frame)
      #expect(throws: EventProblem.self) { try HandFrame(frame) }
    }
  }

  static let settings: [GestureSettings] = {
    var changed = GestureSettings()
    (changed.view, changed.threshold, changed.minConfidence) = (View(width: 320, height: 240.5), .handSizes(0.8), 0.7)
    (changed.pose, changed.hand) = (.thumb, .left)
    (changed.wholeHand, changed.minHandSize, changed.hysteresis) = (false, 12, 0.25)
    (changed.dwellMs, changed.bridgeMs) = (1, 4)
    (changed.cooldownMs, changed.rearmAfterLostMs, changed.lostGestureMs, changed.releaseMs) = (5, 6, 7, 8)
    (changed.repeatMs, changed.repeatDelayMs, changed.unlock, changed.awakeS) = (9, 10, .double, 11)
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
    for (key, value) in [
      ("view", .number(640)), ("view", .size(width: 0, height: 480)), ("threshold_unit", .text("mile")), ("pose", .text("fist")),
      ("hand", .text("third")), ("whole_hand", .text("true")), ("threshold", .number(0)),
      ("threshold", .number(.nan)), ("min_hand_size", .number(1e19)), ("dwell_ms", .integer(60_001)),
      ("dwell_ms", .number(0.5)), ("unlock", .text("triple")), ("awake_s", .integer(0)), ("awake_s", .integer(3601)),
    ] as [(String, OptionValue)] {
      var options = GestureOptions()
      options[key] = value
      #expect(throws: EventProblem.self, "\(key) = \(value)") { try GestureSettings(options) }
    }
  }
}

/// A hand with a different, long number in each place.
private func someHand(_ seed: Int, chirality: Chirality = .left) -> HumanHandPoseObservation {
  HumanHandPoseObservation(confidence: 0.5 + Float(seed % 97) / 300, chirality: chirality, imageWidth: 640, imageHeight: 480) { joint in
    let number = Float(seed * 31 + joint.rawValue)
    return (number.remainder(dividingBy: 500) / 3 + 320, 480 / (number + 1.1), -number / 7)
  }
}
