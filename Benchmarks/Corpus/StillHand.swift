import Foundation
import Gestures
import Hands
import Imaging

/// A picture of the corpus in which MediaPipe finds a hand.
package struct StillHand: Sendable {
  /// What a person says that it shows; nil for another hand than a thumb.
  package let direction: SwipeDirection?
  /// Places of its joints in pixels, as MediaPipe finds them.
  let joints: [SIMD2<Float>]
  let wrist: SIMD2<Float>
  /// Length from the wrist to the middle knuckle, in pixels.
  let palm: Float
  package let picture: RGBPicture

  /// - Parameter file: the path of the picture, relative to the corpus.
  /// - Returns: nil if MediaPipe finds no hand.
  package init?(_ file: String, _ expected: ExpectedStill, in folder: URL) throws {
    guard let hand = expected.hands.first else { return nil }
    func place(_ joint: JointName) -> SIMD2<Float>? { hand.points[joint.name].map { SIMD2(Float($0[0]), Float($0[1])) } }
    guard let wrist = place(.wrist), let knuckle = place(.middleMCP) else { return nil }
    let way = wrist - knuckle
    let image = try StillImage(path: folder.appendingPathComponent(file).path)
    picture = image.withFrame { RGBPicture($0, fitting: ($0.width, $0.height)) }
    (self.wrist, joints) = (wrist, JointName.allCases.compactMap(place))
    direction = file.split(separator: "/").first.flatMap { Self.directions[String($0)] }
    palm = max((way * way).sum().squareRoot(), 1)
  }

  private static let directions: [String: SwipeDirection] = ["thumbs_up": .right, "thumbs_down": .left]
}
