import CSystemd
import Glibc
import NIOCore
import Platform
import SystemPackage
import UserErrors

/// The place of the socket.
public enum SocketPath {
  /// The longest path of a socket, in bytes: `sun_path` without its terminating zero.
  public static let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// `$XDG_RUNTIME_DIR/swiped/swiped.sock`; without that variable, in `/run/user/UID` or `/tmp/swiped-UID`.
  ///
  /// - Throws: ``SocketError`` if the variable is not an absolute path, or the directory in `/tmp` is not the user's own.
  public static func `default`(environment: [String: String]) throws(SocketError) -> String {
    do { return try RuntimeDirectory(environment: environment).path + "/swiped/swiped.sock" } catch {
      throw .runtimeDirectory(error)
    }
  }

  /// The path that a socket is bound to; nil if it is bound to none.
  static func bound(_ socket: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutableBytes(of: &address) {
      getsockname(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let path = withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return path.isEmpty ? nil : path
  }

  /// Creates the directory of a socket for its owner alone, if it does not exist; an existing one is unchanged.
  static func prepareDirectory(of path: String) throws(SocketError) {
    let directory = Files.folder(of: path)
    do { try RuntimeDirectory.prepare(for: directory) } catch { throw .runtimeDirectory(error) }
    guard mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
    throw .system(
      "cannot create the directory \(directory)", fix: folderFix)
  }
}

/// Creates a stream socket of the Unix family.
package func unixSocket(blocking: Bool = true) throws(SocketError) -> OwnedDescriptor {
  let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocking ? 0 : SOCK_NONBLOCK.rawValue)
  do throws(Errno) { return try OwnedDescriptor { socket(AF_UNIX, Int32(type), 0) } } catch {
    throw .system("cannot create a socket", fix: "close some of this process's files", errno: error.rawValue)
  }
}

/// Calls `body` with a path as a socket address.
///
/// - Throws: ``SocketError`` if the path is empty, or longer than ``SocketPath/limit``.
package func withUnixAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) throws(SocketError) -> Result {
  // The kernel would accept an empty path, and choose an address without a file.
  guard !path.isEmpty else { throw SocketError(.pathEmpty, "socket path: it is empty", fix: "name a file with --socket") }
  guard path.utf8.count <= SocketPath.limit else {
    throw SocketError(
      .pathTooLong,
      "socket path \(path): \(path.utf8.count) bytes, and at most \(SocketPath.limit) are possible",
      fix: "choose a shorter one with --socket")
  }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafeBytes(of: &address) { bytes in
    body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
  }
}

/// The socket on which systemd listens while the daemon does not run; see sd_listen_fds(3).
package enum SystemdSocket {
  /// Takes the socket that systemd has passed to this process. To be called before there are other threads, since it changes the
  /// environment.
  ///
  /// - Returns: a listening socket for ``EventServer``; nil if none was passed.
  /// - Throws: ``SocketError`` unless it is one socket of the Unix family that listens at a path.
  package static func take() throws(SocketError) -> Int32? {
    let count = sd_listen_fds(1)
    guard count >= 0 else {
      throw refusal("LISTEN_FDS cannot be read: \(Errno(rawValue: -count))")
    }
    return try check(count)
  }

  /// - Parameters:
  ///   - count: the number of descriptors that were passed.
  ///   - first: the first of them.
  package static func check(_ count: Int32, first: Int32 = SD_LISTEN_FDS_START) throws(SocketError) -> Int32? {
    guard count > 0 else { return nil }
    guard count == 1 else { throw refusal("systemd passes \(count) sockets") }
    guard sd_is_socket_unix(first, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      throw refusal("systemd passes what is no listening stream socket of the Unix family")
    }
    guard SocketPath.bound(first)?.hasPrefix("/") == true else { throw refusal("systemd passes a socket without a path") }
    return first
  }

  private static func refusal(_ what: String) -> SocketError {
    SocketError(
      .badInheritance,
      what, fix: "set the one line ListenStream=%t/swiped/swiped.sock in swiped.socket: `systemctl --user edit --full swiped.socket`")
  }
}

/// The process at the other end of a connection, as the kernel reports it; of a server, the process that called listen(2).
package struct Peer: Sendable, Equatable {
  /// 0 for a process outside this PID namespace.
  package let process: pid_t
  package let user: uid_t

  /// `struct ucred` of the kernel, which glibc's module map leaves out.
  private struct Credentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
  }

  /// Nil if the kernel does not say.
  init?(_ socket: Int32) {
    var credentials = Credentials()
    var size = socklen_t(MemoryLayout<Credentials>.size)
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    (process, user) = (credentials.process, credentials.user)
  }

  /// Nil if the kernel does not say.
  ///
  /// NIO accepts without close-on-exec. It is set here: a program that the daemon starts would otherwise keep the connection open.
  init?(_ channel: any Channel) {
    let peer = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket -> Peer? in
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      return Peer(socket)
    }
    guard let peer, let peer else { return nil }
    self = peer
  }
}
