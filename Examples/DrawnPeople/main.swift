// Draws hands, bodies and faces on a picture: `example-drawn-people PICTURE OUTPUT.png`.
import Bodies
import Drawing
import Foundation
import Imaging
import Landmarks

let handler = try ImageRequestHandler(path: CommandLine.arguments[1])
var handRequest = try DetectHumanHandPoseRequest(prefix: .find())
var bodyRequest = try DetectHumanBodyPoseRequest(prefix: .find())
var faceRequest = try DetectFaceLandmarksRequest(prefix: .find())
let (hands, bodies, faces) = try handler.perform(&handRequest, &bodyRequest, &faceRequest)

// Closed paths: torso, eyes, nose and lips. Open ones: arms, legs and fingers, brows, contour, crest and median line.
var overlay = Overlay(hands: hands, bodies: bodies, faces: faces, minimumConfidence: 0.3)
// Paths of our own can be added.
for body in bodies {
  let shoulders = [body.joint(for: .leftShoulder), body.joint(for: .neck), body.joint(for: .rightShoulder)]
  if shoulders.allSatisfy({ $0.confidence > 0.3 }) {
    overlay.items.append(Overlay.Item(.openPath(shoulders.map(\.pixelLocation)), of: .face))
  }
}
let picture = try overlay.drawn(on: handler.image)
try Data(picture.encoded(as: .png)).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
print("\(hands.count) hands, \(bodies.count) bodies, \(faces.count) faces")
