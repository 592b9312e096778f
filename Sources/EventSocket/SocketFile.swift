import Glibc
import Platform
import SystemPackage
import UserErrors

/// The file of the socket: created and removed by this process, or inherited and left in place.
struct SocketFile: ~Copyable {
  private let path: String
  /// The file that this process created and has to remove.
  private let own: Stat?
  /// Held until after the file is gone.
  private let lock: InstanceLock

  /// The bound socket, not yet listening, until it is taken.
  private var socket: OwnedDescriptor?

  private init(path: String, own: Stat?, socket: consuming OwnedDescriptor, lock: consuming InstanceLock) {
    self.path = path
    self.own = own
    self.lock = lock
    self.socket = consume socket
  }

  /// Creates a socket at a path, and replaces one at which nothing listens.
  static func claim(_ path: String) throws(SocketError) -> SocketFile {
    let lock = try prepareAndLock(path)
    try clearWay(path)
    let socket = try unixSocket()
    // The file is created with the mode of its socket: it is never open to others, not even for an instant.
    _ = fchmod(socket.number, 0o600)
    guard try withUnixAddress(path, { bind(socket.number, $0, $1) }) == 0 else {
      throw .system("cannot create the socket \(path)", fix: "choose another path with --socket")
    }
    return SocketFile(path: path, own: Files.status(ofLink: path), socket: socket, lock: lock)
  }

  /// Checks the path, creates its folder and takes the lock.
  private static func prepareAndLock(_ path: String) throws(SocketError) -> InstanceLock {
    do throws(SocketError) {
      // The length first: the check needs no file, and what follows would leave some behind.
      try withUnixAddress(path) { _, _ in }
      try SocketPath.prepareDirectory(of: path)
      return try InstanceLock(beside: path)
    } catch  where [.pathTooLong, .permission, .unavailable].contains(error.code) {
      // As clients and `swipectl doctor` say it.
      throw SocketPath.obstacle(at: path) ?? error
    }
  }

  /// Takes over a socket that another process has bound to the path.
  static func adopt(_ socket: consuming OwnedDescriptor, at path: String) throws(SocketError) -> SocketFile {
    SocketFile(path: path, own: nil, socket: socket, lock: try InstanceLock(beside: path))
  }

  /// Returns the bound socket, which the caller then owns; nil the second time.
  mutating func takeSocket() -> Int32? {
    guard let socket = socket.take() else { return nil }
    return socket.release()
  }

  deinit {
    // Another program may have replaced the file; that one is not ours to remove.
    if let own, let found = Files.status(ofLink: path), found.type == .socket, found.isSameFile(as: own) { unlink(path) }
  }

  private static func clearWay(_ path: String) throws(SocketError) {
    guard let found = Files.status(ofLink: path)?.type else { return }
    guard found == .socket else {
      let kind =
        switch found {
        case .directory: "directory"
        case .symbolicLink: "symbolic link"
        case .regular: "file"
        default: "device or pipe"
        }
      throw SocketError(
        .inTheWay, "\(path): a \(kind) is in the way of the socket", fix: "remove it, or choose another path with --socket")
    }
    guard try !isListening(path) else {
      throw SocketError(
        .inUse,
        "\(path): systemd or another program listens there",
        fix: "run `systemctl --user stop swiped.socket`, stop that program, or choose another path with --socket"
      )
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .system("cannot remove the stale socket \(path)", fix: "remove it, or choose another path with --socket")
    }
  }

  private static func isListening(_ path: String) throws(SocketError) -> Bool {
    // First, since connecting to a socket of systemd's would start the daemon behind it.
    if ListeningSockets.contains(path) { return true }
    let probe = try unixSocket(blocking: false)
    // EAGAIN: a program listens that is too busy to accept. EPROTOTYPE: it is another program's datagram socket.
    guard try withUnixAddress(path, { connect(probe.number, $0, $1) }) != 0 else { return true }
    return [EAGAIN, EPROTOTYPE].contains(errno)
  }
}

/// The lock that lets only one daemon serve a socket: a locked file beside it, which contains the daemon's process id.
///
/// The kernel releases the lock however the process ends, so a lock is never stale, and a socket file that is found under it is.
struct InstanceLock: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let path: String

  /// - Throws: ``SocketError`` that names the holder if there is one.
  init(beside socketPath: String) throws(SocketError) {
    let path = socketPath + ".lock"
    while true {
      let descriptor = try Self.open(path)
      guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else {
          throw .system("cannot lock \(path)", fix: "choose a path on a local file system with --socket")
        }
        let holder = FileLocks.holder(of: descriptor)
        throw SocketError(
          .alreadyRunning,
          "swiped is already running\(holder.map { " as process \($0)" } ?? "") at \(socketPath)",
          fix: "\(DaemonStart.current.stopWords(process: holder)), or choose another path with --socket"
        )
      }
      // The previous holder may have removed the file between open and lock; a lock on a removed file excludes no other process.
      guard let own = try? descriptor.status, let found = Files.status(ofLink: path), found.isSameFile(as: own) else { continue }
      guard Self.isLock(descriptor) else {
        throw SocketError(
          .inTheWay, "\(path): a file that is no lock is in the way of the lock", fix: "move it away, or choose another path with --socket")
      }
      let id = "\(getpid())\n"
      do throws(Errno) {
        try systemCall { ftruncate(descriptor.number, 0) }
        guard try systemCall({ pwrite(descriptor.number, id, id.utf8.count, 0) }) == id.utf8.count else { throw .noSpace }
      } catch {
        throw .system("cannot write the lock file \(path)", fix: "choose another path with --socket", errno: error.rawValue)
      }
      self.descriptor = descriptor
      self.path = path
      return
    }
  }

  deinit { unlink(path) }

  private static func open(_ path: String) throws(SocketError) -> OwnedDescriptor {
    // Before opening, too: opening some devices has side effects.
    if let found = Files.status(ofLink: path) { try check(found, path) }
    do throws(Errno) {
      let descriptor = try OwnedDescriptor(
        opening: FilePath(path), .readWrite, options: [.create, .noFollow, .nonBlocking, .noControllingTerminal])
      guard try descriptor.status.type == .regular else { throw .fileExists }
      return descriptor
    } catch {
      throw .system(
        "cannot open the lock file \(path)", fix: "make its directory writable for you, or choose another path with --socket",
        errno: error.rawValue)
    }
  }

  /// Whether a file has what a lock has: a number, or nothing. Any other file is a person's.
  private static func isLock(_ file: borrowing OwnedDescriptor) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file.number, &bytes, bytes.count, 0)
    return count >= 0 && count < bytes.count
      && bytes.prefix(count).allSatisfy { $0.isDigit || $0 == UInt8(ascii: "\n") }
  }

  private static func check(_ found: Stat, _ path: String) throws(SocketError) {
    guard found.type != .regular else { return }
    let kind = found.type == .symbolicLink ? "symbolic link" : RegularFileError.Kind(found.type)?.rawValue ?? "device"
    throw SocketError(.inTheWay, "\(path): a \(kind) is in the way of the lock", fix: "remove it, or choose another path with --socket")
  }
}
