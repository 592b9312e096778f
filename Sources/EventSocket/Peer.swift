import Glibc
import NIOCore

/// Who is at the other end of a connection.
struct Peer {
  let user: uid_t

  /// `struct ucred` of the kernel, which glibc's module map leaves out.
  private struct Credentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
  }

  /// Nil if the kernel does not tell.
  ///
  /// NIO accepts without close-on-exec. Set it here: a program that the daemon starts would else keep the connection open.
  init?(_ channel: any Channel) {
    let user = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      socket -> uid_t? in
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      var credentials = Credentials()
      var size = socklen_t(MemoryLayout<Credentials>.size)
      guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
      return credentials.user
    }
    guard let user, let user else { return nil }
    self.user = user
  }
}
