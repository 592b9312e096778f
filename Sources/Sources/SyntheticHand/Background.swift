/// The room behind the hand: a wall, lit from the upper left, and a few things out of focus.
enum Background {
  private static let wall = SIMD3<Float>(0.56, 0.54, 0.51)

  /// A box with soft edges, in parts of the picture's width and height.
  private struct Box {
    let centre: SIMD2<Float>, half: SIMD2<Float>
    let softness: Float
    let colour: SIMD3<Float>
  }

  private static let boxes = [
    Box(centre: [0.20, 0.28], half: [0.12, 0.19], softness: 0.035, colour: [0.80, 0.83, 0.85]),
    Box(centre: [0.84, 0.46], half: [0.11, 0.40], softness: 0.045, colour: [0.36, 0.31, 0.27]),
    Box(centre: [0.55, 0.17], half: [0.07, 0.09], softness: 0.03, colour: [0.31, 0.36, 0.41]),
    Box(centre: [0.34, 0.88], half: [0.30, 0.12], softness: 0.05, colour: [0.40, 0.42, 0.47]),
    Box(centre: [0.67, 0.64], half: [0.035, 0.22], softness: 0.03, colour: [0.62, 0.53, 0.40]),
  ]

  /// Draws the room; a picture's width is a multiple of 8.
  static func draw(into picture: inout PlanarPicture) {
    for y in 0..<picture.height {
      for x in stride(from: 0, to: picture.width, by: Lanes.scalarCount) {
        var colour = Lanes3(.zero)
        for i in 0..<Lanes.scalarCount {
          let c = self.colour(
            u: (Float(x + i) + 0.5) / Float(picture.width), v: (Float(y) + 0.5) / Float(picture.height))
          colour.x[i] = c.x
          colour.y[i] = c.y
          colour.z[i] = c.z
        }
        picture.blend(colour, cover: Lanes(repeating: 1), at: y * picture.width + x)
      }
    }
  }

  private static func colour(u: Float, v: Float) -> SIMD3<Float> {
    var colour = wall * (1 + 0.20 * (0.5 - u) + 0.16 * (0.5 - v))
    for box in boxes {
      let weight =
        edge(box.half.x - abs(u - box.centre.x), box.softness) * edge(box.half.y - abs(v - box.centre.y), box.softness)
      colour += weight * (box.colour - colour)
    }
    return colour
  }

  /// 0 well outside, 1 well inside, smooth between.
  private static func edge(_ inside: Float, _ softness: Float) -> Float {
    let x = min(max((inside + softness) / (2 * softness), 0), 1)
    return x * x * (3 - 2 * x)
  }
}
