import Glibc
import Platform
import SystemPackage
import UserErrors

extension SocketPath {
  /// The fix where the folder of a path that was chosen cannot be used.
  static let folderFix: Fix = "make a directory there that you can write, or choose another path with --socket"

  /// Why a daemon of this user cannot create its socket at a path; nil if nothing is known that keeps it from that. Changes nothing.
  ///
  /// - Parameters:
  ///   - environment: where XDG_RUNTIME_DIR is looked up.
  ///   - user: the user ID of the daemon.
  package static func obstacle(
    at path: String, environment: [String: String] = relevantEnvironment(), user: uid_t = getuid()
  ) -> SocketError? {
    let isDefault = isDefault(path, environment: environment)
    let fix: Fix = isDefault ? .action(RuntimeDirectory.fix) : folderFix
    do throws(SocketError) { try withUnixAddress(path) { _, _ in } } catch {
      return isDefault ? SocketError(error.code, error.userError.summary, fix: fix) : error
    }
    let folder = Files.folder(of: path)
    // The daemon creates this folder; the one above it only in /tmp, where it checks it, too.
    let place = Files.exists(folder) ? folder : Files.folder(of: folder)
    if RuntimeDirectory.isTemporary(place, user: user) { return nil }
    guard let refusal = refusal(by: place, isDefault: isDefault, user: user) else { return nil }
    let thing = isDefault && environment["XDG_RUNTIME_DIR"]?.isEmpty == false ? "XDG_RUNTIME_DIR: \(place)" : "\(place):"
    return SocketError(refusal.code, "\(thing) \(refusal.cause)", fix: fix)
  }

  /// Whether a path is the default one, which XDG_RUNTIME_DIR decides on.
  package static func isDefault(_ path: String, environment: [String: String] = relevantEnvironment()) -> Bool {
    (try? `default`(environment: environment)) == path
  }

  /// Why no file can be created in a folder; nil if one can.
  private static func refusal(by folder: String, isDefault: Bool, user: uid_t) -> (code: SocketError.Code, cause: String)? {
    let error: Errno? = access(folder, W_OK | X_OK) == 0 ? nil : .last
    guard let status = Files.status(of: folder) else {
      let code: SocketError.Code = error == .permissionDenied ? .permission : .unavailable
      return (code, error == .noSuchFileOrDirectory ? "does not exist" : "cannot be used (\(error ?? .noSuchFileOrDirectory))")
    }
    guard status.type == .directory else { return (.unavailable, "is not a folder") }
    // Root may write there, and what it leaves would be in the way of the folder's owner.
    let isPrivate = status.userID.rawValue != user && status.permissions.rawValue & 0o022 == 0
    if isPrivate, isDefault || error == .permissionDenied {
      return (.permission, "belongs to user \(status.userID.rawValue), not to you (\(user))")
    }
    return error.map { (.permission, "is not writable for you (\($0))") }
  }
}
