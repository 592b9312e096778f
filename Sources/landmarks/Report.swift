import EventProtocol
import Gestures
import Hands

/// What was found in one picture, as it is printed.
struct Report: Encodable {
  var file: String
  var width: Int, height: Int
  var hands: [Hand]

  init(file: String, width: Int, height: Int, _ hands: [HumanHandPoseObservation]) {
    self.file = file
    self.width = width
    self.height = height
    self.hands = hands.map { Hand($0, fingers: $0.shownFingers) }
  }

  /// One JSON object.
  var json: [UInt8] { JSONCoding.encode(self) }

  /// One line for people.
  var sentence: String {
    let found = hands.map { hand in
      let tip = hand.points["thumbTip"]!
      let wrist = hand.points["wrist"]!
      return "\(hand.chirality.rawValue) hand (\(Int(hand.confidence * 100)) %), thumb tip at \(Int(tip.x)), \(Int(tip.y)), "
        + "wrist at \(Int(wrist.x)), \(Int(wrist.y))"
    }
    return "\(file): " + (found.isEmpty ? "no hand" : found.joined(separator: "; "))
  }
}
