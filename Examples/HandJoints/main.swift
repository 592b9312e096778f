// Prints the joints of each finger of the hands in a picture: `example-hand-joints PICTURE`.
import Hands
import Landmarks

let handler = try ImageRequestHandler(path: CommandLine.arguments[1])
var request = try DetectHumanHandPoseRequest(prefix: .find(), maximumHandCount: 2)

for hand in try handler.perform(&request) where hand.confidence > 0.9 {
  print("\(hand.chirality) hand")
  for finger in HumanHandPoseObservation.JointsGroupName.allCases {
    let joints = hand.joints(in: finger).filter { $0.value.confidence > 0.3 }
    let places = finger.jointNames.compactMap { joints[$0]?.pixelLocation }
    print("  \(finger): " + places.map { "\(Int($0.x)), \(Int($0.y))" }.joined(separator: "; "))
  }
}
