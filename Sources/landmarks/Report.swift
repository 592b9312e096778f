import Foundation
import Landmarks

/// What was found in one picture, as it is printed.
struct Report: Encodable {
  struct Point: Encodable {
    var x: Double, y: Double, z: Double, confidence: Double
  }

  struct Hand: Encodable {
    var confidence: Double
    var chirality: Chirality
    var points: [String: Point]
  }

  var file: String
  var width: Int, height: Int
  var hands: [Hand]

  init(file: String, width: Int, height: Int, _ hands: [HandObservation]) {
    self.file = file
    self.width = width
    self.height = height
    self.hands = hands.map { hand in
      let points = JointName.allCases.map { joint in
        let point = hand.recognizedPoint(joint)
        return (joint.name, Point(x: neat(point.x), y: neat(point.y), z: neat(point.z), confidence: neat(point.confidence)))
      }
      return Hand(confidence: neat(hand.confidence), chirality: hand.chirality, points: Dictionary(uniqueKeysWithValues: points))
    }
  }

  /// One JSON object on one line.
  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

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

/// Rounded to what is meaningful and readable: a thousandth.
private func neat(_ value: Float) -> Double { (Double(value) * 1000).rounded() / 1000 }
