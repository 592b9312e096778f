import Platform
import SystemPackage

/// SHA-256 (FIPS 180-4), which detects truncated or altered files.
package struct SHA256 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )

  /// - Returns: the digest of `bytes`, as 64 lowercase hexadecimal digits.
  package static func hexDigest(of bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    let whole = bytes.count & ~63
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for offset in stride(from: 0, to: whole, by: 64) {
        hash.compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]), schedule)
      }
      var tail = Array(bytes[whole...]) + [0x80]
      while tail.count % 64 != 56 { tail.append(0) }
      withUnsafeBytes(of: UInt64(bytes.count * 8).bigEndian) { tail.append(contentsOf: $0) }
      tail.withUnsafeBytes { tail in
        for offset in stride(from: 0, to: tail.count, by: 64) {
          hash.compress(UnsafeRawBufferPointer(rebasing: tail[offset..<offset + 64]), schedule)
        }
      }
    }
    let s = hash.state
    return [s.0, s.1, s.2, s.3, s.4, s.5, s.6, s.7].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func compress(_ block: UnsafeRawBufferPointer, _ w: UnsafeMutableBufferPointer<UInt32>) {
    func rotated(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    for i in 0..<16 { w[i] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)) }
    for i in 16..<64 {
      let s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3
      let s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10
      w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
    }
    var (a, b, c, d, e, f, g, h) = state
    for i in 0..<64 {
      let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ Self.constants[i] &+ w[i]
      let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
    )
  }

  /// Fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [UInt32] = []
    var candidate: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    // floor(2^32 · cbrt(p)) by integer search: a Double's 53 bits hold it, but a cube of 35 bits does not.
    return primes.map { prime in
      let target = (high: UInt64(prime) << 32, low: UInt64(0))  // p · 2^96
      var root: UInt64 = 0
      for bit in (0..<36).reversed() {
        let trial = root | 1 << UInt64(bit)
        let square = trial.multipliedFullWidth(by: trial)
        let low = trial.multipliedFullWidth(by: square.low)
        let (sum, carry) = (trial &* square.high).addingReportingOverflow(low.high)
        if !carry && (sum, low.low) <= (target.high, target.low) { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

extension SHA256 {
  /// Characters of a digest.
  static let digits = 64
  /// More than any model has, in bytes: the largest has 5.5 MB.
  private static let largestFile = 64 << 20

  /// - Returns: the digest of a regular file's bytes.
  static func hexDigest(ofFile path: String) throws(RegularFileError) -> String {
    let bytes = try RegularFile(opening: FilePath(path), limit: largestFile).readAll()
    return bytes.withUnsafeBytes { hexDigest(of: $0) }
  }
}
