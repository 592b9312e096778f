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
    return [s.0, s.1, s.2, s.3, s.4, s.5, s.6, s.7].map(\.hexadecimal).joined()
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
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension SHA256 {
  /// Characters of a digest.
  package static let digits = 64
  /// More than any model has, in bytes: the largest has 5.5 MB.
  private static let largestFile = 64 << 20

  /// - Returns: the digest of a regular file's bytes.
  static func hexDigest(ofFile path: String) throws(RegularFileError) -> String {
    let bytes = try RegularFile(opening: FilePath(path), limit: largestFile).readAll()
    return bytes.withUnsafeBytes { hexDigest(of: $0) }
  }
}
