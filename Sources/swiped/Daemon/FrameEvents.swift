import EventProtocol
import Gestures
import Imaging
import Landmarks
import Traces

/// A frame and what was seen in it: all that a decision is made on.
struct SeenFrame {
  var sequence: UInt64
  /// In ns of CLOCK_MONOTONIC.
  var capturedNs: UInt64, dequeuedNs: UInt64
  /// Pixels.
  var width: Int, height: Int
  /// The first is the one that swipes.
  var hands: [HandObservation]

  init(_ frame: borrowing Frame, _ hands: [HandObservation]) {
    sequence = frame.sequence
    capturedNs = frame.capturedNs
    dequeuedNs = frame.dequeuedNs
    width = frame.width
    height = frame.height
    self.hands = hands
  }

  /// - Throws: `TraceProblem` for a hand that lacks a joint.
  init(_ recorded: FrameEvent) throws(TraceProblem) {
    sequence = UInt64(recorded.frame)
    capturedNs = recorded.capturedNs
    dequeuedNs = monotonicNs()
    width = recorded.width
    height = recorded.height
    hands = []
    for hand in recorded.hands { hands.append(try HandObservation(hand, imageWidth: width, imageHeight: height)) }
  }
}

extension FrameEvent {
  init(_ frame: SeenFrame, _ decision: Decision, interruptedNs: UInt64?) {
    self.init(
      frame: Int(frame.sequence), capturedNs: frame.capturedNs, width: frame.width, height: frame.height,
      hands: frame.hands.map(Hand.init), distance: decision.distance, zone: decision.zone.map(Zone.init), armed: decision.armed,
      interruptedNs: interruptedNs)
  }
}

extension FrameEvent.Zone {
  fileprivate init(_ zone: Gestures.Zone) {
    switch zone {
    case .up: self = .up
    case .rest: self = .rest
    case .down: self = .down
    }
  }
}
