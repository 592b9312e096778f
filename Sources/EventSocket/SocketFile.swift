import Glibc

/// The socket in the file system: bound by us and removed by us, or inherited and left.
struct SocketFile: ~Copyable {
  private let path: String
  /// The file that is ours to remove.
  private let identity: FileIdentity?
  /// Held until after the file is gone.
  private let lock: InstanceLock

  /// The bound socket, not yet listening, until it is taken.
  private var socket: Descriptor?

  private init(path: String, identity: FileIdentity?, socket: consuming Descriptor, lock: consuming InstanceLock) {
    self.path = path
    self.identity = identity
    self.lock = lock
    self.socket = consume socket
  }

  /// Claims the path, in place of a socket that nobody listens at.
  static func claim(_ path: String) throws(SocketError) -> SocketFile {
    // The length first: it needs no look at the disk, and what follows would leave traces there.
    try withUnixAddress(path) { _, _ in }
    try SocketPath.prepareDirectory(of: path)
    let lock = try InstanceLock(beside: path)
    try clearWay(path)
    let socket = try Descriptor.socket()
    // The file is born with the mode of its socket: it is never, not for an instant, open to others.
    _ = fchmod(socket.number, 0o600)
    guard try withUnixAddress(path, { bind(socket.number, $0, $1) }) == 0 else {
      throw .system("cannot create the socket \(path)", mend: "choose another path with --socket")
    }
    return SocketFile(path: path, identity: FileIdentity(path: path), socket: socket, lock: lock)
  }

  /// Takes a socket that was bound to the path for us.
  static func adopt(_ socket: consuming Descriptor, at path: String) throws(SocketError) -> SocketFile {
    SocketFile(path: path, identity: nil, socket: socket, lock: try InstanceLock(beside: path))
  }

  /// The bound socket for its new owner; nil the second time.
  mutating func takeSocket() -> Int32? {
    guard let socket = socket.take() else { return nil }
    return socket.release()
  }

  deinit {
    // Somebody may have put another file there since; that one is not ours to remove.
    if let identity, identity == FileIdentity(path: path) { unlink(path) }
  }

  private static func clearWay(_ path: String) throws(SocketError) {
    guard let found = FileIdentity(path: path) else { return }
    guard found.kind == S_IFSOCK else {
      let kind =
        switch found.kind {
        case S_IFDIR: "directory"
        case S_IFLNK: "symbolic link"
        case S_IFREG: "file"
        default: "device or pipe"
        }
      throw SocketError(
        .inTheWay, "\(path): a \(kind) is in the way of the socket: remove it, or choose another path with --socket")
    }
    guard try !isListening(path) else {
      throw SocketError(
        .inUse,
        "\(path): systemd or another program listens there: systemctl --user stop swiped.socket, or stop that program, or choose another path with --socket"
      )
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .system("cannot remove the stale socket \(path)", mend: "remove it, or choose another path with --socket")
    }
  }

  private static func isListening(_ path: String) throws(SocketError) -> Bool {
    // Connecting to a socket of systemd's would start the daemon behind it, so that comes second.
    if ListeningSockets.contains(path) { return true }
    let probe = try Descriptor.socket(flags: SOCK_NONBLOCK)
    // EAGAIN: somebody listens, and is too busy to accept. EPROTOTYPE: somebody's datagram socket.
    guard try withUnixAddress(path, { connect(probe.number, $0, $1) }) != 0 else { return true }
    return [EAGAIN, EPROTOTYPE].contains(errno)
  }
}
