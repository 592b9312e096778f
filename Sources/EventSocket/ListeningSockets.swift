import Glibc

/// The sockets that the kernel shows as listening, found without touching them.
package enum ListeningSockets {
  /// Whether one is bound to an absolute path. False proves nothing: one bound by another name of the file, or in another network
  /// namespace, is not seen.
  static func contains(_ path: String) -> Bool {
    // A relative one may be another directory's.
    guard path.hasPrefix("/"), let table = fopen("/proc/net/unix", "re") else { return false }
    defer { fclose(table) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, table) > 0 {
      if let line, self.path(in: String(cString: line)) == path { return true }
    }
    return false
  }

  /// The path of a line of the table, if its socket listens: `Num RefCount Protocol Flags Type St Inode Path`; see proc(5).
  package static func path(in line: String) -> String? {
    let fields = line.split(separator: " ", maxSplits: 7)
    guard fields.count == 8, let flags = UInt32(fields[3], radix: 16), flags & acceptsConnections != 0 else { return nil }
    return String(fields[7].prefix { $0 != "\n" })
  }

  /// `__SO_ACCEPTCON` of the kernel's linux/net.h.
  private static let acceptsConnections: UInt32 = 1 << 16
}
