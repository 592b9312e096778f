import EventProtocol
import Gestures
import Hands

/// The hands in a picture, as JSON and as text for people.
package struct PictureReport: Encodable, Sendable {
  /// The name of the picture's file; left out of the JSON if it has none.
  package var file: String?
  /// The size of the picture, in pixels.
  package var width: Int, height: Int
  package var hands: [Hand]

  package init(file: String? = nil, width: Int, height: Int, _ hands: [HumanHandPoseObservation]) {
    (self.file, self.width, self.height) = (file, width, height)
    self.hands = hands.map { Hand($0, fingers: $0.shownFingers) }
  }

  /// One JSON object.
  package var json: [UInt8] { JSONCoding.encode(self) }

  /// One line for people.
  package var sentence: String {
    let found = hands.map { hand in
      let tip = hand.points["thumbTip"]!
      let wrist = hand.points["wrist"]!
      return "\(hand.chirality.rawValue) hand (\(Int(hand.confidence * 100)) %), thumb tip at \(Int(tip.x)), \(Int(tip.y)), "
        + "wrist at \(Int(wrist.x)), \(Int(wrist.y))"
    }
    return "\(file ?? ""): " + (found.isEmpty ? "no hand" : found.joined(separator: "; "))
  }
}
