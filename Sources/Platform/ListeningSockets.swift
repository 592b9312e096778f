import Glibc

/// The Unix sockets that the kernel lists as listening, found without connecting to them.
package enum ListeningSockets {
  /// A listening socket: its inode, and the path that it was bound by.
  package struct Entry: Sendable, Equatable {
    package let inode: UInt64
    package let path: String

    /// - Parameter line: of `/proc/net/unix`, `Num RefCount Protocol Flags Type St Inode Path`; see proc(5).
    /// - Returns: nil if its socket has no path, or does not listen.
    package init?(line: some StringProtocol) {
      let fields = line.split(separator: " ", maxSplits: 7)
      guard fields.count == 8, let flags = UInt32(fields[3], radix: 16), flags & acceptsConnections != 0, let inode = UInt64(fields[6])
      else { return nil }
      self.inode = inode
      path = String(fields[7].prefix { $0 != "\n" })
    }
  }

  /// `__SO_ACCEPTCON` of the kernel's linux/net.h.
  private static let acceptsConnections: UInt32 = 1 << 16

  /// Those of this network namespace that satisfy a condition. Reads line by line, since the list has no limit.
  package static func entries(where isWanted: (Entry) -> Bool) -> [Entry] {
    guard let table = fopen("/proc/net/unix", "re") else { return [] }
    defer { fclose(table) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var found: [Entry] = []
    while getline(&line, &capacity, table) > 0 {
      if let line, let entry = Entry(line: String(cString: line)), isWanted(entry) { found.append(entry) }
    }
    return found
  }

  /// Whether a socket listens at an absolute path. False proves nothing: one that is bound by another name of the file, or in another
  /// network namespace, is not listed.
  package static func contains(_ path: String) -> Bool {
    // A relative path may belong to another directory.
    path.hasPrefix("/") && !entries { $0.path == path }.isEmpty
  }
}
