/// The FNV-1a hash of 64 bits: short, and no secret. Whoever looks for another text with the same hash finds one.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension UInt64 {
  /// 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension BidirectionalCollection {
  /// The part without the elements at both ends that are to be left out.
  package func trimming(_ isLeftOut: (Element) -> Bool) -> SubSequence {
    let start = drop(while: isLeftOut)
    return start[..<(start.lastIndex { !isLeftOut($0) }.map(start.index(after:)) ?? start.startIndex)]
  }
}
