import CLinux
import Glibc

/// The environment of this process.
package enum Environment {
  /// All its variables.
  package static var current: [String: String] {
    var entries: [String] = []
    var next = linux_environment()
    while let entry = next?.pointee {
      entries.append(String(cString: entry))
      next = next?.advanced(by: 1)
    }
    return [String: String](environment: entries)
  }

  /// The value of a variable; nil if it is not set.
  package static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

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

/// The variables by which folders, programs and the session bus are found.
package func relevantEnvironment() -> [String: String] {
  let names = [
    "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME", "PATH", "SWIPED_RUNTIME", "DBUS_SESSION_BUS_ADDRESS",
    "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "LC_ALL", "LC_MESSAGES", "LANG",
  ]
  return Environment.current.filter { names.contains($0.key) }
}
