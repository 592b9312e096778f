import DBus
import Focus
import Glibc
import Platform
import SystemPackage

/// A connection to a display server, which reports the window in front over it. One thread.
final class DisplayConnection {
  private static let chunk = 1 << 16

  private let socket: OwnedDescriptor
  private var client: any FocusProtocol
  private var source: EventSource?
  private let changed: () -> Void
  private let ended: () -> Void
  private var chunk = [UInt8](repeating: 0, count: DisplayConnection.chunk)

  /// - Parameters:
  ///   - environment: of the session.
  ///   - changed: is called when the state may be another one.
  ///   - ended: is called once, when the connection is of no use any more. It may end the connection.
  /// - Throws: `Errno` if nobody listens, or the server is too busy to accept a connection at once.
  init(
    to place: DisplaySocket, environment: [String: String], on loop: borrowing EventLoop, changed: @escaping () -> Void,
    ended: @escaping () -> Void
  ) throws(Errno) {
    socket = try OwnedDescriptor(connectingTo: place.path)
    (self.changed, self.ended) = (changed, ended)
    client =
      switch place {
      case .wayland: WaylandToplevels()
      case .x11(let display, _): XActiveWindow(screen: display.screen, cookie: Self.cookie(display, environment))
      }
    try send(client.start())
    source = try loop.watch(socket.number) { [unowned self] in read() }
  }

  var state: FocusState { client.state }

  private func read() {
    do {
      let count = try systemCall { chunk.withUnsafeMutableBytes { recv(socket.number, $0.baseAddress, $0.count, 0) } }
      guard count > 0 else { return ended() }
      try send(client.receive(Array(chunk[..<count])))
    } catch let error as Errno where error == .resourceTemporarilyUnavailable {
      return
    } catch {
      return ended()
    }
    changed()
  }

  /// Sends a few bytes, for which there is room unless the server hangs.
  private func send(_ bytes: [UInt8]) throws(Errno) {
    guard !bytes.isEmpty else { return }
    let count = try systemCall { bytes.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } }
    if count < bytes.count { throw .resourceTemporarilyUnavailable }
  }

  private static func cookie(_ display: XDisplay, _ environment: [String: String]) -> [UInt8]? {
    let path = environment["XAUTHORITY"] ?? environment["HOME"].map { "\($0)/.Xauthority" }
    guard let path, let file = try? OwnedDescriptor(opening: FilePath(path), .readOnly, options: .nonBlocking),
      let bytes = try? file.readAll(limit: 1 << 16)
    else { return nil }
    return XAuthority.cookie(in: bytes, display: display.number, host: machineName)
  }
}

extension OwnedDescriptor {
  /// Connects to a stream socket, without waiting for its server.
  ///
  /// - Throws: `Errno`; ENAMETOOLONG for a path that no socket has; EAGAIN if too many others wait.
  fileprivate init(connectingTo path: String) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .fileNameTooLong }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = try OwnedDescriptor { socket(AF_UNIX, kind, 0) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try systemCall {
      withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor.number, $0, size) } }
    }
    self = descriptor
  }
}
