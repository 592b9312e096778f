import EventProtocol
import NIOCore

/// Lines that wait for a slow client, packed: a line costs its bytes and no more, and dropping all of them costs next to nothing.
struct Backlog {
  /// Room of a piece, in bytes: what is written at a time, and a line always has room in a fresh one.
  private static let pieceSize = lineLimit + 1

  private var pieces: [ByteBuffer] = []
  /// What waits, in bytes.
  private(set) var count = 0

  mutating func append(_ line: ByteBuffer) {
    count += line.readableBytes
    // In place, as two owners of a piece would copy it.
    if let last = pieces.indices.last, pieces[last].readableBytes + line.readableBytes <= Self.pieceSize {
      pieces[last].writeImmutableBuffer(line)
    } else {
      // A copy: growing the line itself would change it for all who share it.
      pieces.append(ByteBuffer(bytes: line.readableBytesView))
    }
  }

  /// The lines that came first, some 64 KiB of them.
  mutating func popFirst() -> ByteBuffer? {
    guard !pieces.isEmpty else { return nil }
    let piece = pieces.removeFirst()
    count -= piece.readableBytes
    return piece
  }
}
