/// Splits a stream of bytes at a separator, and holds at most one piece and what came last.
package struct PieceSplitter: Sendable {
  /// A piece has more bytes than the limit.
  package struct TooLong: Error, CustomStringConvertible {
    package var description: String { "a piece is too long" }
  }

  private let separator: UInt8
  private let limit: Int
  private var bytes: [UInt8] = []
  /// The start of the unread part, and the end of the part that is known to hold no separator.
  private var start = 0, searched = 0

  /// - Parameter limit: most bytes of a piece, without the separator.
  package init(at separator: UInt8, limit: Int) { (self.separator, self.limit) = (separator, limit) }

  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Returns the next piece without its separator; nil when more bytes are needed.
  package mutating func next() throws(TooLong) -> [UInt8]? {
    let end = bytes[searched...].firstIndex(of: separator)
    searched = end ?? bytes.count
    guard searched - start <= limit else { throw TooLong() }
    guard let end else { return nil }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// Returns what follows the last separator, once the stream has ended; nil if nothing does.
  package mutating func rest() -> [UInt8]? {
    defer { self = PieceSplitter(at: separator, limit: limit) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }
}
