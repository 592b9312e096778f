import Glibc

/// Where the socket is.
public enum SocketPath {
  /// Most bytes that the kernel takes as the path of a socket: `sun_path` less its terminating zero.
  public static let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// `$XDG_RUNTIME_DIR/swiped/swiped.sock`.
  ///
  /// - Throws: ``SocketError`` if there is no such variable, or it is no absolute path.
  public static func `default`(environment: [String: String]) throws(SocketError) -> String {
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
      throw SocketError(
        .noRuntimeDirectory,
        "XDG_RUNTIME_DIR: not set to an absolute path: start from a login session, or choose a path with --socket")
    }
    return directory + "/swiped/swiped.sock"
  }

  /// Where a socket is bound; nil if that is no path.
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

  /// The directory that holds the path.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the directory if it is missing, for its owner alone; one that is there stays as it is.
  static func prepareDirectory(of path: String) throws(SocketError) {
    let directory = directory(of: path)
    guard mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
    throw .system(
      "cannot create the directory \(directory)", mend: "make a directory there that you can write, or choose another path with --socket")
  }
}

/// Gives the path as the kernel wants it.
///
/// - Throws: ``SocketError`` if it is empty, or longer than ``SocketPath/limit``.
func withUnixAddress<Result>(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) throws(SocketError) -> Result {
  // The kernel would take an empty one, and give an address that no file shows.
  guard !path.isEmpty else { throw SocketError(.pathEmpty, "socket path: it is empty: name a file with --socket") }
  guard path.utf8.count <= SocketPath.limit else {
    throw SocketError(
      .pathTooLong,
      "socket path \(path): \(path.utf8.count) bytes, and at most \(SocketPath.limit) are possible: choose a shorter one with --socket")
  }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafeBytes(of: &address) { bytes in
    body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
  }
}
