import Glibc
import Platform

/// Whether this user's session is logind's active one at the computer's own screen.
func hasSeat() -> Bool {
  Files.text(of: "/run/systemd/seats/seat0")?.split(separator: "\n").contains("ACTIVE_UID=\(getuid())") ?? false
}
