/// Colours of the back of the hand and of its inside: red, green and blue, 0…1.
package struct SkinTone: Sendable {
  package let dorsal: SIMD3<Float>, palmar: SIMD3<Float>

  package static let light = SkinTone(dorsal: [0.86, 0.66, 0.55], palmar: [0.93, 0.71, 0.62])
  package static let medium = SkinTone(dorsal: [0.74, 0.53, 0.41], palmar: [0.86, 0.64, 0.54])
  package static let tan = SkinTone(dorsal: [0.60, 0.42, 0.31], palmar: [0.76, 0.56, 0.46])
  package static let brown = SkinTone(dorsal: [0.43, 0.29, 0.21], palmar: [0.65, 0.47, 0.38])
  package static let dark = SkinTone(dorsal: [0.28, 0.19, 0.14], palmar: [0.52, 0.38, 0.31])
}

/// Lights a body: a key light from the upper left, a fill from the right, and darker creases.
///
/// Its constants were found by trying which pictures hand detectors take for a real hand.
struct Shading {
  let tone: SkinTone
  /// The hand's direction out of the palm, in the camera's frame.
  let palmward: SIMD3<Float>

  private static let keyLight = normalized([-0.45, 0.75, 0.65])
  private static let fillLight = normalized([0.6, 0.2, 0.6])
  private static let sleeve = SIMD3<Float>(0.16, 0.20, 0.30)
  /// What light lends to skin where it grazes it.
  private static let flush = SIMD3<Float>(1, 0.25, 0.15)

  /// The colours in which rays see the body, red, green and blue, 0…1.
  ///
  /// - Parameter depth: where each ray meets the field.
  @inline(__always) func colour(_ rays: Lanes3, depth: Lanes, in field: DistanceField) -> Lanes3 {
    let point = rays * depth
    let skinDistance = field.skinDistance(to: point)
    let sleeveDistance = field.sleeveDistance(to: point)
    let normal = normal(at: point, distance: least(skinDistance, sleeveDistance), in: field)
    let view = rays.normalized
    let key = Lanes3(Shading.keyLight)

    // Ambient occlusion: how much less room there is along the normal than above a flat surface.
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

  /// The way in which the distance grows fastest.
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
