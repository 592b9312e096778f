import EventProtocol
import NIOCore

/// The lines that wait for a slow client, packed so that each costs its bytes and no more, and dropping all of them is cheap.
struct Backlog {
  /// The size of a piece, in bytes: what is written at a time. Any line fits into an empty one.
  private static let pieceSize = lineLimit + 1

  private var pieces: [ByteBuffer] = []
  /// The number of bytes that wait.
  private(set) var count = 0

  mutating func append(_ line: ByteBuffer) {
    count += line.readableBytes
    // In place: a piece with two owners would be copied.
    if let last = pieces.indices.last, pieces[last].readableBytes + line.readableBytes <= Self.pieceSize {
      pieces[last].writeImmutableBuffer(line)
    } else {
      // A copy: growing the line itself would change it for all that share it.
      pieces.append(ByteBuffer(bytes: line.readableBytesView))
    }
  }

  /// Removes and returns the first lines, up to 64 KiB of them; nil if there are none.
  mutating func popFirst() -> ByteBuffer? {
    guard !pieces.isEmpty else { return nil }
    let piece = pieces.removeFirst()
    count -= piece.readableBytes
    return piece
  }
}

/// The count of response bytes among the bytes that wait for a client.
struct ResponseBacklog {
  /// The number of response bytes since the last time that none was waiting.
  private(set) var size = 0
  /// The number of bytes to be written until none is waiting.
  private var distance = 0

  /// - Parameter waiting: the number of bytes, of responses or not, that are written before it.
  mutating func append(_ count: Int, behind waiting: Int) {
    size += count
    distance = waiting + count
  }

  mutating func remove(written count: Int) {
    distance = max(0, distance - count)
    if distance == 0 { size = 0 }
  }
}

/// The latest item of each topic, for a reader that is behind, with the number of items that it has replaced.
struct LatestPerTopic<Item> {
  private var slots: [Topic: (item: Item, lost: Int)] = [:]

  /// - Parameter lost: the number of items of the topic that were lost before they came here, right before this one.
  /// - Returns: whether there was no item of the topic.
  @discardableResult mutating func put(_ item: Item, of topic: Topic, losing lost: Int = 0) -> Bool {
    let replaced = slots[topic]
    slots[topic] = (item, lost + (replaced.map { $0.lost + 1 } ?? 0))
    return replaced == nil
  }

  /// Removes and returns the latest item of the topic, with the number of items lost before it.
  mutating func take(_ topic: Topic) -> (item: Item, lost: Int)? { slots.removeValue(forKey: topic) }

  /// The first topic, in the order of their declaration, that has an item.
  var topic: Topic? { slots.isEmpty ? nil : Topic.allCases.first { slots[$0] != nil } }
}
