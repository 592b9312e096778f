import EventProtocol
import Gestures
import Hands

extension SwipeEvent {
  /// - Parameter number: the number of the swipe since the daemon's start, from 1.
  package init(_ swipe: Swipe, number: Int, frame: Int, capturedNs: UInt64, emittedNs: UInt64) {
    self.init(
      seq: number, direction: Direction(swipe.direction), gesture: swipe.gesture == .thumbUp ? .thumbUp : .thumbDown,
      distance: swipe.distance, chirality: swipe.chirality, confidence: Double(swipe.confidence), frame: frame, capturedNs: capturedNs,
      emittedNs: emittedNs)
  }
}

extension SwipeEvent.Direction {
  package init(_ direction: SwipeDirection) { self = direction == .left ? .left : .right }
}

extension FrameEvent.Zone {
  package init(_ zone: Gestures.Zone) {
    switch zone {
    case .up: self = .up
    case .rest: self = .rest
    case .down: self = .down
    }
  }
}

extension FrameEvent {
  /// The hands of the frame as observations.
  ///
  /// - Throws: ``TraceProblem`` if one lacks a joint.
  package func observations() throws(TraceProblem) -> [HumanHandPoseObservation] {
    var observations: [HumanHandPoseObservation] = []
    for hand in hands {
      do throws(Hand.MissingJoint) {
        observations.append(try HumanHandPoseObservation(hand, imageWidth: width, imageHeight: height))
      } catch {
        throw TraceProblem("the hand has no \(error.name)")
      }
    }
    return observations
  }
}

extension GestureOptions {
  package init(_ settings: GestureSettings) {
    let (threshold, unit) =
      switch settings.threshold {
      case .pixels(let pixels): (pixels, Self.pixels)
      case .handSizes(let sizes): (sizes, Self.handSizes)
      }
    self.init()
    view = [settings.view.width, settings.view.height]
    (self.threshold, thresholdUnit, hysteresis) = (threshold, unit, settings.hysteresis)
    (minConfidence, wholeHand, minHandSize) = (settings.minConfidence, settings.wholeHand, settings.minHandSize)
    (hand, pose, smoothing) = (settings.hand.rawValue, settings.pose.rawValue, settings.smoothing.rawValue)
    maxSpeed = settings.maxSpeed
    (dwellMs, unclearDwellMs, arrivalDwellMs) = (settings.dwellMs, settings.unclearDwellMs, settings.arrivalDwellMs)
    (bridgeMs, cooldownMs) = (settings.bridgeMs, settings.cooldownMs)
    (rearmAfterLostMs, lostGestureMs, releaseMs) = (settings.rearmAfterLostMs, settings.lostGestureMs, settings.releaseMs)
    (repeatMs, repeatDelayMs) = (settings.repeatMs, settings.repeatDelayMs)
  }

  fileprivate static let pixels = "px", handSizes = "hand"
}

extension GestureSettings {
  /// - Throws: ``TraceProblem`` for an option that this version does not know.
  package init(_ options: GestureOptions) throws(TraceProblem) {
    self.init()
    guard options.view.count == 2, options.view.allSatisfy({ (16...8192).contains($0) }) else {
      throw TraceProblem("gesture.view is \(options.view), where two numbers from 16 to 8192 must be")
    }
    view = View(width: options.view[0], height: options.view[1])
    switch options.thresholdUnit {
    case GestureOptions.pixels: threshold = .pixels(options.threshold)
    case GestureOptions.handSizes: threshold = .handSizes(options.threshold)
    default: throw TraceProblem.unknown("gesture.threshold_unit", options.thresholdUnit)
    }
    (hysteresis, minConfidence) = (options.hysteresis, options.minConfidence)
    (wholeHand, minHandSize, maxSpeed) = (options.wholeHand, options.minHandSize, options.maxSpeed)
    hand = try known("hand", options.hand)
    pose = try known("pose", options.pose)
    smoothing = try known("smoothing", options.smoothing)
    (dwellMs, unclearDwellMs, arrivalDwellMs) = (options.dwellMs, options.unclearDwellMs, options.arrivalDwellMs)
    (bridgeMs, cooldownMs) = (options.bridgeMs, options.cooldownMs)
    (rearmAfterLostMs, lostGestureMs, releaseMs) = (options.rearmAfterLostMs, options.lostGestureMs, options.releaseMs)
    (repeatMs, repeatDelayMs) = (options.repeatMs, options.repeatDelayMs)
  }
}

private func known<Choice: RawRepresentable<String>>(_ name: String, _ text: String) throws(TraceProblem) -> Choice {
  guard let choice = Choice(rawValue: text) else { throw TraceProblem.unknown("gesture.\(name)", text) }
  return choice
}
