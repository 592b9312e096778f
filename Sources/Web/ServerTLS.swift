import NIOSSL

/// What a server needs for TLS: its certificate and the key of that.
package struct ServerTLS: Sendable {
  /// What cannot be used.
  package enum Failure: Error {
    case certificate, key
    /// Both can be read, and do not belong together.
    case mismatch
  }

  private let context: NIOSSLContext

  /// - Parameters:
  ///   - certificate: PEM, with the certificates of the authorities between it and the one that browsers trust.
  ///   - key: PEM, without a passphrase.
  package init(certificate: [UInt8], key: [UInt8]) throws(Failure) {
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificate), !chain.isEmpty else { throw .certificate }
    guard let key = try? NIOSSLPrivateKey(bytes: key, format: .pem) else { throw .key }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    // Browsers have refused older ones since 2020.
    configuration.minimumTLSVersion = .tlsv12
    // A client that does not answer the end of the connection would keep it open.
    configuration.shutdownTimeout = .seconds(1)
    guard let context = try? NIOSSLContext(configuration: configuration) else { throw .mismatch }
    self.context = context
  }

  /// The handler between a connection and all others.
  func makeHandler() -> NIOSSLServerHandler { NIOSSLServerHandler(context: context) }
}
