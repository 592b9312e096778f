import Glibc

/// The grain of a sensor: normally distributed, the same for the same seed.
struct SensorNoise: ~Copyable {
  /// Enough for a row to begin at any of many places.
  private static let count = 65_536
  /// Standard deviation and bound, in code values.
  private static let deviation = 1.3
  private static let bound = 6.0
  private let table: UnsafeMutablePointer<Int8>

  init() {
    table = .allocate(capacity: SensorNoise.count)
    for i in stride(from: 0, to: SensorNoise.count, by: 2) {
      // Box and Muller's transform: two normal numbers of two even ones.
      let radius = (-2 * log(uniform(UInt64(i)))).squareRoot() * SensorNoise.deviation
      let angle = 2 * Double.pi * uniform(UInt64(i + 1))
      table[i] = level(radius * cos(angle))
      table[i + 1] = level(radius * sin(angle))
    }
    func level(_ x: Double) -> Int8 { Int8(min(max(x, -SensorNoise.bound), SensorNoise.bound).rounded()) }
  }

  deinit { table.deallocate() }

  /// `width` values for a row of a picture.
  func row(_ y: Int, seed: UInt64, width: Int) -> UnsafePointer<Int8> {
    let places = UInt64(SensorNoise.count - width)
    return UnsafePointer(table) + Int(hash(seed ^ hash(UInt64(y))) % places)
  }
}

/// Sebastiano Vigna's SplitMix64: every bit of the result depends on every bit of `x`.
private func hash(_ x: UInt64) -> UInt64 {
  var z = x &+ 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// In 0…1, neither end included.
private func uniform(_ i: UInt64) -> Double { (Double(hash(i) >> 11) + 0.5) / 9_007_199_254_740_992 }
