import CSystemd
import Glibc

/// The socket that systemd listens at until it starts the daemon, and between two of its lives; see sd_listen_fds(3).
public enum SystemdSocket {
  /// Takes what systemd has passed to this process. To be called before there are other threads, as it changes the environment.
  ///
  /// - Returns: a listening socket for ``EventServer``; nil if none was passed.
  /// - Throws: ``SocketError`` if it is not one socket, of the Unix family, that listens at a path.
  public static func take() throws(SocketError) -> Int32? {
    let count = sd_listen_fds(1)
    guard count >= 0 else {
      throw refusal("LISTEN_FDS cannot be read: \(String(cString: strerror(-count)))")
    }
    return try check(count)
  }

  /// - Parameter first: the first of the descriptors.
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
      "\(what): let swiped.socket have the one line ListenStream=%t/swiped/swiped.sock (systemctl --user edit --full swiped.socket)")
  }
}
