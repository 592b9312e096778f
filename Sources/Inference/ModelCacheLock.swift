import Glibc

/// The right to use a ``ModelCache``, which one process has at a time: the runtime would read a file while another one writes it.
/// Whoever holds it lets go when it ends, however it ends.
struct ModelCacheLock: ~Copyable {
  private let descriptor: CInt

  /// Does not wait: nil if somebody else has it, or if it cannot be had at all.
  init?(_ cache: ModelCache) {
    let descriptor = open(cache.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
