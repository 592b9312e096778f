import Glibc
import Platform
import SystemPackage
import UserErrors

/// A secret in the first line of a file that only the user can read.
package enum SecretFile {
  private static let sizeLimit = 4096
  /// What cannot be guessed, and is short enough for an address.
  private static let tokenLengths = 16...128

  /// Reads it, without the end of the line.
  ///
  /// - Parameters:
  ///   - kind: what it is, in a word.
  ///   - isGuarded: whether others cannot read the file for other reasons than its mode.
  static func read(_ path: String, _ kind: String, isGuarded: Bool = false) throws(UserError) -> String {
    if !isGuarded, let file = Files.status(of: path), file.type == .regular, file.permissions.rawValue & 0o077 != 0 {
      let fix: Fix =
        file.userID.rawValue == geteuid() ? .command("chmod 600 \(FilePath(path))") : "copy the \(words: kind) to a file of your own"
      throw UserError("\(path): others can read this \(kind)", fix: fix, exitStatus: .configuration)
    }
    let bytes: [UInt8]
    do throws(RegularFileError) {
      bytes = try RegularFile(opening: FilePath(path), limit: sizeLimit).readAll()
    } catch {
      if error == .notRegular(.directory) {
        throw UserError("\(path): is a folder", fix: "name the file with the \(words: kind)", exitStatus: .configuration)
      }
      let fix = error.fix(
        of: FilePath(path),
        else: error.isMissing
          ? "write the \(words: kind) into it, and run chmod 600 on it" : "write the \(words: kind) into a file of your own, and name that")
      throw UserError("\(path): \(error)", fix: fix, exitStatus: .configuration)
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty, !line.contains(0), let secret = String(validating: line, as: UTF8.self) else {
      throw UserError("\(path): no \(kind) in its first line", fix: "write it there in UTF-8", exitStatus: .configuration)
    }
    return secret
  }

  /// Reads a token that can be a part of an address.
  package static func readToken(_ path: String) throws(UserError) -> String {
    let token = try read(path, "token")
    guard tokenLengths.contains(token.utf8.count), token.utf8.allSatisfy(\.isOfPlainName) else {
      throw UserError(
        "\(path): a token has \(tokenLengths.lowerBound) to \(tokenLengths.upperBound) letters, digits, - and _",
        fix: "run `openssl rand -hex 32` for one", exitStatus: .configuration)
    }
    return token
  }
}
