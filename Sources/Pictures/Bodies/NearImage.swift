extension SIMD<Float> {
  /// Whether every number is finite and within a million, far more than any image has pixels.
  var isNearImage: Bool { all(self .> -1e6) && all(self .< 1e6) }
}
