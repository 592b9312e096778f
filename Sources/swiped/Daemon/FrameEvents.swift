import EventProtocol
import Gestures
import Imaging
import Landmarks

extension FrameEvent {
  init(_ frame: borrowing Frame, _ hands: [HandObservation], _ decision: Decision) {
    self.init(
      frame: Int(frame.sequence), capturedNs: frame.capturedNs, width: frame.width, height: frame.height, hands: hands.map(Hand.init),
      distance: decision.distance, zone: decision.zone.map(Zone.init), armed: decision.armed)
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

/// With their names, which take long to make.
private let joints = JointName.allCases.map { ($0, $0.name) }

extension Hand {
  fileprivate init(_ hand: HandObservation) {
    let points = joints.map { joint, name in
      let point = hand.recognizedPoint(joint)
      return (name, Point(x: Double(point.x), y: Double(point.y), z: Double(point.z), confidence: Double(point.confidence)))
    }
    self.init(
      confidence: Double(hand.confidence), chirality: hand.chirality == .left ? .left : .right,
      points: Dictionary(uniqueKeysWithValues: points))
  }
}
