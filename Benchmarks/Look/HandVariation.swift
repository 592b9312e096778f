import Corpus
import Foundation
import Gestures
import Hands

/// Makes other hands of one, by chance but the same in every run.
struct HandVariation {
  /// The greatest turn of a hand about each axis, in radians: 10° in the picture, 20° out of it.
  private static let turns = SIMD3<Float>(0.35, 0.35, 0.17)
  /// By how much depths are stretched: they differ most between models.
  private static let depths: ClosedRange<Float> = 0.75...1.3
  /// How far a joint is moved, as a part of the hand's size.
  private static let shake: Float = 0.03
  /// How straight a finger becomes: 0 as it is, 1 in line with the palm.
  private static let straightness: ClosedRange<Float> = 0.6...1
  /// The fingers that become straight, most often those that people do hold out.
  private static let fingers: [Finger] = [.index, .index, .index, .index, .little, .little, .little, .little, .middle, .ring]

  private var generator = SeededGenerator(1)

  mutating func isChosen(_ share: Float) -> Bool { Float.random(in: 0..<1, using: &generator) < share }

  /// The hand turned a little about its wrist, shaken, and half of the time of the other side.
  mutating func varied(_ hand: HumanHandPoseObservation) -> HumanHandPoseObservation {
    let turn = SIMD3<Float>.random(in: -1...1, using: &generator) * Self.turns
    let (sine, cosine) = (turn.map { Float(sin(Double($0))) }, turn.map { Float(cos(Double($0))) })
    let depth = Float.random(in: Self.depths, using: &generator)
    let mirror: Float = Bool.random(using: &generator) ? -1 : 1
    let chirality: Chirality = (hand.chirality == .right) == (mirror > 0) ? .right : .left
    let shake = Self.shake * Float(hand.size)
    let places = hand.places.map { place in
      var place = place * SIMD3(mirror, 1, depth)
      place = SIMD3(place.x, cosine.x * place.y - sine.x * place.z, sine.x * place.y + cosine.x * place.z)
      place = SIMD3(cosine.y * place.x + sine.y * place.z, place.y, cosine.y * place.z - sine.y * place.x)
      place = SIMD3(cosine.z * place.x - sine.z * place.y, sine.z * place.x + cosine.z * place.y, place.z)
      return place + shake * SIMD3(generator.normal(), generator.normal(), generator.normal())
    }
    return hand.with(places, chirality)
  }

  /// The hand turned by any angle in the picture.
  mutating func turned(_ hand: HumanHandPoseObservation) -> HumanHandPoseObservation {
    let angle = Double.random(in: -.pi ... .pi, using: &generator)
    let (sine, cosine) = (Float(sin(angle)), Float(cos(angle)))
    return hand.with(hand.places.map { SIMD3(cosine * $0.x - sine * $0.y, sine * $0.x + cosine * $0.y, $0.z) }, hand.chirality)
  }

  /// The hand with another finger than the thumb straight.
  mutating func withStraightFinger(_ hand: HumanHandPoseObservation) -> HumanHandPoseObservation {
    let finger = Self.fingers.randomElement(using: &generator)!
    let straightness = Float.random(in: Self.straightness, using: &generator)
    let before = hand.places
    var places = before
    let base = finger.joints.base.rawValue
    let palm = direction(before[base])
    for joint in base + 1...base + 3 {
      let bone = before[joint] - before[joint - 1]
      places[joint] = places[joint - 1] + length(bone) * direction(straightness * palm + (1 - straightness) * direction(bone))
    }
    return hand.with(places, hand.chirality)
  }
}

private func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum().squareRoot() }

private func direction(_ vector: SIMD3<Float>) -> SIMD3<Float> { vector / max(length(vector), 1e-3) }

extension HumanHandPoseObservation {
  /// The places of the joints relative to the wrist.
  fileprivate var places: [SIMD3<Float>] {
    let wrist = recognizedPoint(.wrist)
    return JointName.allCases.map { joint in
      let point = recognizedPoint(joint)
      return SIMD3(point.x - wrist.x, point.y - wrist.y, point.z - wrist.z)
    }
  }

  fileprivate func with(_ places: [SIMD3<Float>], _ chirality: Chirality) -> HumanHandPoseObservation {
    HumanHandPoseObservation(confidence: 1, chirality: chirality, imageWidth: imageWidth, imageHeight: imageHeight) { joint in
      let place = places[joint.rawValue]
      return (place.x, place.y, place.z)
    }
  }
}

extension SIMD3<Float> {
  fileprivate func map(_ transform: (Float) -> Float) -> SIMD3<Float> { SIMD3(transform(x), transform(y), transform(z)) }
}
