import EventProtocol
import Landmarks

/// What was found in one picture, as it is printed.
struct Report: Encodable {
  var file: String
  var width: Int, height: Int
  var hands: [Hand]

  init(file: String, width: Int, height: Int, _ hands: [HandObservation]) {
    self.file = file
    self.width = width
    self.height = height
    self.hands = hands.map(Hand.init)
  }

  /// One JSON object on one line.
  func line() -> String { String(decoding: JSONCoding.encode(self), as: UTF8.self) }

  /// One line for people.
  func sentence() -> String {
    let found = hands.map { hand in
      let tip = hand.points["thumbTip"]!
      let wrist = hand.points["wrist"]!
      return "\(hand.chirality.rawValue) hand (\(Int(hand.confidence * 100)) %), thumb tip at \(Int(tip.x)), \(Int(tip.y)), "
        + "wrist at \(Int(wrist.x)), \(Int(wrist.y))"
    }
    return "\(file): " + (found.isEmpty ? "no hand" : found.joined(separator: "; "))
  }
}

extension Hand {
  init(_ hand: HandObservation) {
    let points = JointName.allCases.map { joint in
      let point = hand.recognizedPoint(joint)
      return (joint.name, Point(x: point.x, y: point.y, z: point.z, confidence: point.confidence))
    }
    self.init(
      confidence: hand.confidence, chirality: hand.chirality == .left ? .left : .right,
      points: Dictionary(uniqueKeysWithValues: points))
  }
}
