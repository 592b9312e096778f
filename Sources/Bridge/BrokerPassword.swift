import Platform
import UserErrors

/// The password for the broker, from a file that only the user can read.
package enum BrokerPassword {
  /// The name of systemd's credential.
  static let credential = "mqtt-password"

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
    return try SecretFile.read(path, "password", isGuarded: file == nil)
  }
}
