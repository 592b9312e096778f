/// Identifies the text of a configuration, so that a program can tell whether another one has read the same text.
///
/// - Parameter bytes: the content of the file.
/// - Returns: 16 hexadecimal digits, the FNV-1a hash of 64 bits.
package func configurationVersion(of bytes: some Sequence<UInt8>) -> String {
  let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
