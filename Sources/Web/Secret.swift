import Platform

/// A secret that cannot be guessed.
package struct Secret: Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  /// Creates one of 256 random bits, as hexadecimal digits.
  package init() {
    // The system's generator is cryptographically secure: getrandom(2).
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in (generator.next() as UInt64).hexadecimal }.joined()
  }

  /// Whether a text is the secret. The time that this takes depends only on the length of the text.
  package func matches(_ other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
