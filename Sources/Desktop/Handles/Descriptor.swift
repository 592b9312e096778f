import Glibc

/// The owner of an open file descriptor.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Nil for the −1 of a call that failed; `errno` tells why.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }

  /// Hands the descriptor to another owner.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}
