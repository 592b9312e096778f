import Glibc
import Platform
import SystemPackage
import UserErrors

/// Allows this user to press keys, once the desktop has asked for a password: what the check of the keys proposes, without a terminal.
package struct KeyPermission: Sendable {
  /// How long a person may take for the password.
  private static let patience = Duration.seconds(180)

  private let asker: String, swipectl: String

  /// - Parameters:
  ///   - asker: the path of the program that asks for the password.
  ///   - swipectl: the path of the program that allows the keys.
  /// - Returns: nil where the desktop cannot ask, because it has no polkit.
  package init?(asker: String = "/usr/bin/pkexec", swipectl: String = Files.program("swipectl").string) {
    guard access(asker, X_OK) == 0 else { return nil }
    (self.asker, self.swipectl) = (asker, swipectl)
  }

  /// Asks for the password, and allows the keys.
  ///
  /// - Throws: if the person refuses, or it cannot be done.
  func obtain() throws(KeyRefusal) {
    var code = ErrorCode.keysNotAllowed
    let cause: String
    do throws(Errno) {
      let (bytes, exit) = try ChildProcess.output(of: [asker, swipectl, "allow-keys"], mergingErrors: true, within: Self.patience)
      switch exit {
      case .exited(status: 0): return
      // As pkexec(1) says of a dialog that was closed.
      case .exited(status: 126): (code, cause) = (.keysWithoutPassword, "the password was not given")
      default:
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last
        cause = line.map(String.init) ?? "\(FilePath(asker).lastComponent?.string ?? asker) has failed"
      }
    } catch {
      cause = "\(asker) cannot be run (\(error))"
    }
    let error = UserError("keys: are not allowed yet: \(cause)", fix: .command("sudo \(swipectl) allow-keys"), exitStatus: .notPermitted)
    throw KeyRefusal(userError: error, fact: Fact(code, ["error": cause]))
  }
}

/// Why this user may still press no keys.
struct KeyRefusal: UserFacingError {
  let userError: UserError
  let fact: Fact
}
