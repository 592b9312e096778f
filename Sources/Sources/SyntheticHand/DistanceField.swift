/// How far points are from a body made of capsules: negative inside, in mm. Lent memory; capsules in the order of their parts.
struct DistanceField {
  let capsules: UnsafePointer<Capsule>
  /// How many capsules lie before the sleeve, and whether the sleeve follows.
  let skinCount: Int
  let hasSleeve: Bool

  init(_ capsules: UnsafePointer<Capsule>, count: Int) {
    self.capsules = capsules
    hasSleeve = count > 0 && capsules[count - 1].part == .sleeve
    skinCount = hasSleeve ? count - 1 : count
  }

  /// Neighbouring digits melt together by this much only.
  private static var digitBlend: Float { 1.2 }
  private static var farAway: Float { 1e6 }

  /// To the nearer of skin and sleeve.
  @inline(__always) func distance(to p: Lanes3) -> Lanes {
    let skin = skinDistance(to: p)
    return hasSleeve ? least(skin, sleeveDistance(to: p)) : skin
  }

  /// To the hand and forearm: the palm first, then each digit melted into the palm.
  @inline(__always) func skinDistance(to p: Lanes3) -> Lanes {
    var palm = Lanes(repeating: DistanceField.farAway)
    var i = 0
    while i < skinCount, capsules[i].part == .palm {
      palm = melted(palm, capsules[i].distance(to: p), capsules[i].blend)
      i += 1
    }
    var all = palm
    while i < skinCount {
      let part = capsules[i].part
      var digit = palm
      while i < skinCount, capsules[i].part == part {
        digit = melted(digit, capsules[i].distance(to: p), capsules[i].blend)
        i += 1
      }
      all = melted(all, digit, DistanceField.digitBlend)
    }
    return all
  }

  /// To the sleeve, which covers the arm without melting into it.
  @inline(__always) func sleeveDistance(to p: Lanes3) -> Lanes {
    hasSleeve ? capsules[skinCount].distance(to: p) : Lanes(repeating: DistanceField.farAway)
  }
}

extension Capsule {
  @inline(__always) func distance(to p: Lanes3) -> Lanes {
    let fromStart = p - Lanes3(start)
    let axis = Lanes3(axis)
    let along = unit(fromStart.dot(axis) * inverseLengthSquared)
    let off = fromStart - axis * along
    return off.dot(off).squareRoot() - (radius + along * growth)
  }
}

/// The smaller distance, rounded off where the two come within `blend` of one another.
@inline(__always) private func melted(_ a: Lanes, _ b: Lanes, _ blend: Float) -> Lanes {
  let gap = a - b
  let apart = greatest(gap, -gap)
  let overlap = greatest(blend - apart, Lanes(repeating: 0))
  return least(a, b) - overlap * overlap * (0.25 / blend)
}
