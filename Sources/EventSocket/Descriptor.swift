import Glibc

/// The owner of an open file descriptor.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Nil for the −1 of a call that failed; `errno` tells why.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// A new stream socket of the Unix family.
  static func socket(flags: __socket_type = __socket_type(0)) throws(SocketError) -> Descriptor {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags.rawValue
    if let socket = Descriptor(Glibc.socket(AF_UNIX, Int32(type), 0)) { return socket }
    throw .system("cannot create a socket", mend: "close some of this process's files")
  }

  deinit { _ = close(number) }

  /// Hands the descriptor to another owner.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

/// Which file a path or a descriptor leads to.
struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t
  /// Type and permissions.
  let mode: mode_t

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
  }

  /// What lies at the path, itself if it is a symbolic link; nil if nothing does.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  var kind: mode_t { mode & S_IFMT }
}
