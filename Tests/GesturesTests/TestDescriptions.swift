import Hands
import Testing

/// Short, since a test's arguments are printed: a list of hands would fill pages with coordinates.
extension HumanHandPoseObservation: CustomTestStringConvertible {
  public var testDescription: String {
    let distance = recognizedPoint(.thumbTip).y - recognizedPoint(.wrist).y
    return "\(chirality.rawValue) hand, \(distance)"
  }
}
