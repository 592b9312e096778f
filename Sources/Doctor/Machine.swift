import Glibc
import Platform

/// Whether a user's session is logind's active one at the computer's own screen.
func hasSeat(_ user: uid_t) -> Bool {
  Files.text(of: "/run/systemd/seats/seat0")?.split(separator: "\n").contains("ACTIVE_UID=\(user)") ?? false
}
