import Glibc
import NIOCore
import NIOSSL
import Product
import SystemPackage

/// An IPv4 or IPv6 address of this machine.
package struct ServerIP: Sendable, Equatable {
  /// The address at which only programs of this machine can connect.
  package static let loopback = ServerIP(unchecked: "127.0.0.1")

  package let text: String

  private init(unchecked text: String) { self.text = text }

  /// - Returns: nil for what is no IP address.
  package init?(_ text: String) {
    guard (try? SocketAddress(ipAddress: text, port: 0)) != nil else { return nil }
    self.text = text
  }

  /// As in an address of the web.
  package func authority(port: Int) -> String { text.contains(":") ? "[\(text)]:\(port)" : "\(text):\(port)" }
}

/// Where a server listens, and whether with TLS.
package struct ServerAddress: Sendable {
  package let ip: ServerIP
  /// 0 for any free one.
  let port: Int
  package let tls: ServerTLS?

  package init(_ ip: ServerIP = .loopback, port: Int, tls: ServerTLS? = nil) { (self.ip, self.port, self.tls) = (ip, port, tls) }
}

extension UserError {
  /// The error of an address at which the server cannot listen.
  static func listening(_ address: ServerAddress, _ error: any Error, _ portFix: Fix) -> UserError {
    let name = address.ip.authority(port: address.port)
    guard let error = error as? IOError else { return UserError("\(name): \(error)", exitStatus: .unavailable) }
    switch error.errnoCode {
    case EADDRINUSE: return UserError("\(name): another program listens there", fix: portFix, exitStatus: .unavailable)
    case EADDRNOTAVAIL:
      return UserError(
        "\(name): this machine does not have the address", fix: "choose one that `ip address` shows, or 0.0.0.0 for all",
        exitStatus: .unavailable)
    case EACCES:
      return UserError(
        "\(name): ports below 1024 need the administrator", fix: "choose a --port from 1024 to 65535", exitStatus: .notPermitted)
    default: return UserError("\(name): \(Errno(rawValue: error.errnoCode))", fix: "choose another --port", exitStatus: .unavailable)
    }
  }
}
