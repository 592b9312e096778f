// Says whether the thumb of each hand in a picture is up or down: `example-thumb-and-wrist PICTURE`.
import Hands
import Landmarks

let handler = try ImageRequestHandler(path: CommandLine.arguments[1])
var request = try DetectHumanHandPoseRequest(prefix: .find())

for hand in try handler.perform(&request) {
  let thumbTip = hand.joint(for: .thumbTip)
  let wrist = hand.joint(for: .wrist)
  guard thumbTip.confidence > 0.3, wrist.confidence > 0.3 else { continue }
  // As in Vision, y grows upward.
  let isUp = thumbTip.location.y > wrist.location.y
  print("The thumb of the \(hand.chirality) hand is \(isUp ? "up" : "down").")
}
