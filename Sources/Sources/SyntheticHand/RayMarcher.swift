/// Where rays come nearest to a body.
struct RayHit {
  /// Depth of that point, in mm: the point is the ray's direction times it.
  var depth: Lanes
  /// How much of each pixel the body covers, 0…1.
  var cover: Lanes
}

/// Follows eight rays at a time through a distance field, by steps as long as the field promises to be empty (sphere tracing).
struct RayMarcher {
  /// Focal length, in pixels of the picture that is marched.
  let focalLength: Float

  /// Steps after which a ray is left where it is.
  private static var maximumSteps: Int { 40 }
  /// Melting makes the field promise slightly more than it keeps.
  private static var caution: Float { 0.92 }
  /// Nearer than this part of a pixel counts as met.
  private static var closeEnough: Float { 0.05 }

  /// - Parameters:
  ///   - rays: directions with z = −1, so that a depth times a ray is a point.
  ///   - near: depth at which to begin, in mm.
  ///   - far: depth at which to give up, in mm.
  @inline(__always) func march(
    _ rays: Lanes3, through field: DistanceField, from near: Float, to far: Float
  ) -> RayHit {
    let step = RayMarcher.caution / rays.dot(rays).squareRoot()
    var depth = Lanes(repeating: near)
    var closest = Lanes(repeating: .infinity)
    var closestDepth = depth
    var going = LaneMask(repeating: true)
    for _ in 0..<RayMarcher.maximumSteps {
      let distance = field.distance(to: rays * depth)
      let pixels = distance * focalLength / depth
      let closer = pixels .< closest
      closest.replace(with: pixels, where: closer)
      closestDepth.replace(with: depth, where: closer)
      depth.replace(with: depth + distance * step, where: going)
      going .&= (pixels .>= RayMarcher.closeEnough) .& (depth .<= far)
      if !any(going) { break }
    }
    let covered = unit(1 - closest).replacing(with: 1, where: closest .< RayMarcher.closeEnough)
    return RayHit(depth: closestDepth, cover: covered)
  }
}
