import Gestures
import Hands

extension GestureEvent {
  /// - Parameter number: that of the action since the daemon's start, from 1.
  package init(_ action: GestureAction, number: Int, frame: Int, capturedNs: UInt64, emittedNs: UInt64) {
    self.init(
      seq: number, gesture: action.gesture, phase: action.phase, distance: action.distance, chirality: action.chirality,
      confidence: Double(action.confidence), frame: frame, capturedNs: capturedNs,
      emittedNs: emittedNs)
  }
}

extension FrameEvent {
  /// - Parameters:
  ///   - number: of the frame.
  ///   - hands: the hands in it, the one first that the decision is about.
  ///   - interruptedNs: the time at which the source was interrupted, if that was after the previous frame.
  package init(
    number: Int, capturedNs: UInt64, width: Int, height: Int, _ hands: some Sequence<HumanHandPoseObservation>, _ decision: Decision,
    interruptedNs: UInt64?
  ) {
    self.init(
      frame: number, capturedNs: capturedNs, width: width, height: height, hands: hands.map { Hand($0, fingers: $0.shownFingers) },
      distance: decision.distance, threshold: decision.threshold, downThreshold: decision.downThreshold, zone: decision.zone,
      armed: decision.armed, interruptedNs: interruptedNs,
      // A thumb that is still shown after its swipe has none on the wire.
      reason: decision.reason == .held ? nil : decision.reasonSentence,
      reasonCode: decision.reason == .held ? nil : decision.reason?.code.rawValue)
  }
}

extension HandFrame {
  /// - Throws: ``EventProblem`` for a frame that no daemon can have sent.
  package init(_ event: FrameEvent) throws(EventProblem) {
    try event.checkRange()
    self.init(try event.observations(), at: event.capturedNs, isInterrupted: event.interruptedNs != nil)
  }
}

extension FrameEvent {
  /// The hands of the frame as observations.
  ///
  /// - Throws: ``EventProblem`` if one lacks a joint.
  package func observations() throws(EventProblem) -> [HumanHandPoseObservation] {
    var observations: [HumanHandPoseObservation] = []
    for hand in hands { observations.append(try HumanHandPoseObservation(hand, imageWidth: width, imageHeight: height)) }
    return observations
  }
}

/// What is wrong with an event that another program made.
package struct EventProblem: Error, Equatable, CustomStringConvertible {
  package let cause: String
  package var description: String { cause }

  package init(_ cause: String) { self.cause = cause }
}
