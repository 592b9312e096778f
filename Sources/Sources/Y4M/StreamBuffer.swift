import Glibc

/// The bytes of a stream that have been read and not yet used up, in one piece of memory.
struct StreamBuffer: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Bytes read and still wanted.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// Makes room for at least `capacity` bytes; what was read stays.
  mutating func grow(to capacity: Int) {
    guard capacity > self.capacity else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    self.capacity = capacity
  }

  /// Reads once, as much as there is room for: the number of bytes, 0 at the end of the file, below 0 with `errno` set.
  mutating func fill(from descriptor: borrowing Descriptor) -> Int {
    let got = read(descriptor.number, memory + count, capacity - count)
    count += max(0, got)
    return got
  }

  /// Forgets the first bytes and moves the others to the front.
  mutating func drop(_ used: Int) {
    count -= used
    memmove(memory, memory + used, count)
  }

  /// How many of the first `limit` bytes come before the first newline, if one is there.
  func lineLength(limit: Int) -> Int? {
    bytes.prefix(limit).firstIndex(of: UInt8(ascii: "\n"))
  }
}
