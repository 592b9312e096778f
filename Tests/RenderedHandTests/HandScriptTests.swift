import RenderedHand
import Testing

@Suite("The script of the rendered hand")
struct HandScriptTests {
  @Test("The height of the thumb above the wrist gives right, left, right, left in ten seconds")
  func swipes() {
    var armed = true
    var swipes: [String] = []
    for frame in 0..<300 {
      let joints = HandScript.joints(at: Double(frame) / 30)
      let distance = joints[4].y - joints[0].y
      switch distance {
      case ...(-50) where armed: swipes.append("right")
      case 50... where armed: swipes.append("left")
      default: break
      }
      armed = abs(distance) < 50
    }
    #expect(swipes == ["right", "left", "right", "left"])
  }

  @Test("The hand holds its states for most of a second each")
  func states() {
    func distance(_ seconds: Double) -> Float {
      let joints = HandScript.joints(at: seconds)
      return joints[4].y - joints[0].y
    }
    for rest in [0.1, 0.7, 2.5, 3.1] { #expect(abs(distance(rest)) < 20) }
    for up in [1.25, 1.6, 1.95] { #expect(distance(up) < -110) }
    for down in [3.75, 4.1, 4.45] { #expect(distance(down) > 105) }
  }

  @Test("Joints move smoothly, from the end of the loop to its start too")
  func smooth() {
    for joint in 0..<21 {
      for frame in 0..<300 {
        let step = HandScript.joints(at: Double(frame + 1) / 30)[joint] - HandScript.joints(at: Double(frame) / 30)[joint]
        #expect((step * step).sum().squareRoot() < 60, "joint \(joint), frame \(frame)")
      }
    }
  }

  @Test("All joints stay inside the picture")
  func inside() {
    for frame in 0..<3000 {
      let joints = HandScript.joints(at: Double(frame) / 30)
      for i in joints.indices {
        #expect(joints[i].x > 0 && joints[i].x < 640 && joints[i].y > 0 && joints[i].y < 480, "joint \(i), frame \(frame)")
      }
    }
  }
}
