/// The colors of the back of the hand and of the palm: red, green and blue, 0…1.
package struct SkinTone: Sendable {
  package let dorsal: SIMD3<Float>, palmar: SIMD3<Float>

  package static let light = SkinTone(dorsal: [0.86, 0.66, 0.55], palmar: [0.93, 0.71, 0.62])
  package static let medium = SkinTone(dorsal: [0.74, 0.53, 0.41], palmar: [0.86, 0.64, 0.54])
  package static let tan = SkinTone(dorsal: [0.60, 0.42, 0.31], palmar: [0.76, 0.56, 0.46])
  package static let brown = SkinTone(dorsal: [0.43, 0.29, 0.21], palmar: [0.65, 0.47, 0.38])
  package static let dark = SkinTone(dorsal: [0.28, 0.19, 0.14], palmar: [0.52, 0.38, 0.31])
}

/// Lights a body: a key light from the upper left, a fill light from the right, and darker creases.
///
/// The constants were found by trying which pictures hand detectors accept as a real hand.
struct Shading {
  let tone: SkinTone
  /// The direction out of the palm, in camera coordinates.
  let palmward: SIMD3<Float>

  private static let keyLight = normalized([-0.45, 0.75, 0.65])
  private static let fillLight = normalized([0.6, 0.2, 0.6])
  private static let sleeve = SIMD3<Float>(0.16, 0.20, 0.30)
  /// Color that grazing light adds to skin.
  private static let flush = SIMD3<Float>(1, 0.25, 0.15)

  /// The colors of the body where rays hit it: red, green and blue, 0…1.
  ///
  /// - Parameters:
  ///   - rays: directions with z = −1.
  ///   - depth: depth at which each ray hits the body, in mm.
  ///   - field: the body.
  @inline(__always) func color(_ rays: Lanes3, depth: Lanes, in field: DistanceField) -> Lanes3 {
    let point = rays * depth
    let skinDistance = field.skinDistance(to: point)
    let sleeveDistance = field.sleeveDistance(to: point)
    let normal = normal(at: point, distance: least(skinDistance, sleeveDistance), in: field)
    let view = rays.normalized
    let key = Lanes3(Shading.keyLight)

    // Ambient occlusion: the free distance along the normal, compared with that above a flat surface.
    let close = unit(field.distance(to: point + normal * 5) / 5)
    let wide = unit(field.distance(to: point + normal * 12) / 12)
    let openness = 0.45 + 0.55 * unit(0.5 * (close + wide))

    let facingKey = normal.dot(key)
    let lambert = unit((facingKey + 0.35) / 1.35)
    let fill = 0.5 + 0.5 * normal.dot(Lanes3(Shading.fillLight))
    let facingView = unit(-normal.dot(view))
    let light = (0.85 * lambert + 0.42 * (0.45 + 0.55 * fill)) * openness * (0.8 + 0.2 * facingView)

    let inside = unit(0.5 + 1.2 * normal.dot(Lanes3(palmward)))
    let albedo = Lanes3(tone.dorsal).mixed(with: Lanes3(tone.palmar), inside)
    let grazing = unit(1 - 2.2 * greatest(facingKey, -facingKey))
    let gloss = 0.055 * sixteenthPower(unit(normal.dot((key - view).normalized)))
    let skin = albedo * light + Lanes3(Shading.flush) * (0.05 * grazing * openness) + Lanes3(gloss, gloss, gloss)
    let sleeve = Lanes3(Shading.sleeve) * light
    let isSleeve = Lanes(repeating: 0).replacing(with: 1, where: sleeveDistance .< skinDistance)
    return skin.mixed(with: sleeve, isSleeve)
  }

  /// The normal of the surface: the gradient of the distance.
  @inline(__always) private func normal(at p: Lanes3, distance: Lanes, in field: DistanceField) -> Lanes3 {
    let h: Float = 0.4
    return Lanes3(
      field.distance(to: p + Lanes3([h, 0, 0])) - distance,
      field.distance(to: p + Lanes3([0, h, 0])) - distance,
      field.distance(to: p + Lanes3([0, 0, h])) - distance
    ).normalized
  }

  @inline(__always) private func sixteenthPower(_ x: Lanes) -> Lanes {
    let square = x * x
    let fourth = square * square
    let eighth = fourth * fourth
    return eighth * eighth
  }
}

/// The room behind the hand: a wall, lit from the upper left, and a few objects out of focus.
enum Background {
  private static let wall = SIMD3<Float>(0.56, 0.54, 0.51)

  /// A box with soft edges, in fractions of the picture's width and height.
  private struct Box {
    let center: SIMD2<Float>, half: SIMD2<Float>
    let softness: Float
    let color: SIMD3<Float>
  }

  private static let boxes = [
    Box(center: [0.20, 0.28], half: [0.12, 0.19], softness: 0.035, color: [0.80, 0.83, 0.85]),
    Box(center: [0.84, 0.46], half: [0.11, 0.40], softness: 0.045, color: [0.36, 0.31, 0.27]),
    Box(center: [0.55, 0.17], half: [0.07, 0.09], softness: 0.03, color: [0.31, 0.36, 0.41]),
    Box(center: [0.34, 0.88], half: [0.30, 0.12], softness: 0.05, color: [0.40, 0.42, 0.47]),
    Box(center: [0.67, 0.64], half: [0.035, 0.22], softness: 0.03, color: [0.62, 0.53, 0.40]),
  ]

  /// Draws the room into a picture whose width is a multiple of 8.
  static func draw(into picture: inout PlanarPicture) {
    for y in 0..<picture.height {
      for x in stride(from: 0, to: picture.width, by: Lanes.scalarCount) {
        var color = Lanes3(.zero)
        for i in 0..<Lanes.scalarCount {
          let c = self.color(
            u: (Float(x + i) + 0.5) / Float(picture.width), v: (Float(y) + 0.5) / Float(picture.height))
          color.x[i] = c.x
          color.y[i] = c.y
          color.z[i] = c.z
        }
        picture.blend(color, cover: Lanes(repeating: 1), at: y * picture.width + x)
      }
    }
  }

  private static func color(u: Float, v: Float) -> SIMD3<Float> {
    var color = wall * (1 + 0.20 * (0.5 - u) + 0.16 * (0.5 - v))
    for box in boxes {
      let weight =
        edge(box.half.x - abs(u - box.center.x), box.softness) * edge(box.half.y - abs(v - box.center.y), box.softness)
      color += weight * (box.color - color)
    }
    return color
  }

  /// A smooth step from 0 outside to 1 inside.
  private static func edge(_ inside: Float, _ softness: Float) -> Float {
    let x = min(max((inside + softness) / (2 * softness), 0), 1)
    return x * x * (3 - 2 * x)
  }
}
