import Platform

/// The order of names in which people count: `img2` is before `img10`. Upper and lower case count as the same unless all else is equal.
func isInNaturalOrder(_ a: String, _ b: String) -> Bool {
  var (rest, other) = (Array(a.lowercased().utf8)[...], Array(b.lowercased().utf8)[...])
  while !rest.isEmpty, !other.isEmpty {
    let (number, otherNumber) = (takeDigits(&rest), takeDigits(&other))
    if number.isEmpty || otherNumber.isEmpty {
      // Where only one has digits, they count as characters.
      let (next, otherNext) = (number.first ?? rest.removeFirst(), otherNumber.first ?? other.removeFirst())
      if next != otherNext { return next < otherNext }
    } else if number.count != otherNumber.count {
      return number.count < otherNumber.count
    } else if !number.elementsEqual(otherNumber) {
      return number.lexicographicallyPrecedes(otherNumber)
    }
  }
  guard rest.isEmpty && other.isEmpty else { return rest.isEmpty }
  return a.utf8.lexicographicallyPrecedes(b.utf8)
}

/// Removes and returns the digits at the start, without leading zeros but the last.
private func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let digits = bytes.prefix(while: \.isDigit)
  bytes = bytes[digits.endIndex...]
  let significant = digits.drop { $0 == UInt8(ascii: "0") }
  return significant.isEmpty ? digits.suffix(1) : significant
}
