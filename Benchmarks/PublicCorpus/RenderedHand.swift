import Corpus
import Hands
import Imaging
import RenderedHand

/// What a rendered hand shows.
enum Shape: String, CaseIterable {
  case rest, up, down, fist, fingers0, fingers1, fingers2, fingers3, fingers4, fingers5

  /// The number of pictures of it.
  var count: Int {
    switch self {
    case .rest: 24
    case .up, .down: 32
    case .fist: 14
    default: 8
    }
  }

  var pose: HandPose {
    switch self {
    case .rest: .rest
    case .up, .down: .thumbFist
    case .fist: .fist
    default: .showing(Int(String(rawValue.last!))!)
    }
  }

  /// The forearm's direction, and how far it is turned about itself, in degrees; see ``HandPlacement``.
  var placement: (turn: Float, roll: Float) {
    switch self {
    case .rest: (120, 0)
    case .up: (90, 0)
    case .down: (90, -180)
    default: (0, 0)
    }
  }
}

/// A picture of a hand, and where its joints are.
struct RenderedHand {
  let name: String
  let shape: Shape
  let tone: (name: String, color: SkinTone)
  let light: Light
  let chirality: Chirality
  let placement: HandPlacement
  let width: Int, height: Int

  private static let tones: [(name: String, color: SkinTone)] = [
    ("light", .light), ("medium", .medium), ("tan", .tan), ("brown", .brown), ("dark", .dark),
  ]
  /// No joint is nearer to an edge than this, as a part of the picture's width.
  private static let margin: Float = 0.04

  /// All hands: each shape in every tone and light, of both sides, near and far.
  static func all(_ generator: inout SeededGenerator) -> [RenderedHand] {
    Shape.allCases.flatMap { shape in
      (0..<shape.count).map { number in
        RenderedHand(shape, number: number, &generator)
      }
    }
  }

  private init(_ shape: Shape, number: Int, _ generator: inout SeededGenerator) {
    name = "\(shape)-\(number < 10 ? "0" : "")\(number)"
    self.shape = shape
    tone = Self.tones[number % Self.tones.count]
    light = Light.allCases[number % Light.allCases.count]
    chirality = number / 2 % 2 == 0 ? .right : .left
    // Every eighth picture has the size of a camera's.
    (width, height) = number % 8 == 7 ? (640, 480) : (320, 240)
    var placement = Self.placement(shape, &generator)
    while !Self.fits(shape, placement) { placement = Self.placement(shape, &generator) }
    self.placement = placement
  }

  private static func placement(_ shape: Shape, _ generator: inout SeededGenerator) -> HandPlacement {
    func random(_ bound: Float) -> Float { .random(in: -bound...bound, using: &generator) }
    let (turn, roll) = shape.placement
    let distance = Float.random(in: 430...720, using: &generator)
    // Millimeters at this distance.
    let offset = SIMD2(random(0.22), random(0.16)) * distance
    return HandPlacement(
      turn: turn + random(12), roll: roll + random(8), tilt: [-4 + random(8), 6 + random(8)], offset: offset, distance: distance)
  }

  /// Whether all joints are in the picture.
  private static func fits(_ shape: Shape, _ placement: HandPlacement) -> Bool {
    let skeleton = Skeleton(pose: shape.pose)
    return skeleton.joints.indices.allSatisfy {
      let place = project(placement.apply(skeleton.joints[$0]), size: [1, 0.75])
      return place.x > margin && place.x < 1 - margin && place.y > margin && place.y < 0.75 - margin
    }
  }

  /// The true places of the joints in pixels, origin top left, y down.
  var joints: [SIMD2<Float>] {
    let skeleton = Skeleton(pose: shape.pose)
    return skeleton.joints.indices.map {
      let place = project(placement.apply(skeleton.joints[$0]), size: [Float(width), Float(height)])
      return chirality == .right ? place : [Float(width) - place.x, place.y]
    }
  }

  /// Draws it. The renderer has right hands only; a left one is a right one in a mirror.
  func picture(_ generator: inout SeededGenerator) -> RGBPicture {
    var renderer = HandRenderer(tone: tone.color)
    renderer.render(shape.pose, placement, seed: generator.next())
    let plane = Plane(base: renderer.bytes.baseAddress!, bytesPerRow: HandRenderer.bytesPerRow)
    let frame = Frame(width: HandRenderer.width, height: HandRenderer.height, format: .yuyv, range: .limited, planes: (plane, nil, nil))
    let picture = RGBPicture(frame, fitting: (width, height))
    return light.cast(on: chirality == .right ? picture : picture.mirrored, &generator)
  }
}

extension RGBPicture {
  fileprivate var mirrored: RGBPicture {
    let pixels = (0..<height).flatMap { y in (0..<width).reversed().map { 3 * (y * width + $0) } }
    return RGBPicture(width: width, height: height, bytes: pixels.flatMap { bytes[$0..<$0 + 3] })
  }
}
