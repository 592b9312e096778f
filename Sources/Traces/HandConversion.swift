import EventProtocol
import Landmarks

/// With their names, which take long to make.
private let joints = JointName.allCases.map { ($0, $0.name) }

extension Hand {
  package init(_ hand: HandObservation) {
    let points = joints.map { joint, name in
      let point = hand.recognizedPoint(joint)
      return (name, Point(x: point.x, y: point.y, z: point.z, confidence: point.confidence))
    }
    self.init(
      confidence: hand.confidence, chirality: hand.chirality == .left ? .left : .right, points: Dictionary(uniqueKeysWithValues: points))
  }
}

extension HandObservation {
  /// The hand that a `Hand` was made of, but for how sure its chirality was, which decides nothing.
  ///
  /// - Throws: ``TraceProblem`` if a joint is missing.
  package init(_ hand: Hand, imageWidth: Int, imageHeight: Int) throws(TraceProblem) {
    for (_, name) in joints where hand.points[name] == nil { throw TraceProblem("the hand has no \(name)") }
    self.init(
      confidence: hand.confidence, chirality: hand.chirality == .left ? .left : .right, imageWidth: imageWidth, imageHeight: imageHeight
    ) { joint in
      let point = hand.points[joints[joint.rawValue].1]!
      return (point.x, point.y, point.z)
    }
  }
}
