import Glibc
import Platform

// What several checks ask of the machine. Nothing here changes it.

/// The variables by which folders are found.
func relevantEnvironment() -> [String: String] {
  var found: [String: String] = [:]
  for name in ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME", "SWIPED_RUNTIME"] {
    if let value = getenv(name) { found[name] = String(cString: value) }
  }
  return found
}

/// Whether this user's session is logind's active one at the computer's own screen.
func hasSeat() -> Bool {
  Files.text(of: "/run/systemd/seats/seat0")?.split(separator: "\n").contains("ACTIVE_UID=\(getuid())") ?? false
}
