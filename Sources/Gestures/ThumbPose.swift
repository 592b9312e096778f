import Hands

/// A constant, so that a frame costs no allocation.
private let allJoints = JointName.allCases

extension HumanHandPoseObservation {
  /// Whether a closed hand shows its thumb up or down: the four fingers are curled, each tip nearer to the wrist than its own middle
  /// joint (PIP), and the thumb tip lies farther up (or down) than every other joint.
  ///
  /// Both tests compare places of one hand, so they hold at any size and need no tuned number. On labeled stills (MediaPipe's
  /// landmarks) tip-to-wrist over PIP-to-wrist, largest of the four fingers, is 0.60–0.85 in 23 of 23 thumbs up and below 1 in 20 of
  /// 25 thumbs down; it is above 1.2 wherever a finger is stretched. The fingers alone would also let an upright fist through, whose
  /// thumb, folded, is still above the wrist; its tip is below the knuckles, which the second test sees.
  public func showsThumb(_ zone: Zone) -> Bool {
    switch zone {
    case .up: fingersAreCurled && thumbIsOutermost(1)
    case .down: fingersAreCurled && thumbIsOutermost(-1)
    case .rest: false
    }
  }

  private var fingersAreCurled: Bool {
    squaredReach(.indexTip) < squaredReach(.indexPIP) && squaredReach(.middleTip) < squaredReach(.middlePIP)
      && squaredReach(.ringTip) < squaredReach(.ringPIP) && squaredReach(.littleTip) < squaredReach(.littlePIP)
  }

  /// - Parameter up: 1 for up, −1 for down.
  private func thumbIsOutermost(_ up: Float) -> Bool {
    let tip = recognizedPoint(.thumbTip).y
    return allJoints.allSatisfy { $0 == .thumbTip || (recognizedPoint($0).y - tip) * up > 0 }
  }

  private func squaredReach(_ joint: JointName) -> Double { squaredDistance(.wrist, joint) }

  /// Square of the distance between two joints, in image pixels.
  func squaredDistance(_ a: JointName, _ b: JointName) -> Double {
    let p = recognizedPoint(a)
    let q = recognizedPoint(b)
    let dx = Double(p.x) - Double(q.x)
    let dy = Double(p.y) - Double(q.y)
    return dx * dx + dy * dy
  }
}
