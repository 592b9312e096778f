import Platform
import Product
import SystemPackage

/// The password for the broker, from a file that only the user can read.
package enum BrokerPassword {
  /// The name of systemd's credential.
  static let credential = "mqtt-password"
  private static let sizeLimit = 4096

  /// Reads the file, or else the credential, if there is one.
  ///
  /// - Parameters:
  ///   - file: the configured file; nil if there is none.
  ///   - credentials: `$CREDENTIALS_DIRECTORY`, where systemd puts the credentials of a service.
  /// - Returns: the first line, without its end; nil if there is no password.
  package static func read(file: String?, credentials: String?) throws(UserError) -> String? {
    let path = file ?? credentials.map { "\($0)/\(credential)" }
    guard let path, file != nil || Files.exists(path) else { return nil }
    // systemd guards its own folder.
    if file != nil, let mode = Files.status(of: path)?.permissions, mode.rawValue & 0o077 != 0 {
      throw UserError("\(path): others can read this password", fix: .command("chmod 600 \(FilePath(path))"), exitStatus: .configuration)
    }
    let bytes: [UInt8]
    do throws(RegularFileError) {
      bytes = try RegularFile(opening: FilePath(path), limit: sizeLimit).readAll()
    } catch {
      let fix = error.fix(else: "write the password into it, and run chmod 600 on it")
      throw UserError("\(path): \(error)", fix: fix, exitStatus: .configuration)
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty, !line.contains(0), let password = String(validating: line, as: UTF8.self) else {
      throw UserError("\(path): no password in its first line", fix: "write it there in UTF-8", exitStatus: .configuration)
    }
    return password
  }
}
