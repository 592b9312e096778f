import Glibc
import Platform
import SystemPackage
import UserErrors

/// The folder for a user's sockets: `XDG_RUNTIME_DIR`, or a substitute in a container, after `su -`, or in `env -i`.
package struct RuntimeDirectory: Sendable, Equatable {
  package let path: String
  /// Whether the environment names the folder. If not, a message must show the path.
  package let isFromEnvironment: Bool

  /// The value of the variable; else `/run/user/UID` if it exists and belongs to the user; else `/tmp/swiped-UID`, which may not exist yet.
  ///
  /// - Parameters:
  ///   - environment: the environment of the process; an empty variable counts as unset.
  ///   - user: the user ID of the process.
  ///   - status: returns the status of the file at a path, without following a symbolic link; nil if there is none.
  /// - Throws: ``UserError``: the variable is not an absolute path, or the folder in `/tmp` belongs to another user.
  package init(
    environment: [String: String], user: uid_t = getuid(), status: (String) -> Stat? = Files.status(ofLink:)
  ) throws(UserError) {
    if let path = environment["XDG_RUNTIME_DIR"], !path.isEmpty {
      guard path.hasPrefix("/") else { throw Self.error("XDG_RUNTIME_DIR: \"\(path)\" is not an absolute path", fix: Self.fix) }
      self.init(path: path, isFromEnvironment: true)
      return
    }
    let login = "/run/user/\(user)"
    if let found = status(login), found.type == .directory, found.userID.rawValue == user {
      self.init(path: login, isFromEnvironment: false)
      return
    }
    let path = Self.temporary(user)
    if let found = status(path) { try Self.check(found, path, user) }
    self.init(path: path, isFromEnvironment: false)
  }

  private init(path: String, isFromEnvironment: Bool) {
    self.path = path
    self.isFromEnvironment = isFromEnvironment
  }

  /// Creates the private folder in `/tmp`, if a path is below it.
  ///
  /// - Throws: ``UserError`` if the folder does not belong to the user or is not private. Everybody can write to `/tmp`: a
  ///   folder of another user could contain that user's socket.
  package static func prepare(for path: String, user: uid_t = getuid()) throws(UserError) {
    let temporary = temporary(user)
    guard path.hasPrefix(temporary + "/"), mkdir(temporary, 0o700) != 0 else { return }
    let cause = Errno.last
    guard let found = Files.status(ofLink: temporary) else {
      throw error("\(temporary): cannot be created: \(cause)", fix: fix)
    }
    try check(found, temporary, user)
  }

  /// Whether a folder is the private one in `/tmp`, which ``prepare(for:user:)`` creates and checks.
  package static func isTemporary(_ path: String, user: uid_t = getuid()) -> Bool { path == temporary(user) }

  /// The folder for a user without a login session.
  private static func temporary(_ user: uid_t) -> String { "/tmp/swiped-\(user)" }

  /// The fix for a folder that cannot be used.
  package static let fix: Fix.Words = "set XDG_RUNTIME_DIR to a folder of your own, or choose a path with --socket"

  private static func check(_ found: Stat, _ path: String, _ user: uid_t) throws(UserError) {
    guard found.userID.rawValue == user else {
      throw error("\(path): belongs to user \(found.userID.rawValue), not to you (\(user))", fix: fix)
    }
    guard found.type == .directory else { throw error("\(path): is not a folder", fix: "remove it, or \(fix)") }
    let makePrivate: ShellCommand = "chmod 700 \(path)"
    guard found.permissions.rawValue & 0o077 == 0 else {
      throw error("\(path): is open to other users", fix: "run \(makePrivate), or \(fix)")
    }
  }

  private static func error(_ summary: String, fix: Fix.Words) -> UserError {
    UserError(summary, fix: .action(fix), exitStatus: .configuration)
  }
}
