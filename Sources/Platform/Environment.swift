extension [String: String] {
  /// Reads an environment as the kernel and systemd have it.
  ///
  /// - Parameter entries: `NAME=VALUE` each; others are left out.
  package init(environment entries: some Sequence<some StringProtocol>) {
    self = [:]
    for entry in entries {
      guard let mark = entry.firstIndex(of: "=") else { continue }
      // The first one of a name counts.
      let name = String(entry[..<mark])
      if self[name] == nil { self[name] = String(entry[entry.index(after: mark)...]) }
    }
  }
}
