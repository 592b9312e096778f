import Glibc

/// Makes one daemon the only one at its socket: a locked file beside it, with the daemon's process id inside.
///
/// The kernel frees the lock however the process ends, so a lock is never stale, and a socket file found while holding it is.
struct InstanceLock: ~Copyable {
  private let descriptor: Descriptor
  private let path: String

  /// - Throws: ``SocketError`` naming the holder if there is one.
  init(beside socketPath: String) throws(SocketError) {
    let path = socketPath + ".lock"
    while true {
      guard let descriptor = Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) else {
        throw .system(
          "cannot open the lock file \(path)", mend: "make its directory writable for you, or choose another path with --socket")
      }
      guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else {
          throw .system("cannot lock \(path)", mend: "choose a path on a local file system with --socket")
        }
        let holder = Self.holder(descriptor.number)
        throw SocketError(
          .alreadyRunning,
          "swiped is already running\(holder.map { " as process \($0)" } ?? "") at \(socketPath): stop it (systemctl --user stop swiped), or choose another path with --socket"
        )
      }
      // The last holder may have removed the file between our open and our lock; a lock on a removed file excludes nobody.
      guard FileIdentity(descriptor: descriptor.number) == FileIdentity(path: path) else { continue }
      let id = "\(getpid())\n"
      guard ftruncate(descriptor.number, 0) == 0, pwrite(descriptor.number, id, id.utf8.count, 0) == id.utf8.count else {
        throw .system("cannot write the lock file \(path)", mend: "make room on its file system")
      }
      self.descriptor = descriptor
      self.path = path
      return
    }
  }

  deinit { unlink(path) }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self))
  }
}
