import Platform
import Product
import SystemPackage
import Web

/// The certificate with which the bridge proves to browsers of other machines who it is.
package enum PageCertificate {
  private static let sizeLimit = 256 * 1024

  /// Reads the two files.
  ///
  /// - Parameters:
  ///   - certificate: the path of the certificate, which need not be secret.
  ///   - key: the path of its key, which only the user can read.
  package static func read(certificate: String, key: String) throws(UserError) -> ServerTLS {
    let chain: [UInt8]
    do throws(RegularFileError) {
      chain = try RegularFile(opening: FilePath(certificate), limit: sizeLimit).readAll()
    } catch {
      let fix = error.fix(else: "give --certificate the file that the authority has made")
      throw UserError("\(certificate): \(error)", fix: fix, exitStatus: .configuration)
    }
    let secret = try SecretFile.readAll(key, "key")
    do throws(ServerTLS.Failure) {
      return try ServerTLS(certificate: chain, key: secret)
    } catch {
      throw switch error {
      case .certificate:
        UserError("\(certificate): no certificate in PEM", fix: "convert it with openssl x509", exitStatus: .configuration)
      case .key:
        UserError(
          "\(key): no private key in PEM without a passphrase", fix: "convert it with openssl pkey", exitStatus: .configuration)
      case .mismatch:
        UserError("\(key): not the key of \(certificate)", fix: "give --key the one that was made with it", exitStatus: .configuration)
      }
    }
  }
}
