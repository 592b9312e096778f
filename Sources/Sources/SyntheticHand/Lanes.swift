/// Eight neighbouring pixels of a row, computed side by side.
typealias Lanes = SIMD8<Float>
typealias LaneMask = SIMDMask<SIMD8<Int32>>

/// Eight points or directions.
struct Lanes3 {
  var x: Lanes, y: Lanes, z: Lanes

  @inline(__always) init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same for all.
  @inline(__always) init(_ v: SIMD3<Float>) {
    self.init(Lanes(repeating: v.x), Lanes(repeating: v.y), Lanes(repeating: v.z))
  }

  @inline(__always) static func + (a: Lanes3, b: Lanes3) -> Lanes3 { Lanes3(a.x + b.x, a.y + b.y, a.z + b.z) }
  @inline(__always) static func - (a: Lanes3, b: Lanes3) -> Lanes3 { Lanes3(a.x - b.x, a.y - b.y, a.z - b.z) }
  @inline(__always) static func * (a: Lanes3, b: Lanes) -> Lanes3 { Lanes3(a.x * b, a.y * b, a.z * b) }
  @inline(__always) static func * (a: Lanes3, b: Float) -> Lanes3 { Lanes3(a.x * b, a.y * b, a.z * b) }

  @inline(__always) func dot(_ b: Lanes3) -> Lanes { x * b.x + y * b.y + z * b.z }
  @inline(__always) var normalized: Lanes3 { self * (1 / dot(self).squareRoot()) }
  @inline(__always) func mixed(with b: Lanes3, _ weight: Lanes) -> Lanes3 { self + (b - self) * weight }
}

@inline(__always) func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .< b) }
@inline(__always) func greatest(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }
/// Each value, held within 0…1.
@inline(__always) func unit(_ a: Lanes) -> Lanes { least(greatest(a, Lanes(repeating: 0)), Lanes(repeating: 1)) }
