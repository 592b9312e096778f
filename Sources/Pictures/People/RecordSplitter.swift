/// Splits a stream of bytes into records: each is its length, as 4 bytes of a signed number with the most significant first, and as many
/// bytes. So do Java's `DataOutputStream`, Hadoop's `BytesWritable` and Spark's pipes to Python write them.
package struct RecordSplitter: Sendable {
  package enum Record: Sendable, Equatable {
    case whole([UInt8])
    /// Longer than the limit, and left out; the number of its bytes.
    case tooLong(Int)
  }

  /// The stream has no records: a length is negative.
  package struct NoRecords: Error, CustomStringConvertible {
    package var description: String { "there are no records" }
  }

  /// The number of bytes of a length.
  package static let headSize = 4

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The start of the unread part.
  private var start = 0
  /// The number of bytes that follow of a record that is left out.
  private var skipped = 0

  /// - Parameter limit: most bytes of a record.
  package init(limit: Int) { self.limit = limit }

  /// The bytes of a record in the stream. Its length must be one of a signed number of 4 bytes.
  package static func framed(_ record: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: Int32(record.count).bigEndian) { Array($0) } + record
  }

  /// Whether the stream may end here; otherwise its last record is cut.
  package var isBetweenRecords: Bool { start == bytes.count && skipped == 0 }

  /// Whether bytes of a record that is left out are to follow.
  package var isWithinLeftOut: Bool { skipped > 0 }

  package mutating func append(_ more: some Collection<UInt8>) {
    let dropped = min(skipped, more.count)
    skipped -= dropped
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: more.dropFirst(dropped))
  }

  /// Returns the next record; nil when more bytes are needed.
  package mutating func next() throws(NoRecords) -> Record? {
    guard bytes.count - start >= Self.headSize else { return nil }
    let head = bytes[start..<start + Self.headSize].reduce(0) { $0 << 8 | UInt32($1) }
    guard let length = Int(exactly: Int32(bitPattern: head)), length >= 0 else { throw NoRecords() }
    let first = start + Self.headSize
    guard length <= limit else {
      let dropped = min(length, bytes.count - first)
      (start, skipped) = (first + dropped, length - dropped)
      return .tooLong(length)
    }
    guard bytes.count - first >= length else { return nil }
    start = first + length
    return .whole(Array(bytes[first..<start]))
  }
}
