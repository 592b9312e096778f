/// Cuts a stream of bytes into lines, and never holds more than one line and the piece that came last.
package struct LineSplitter: Sendable {
  private var bytes: [UInt8] = []
  /// Where the unread part begins, and up to where it is known to hold no newline.
  private var start = 0, searched = 0

  package init() {}

  package mutating func append(_ piece: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: piece)
  }

  /// The next whole line without its newline; nil when more bytes are needed.
  ///
  /// - Throws: `RPCError.lineTooLong`, after which nothing more can be read from the stream.
  package mutating func next() throws(RPCError) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      guard searched - start <= lineLimit else { throw .lineTooLong }
      return nil
    }
    guard end - start <= lineLimit else { throw .lineTooLong }
    defer {
      start = end + 1
      searched = start
    }
    return Array(bytes[start..<end])
  }

  /// What is left when the stream has ended without a newline.
  package mutating func rest() -> [UInt8] {
    defer { self = LineSplitter() }
    return Array(bytes[start...])
  }
}
