/// The FNV-1a hash of 64 bits: short, and no secret. Whoever looks for another text with the same hash finds one.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Two hexadecimal digits for each byte.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

/// Characters of ASCII.
extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }

  /// Whether a name with it needs no quotation marks: a letter, a digit, `-` or `_`.
  package var isOfPlainName: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}

extension BidirectionalCollection {
  /// The part without the elements at both ends that are to be left out.
  package func trimming(_ isLeftOut: (Element) -> Bool) -> SubSequence {
    let start = drop(while: isLeftOut)
    return start[..<(start.lastIndex { !isLeftOut($0) }.map(start.index(after:)) ?? start.startIndex)]
  }
}
