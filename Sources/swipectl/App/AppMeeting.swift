import EventProtocol
import EventSocket
import Glibc
import Platform
import Product
import SystemPackage

/// Where starts of the app meet that open the same: the first one serves the page, and further ones show it.
struct AppMeeting: ~Copyable {
  /// The path of the socket at which the first start sends addresses.
  let socket: FilePath
  /// Locked by the first start until it ends.
  private let lock: OwnedDescriptor

  /// What another start serves.
  struct Invitation: ~Copyable {
    /// The address to open, which works once.
    let address: String
    /// Ends when a page has come, or the other start has ended.
    let connection: OwnedDescriptor
  }

  enum Place: ~Copyable {
    case first(AppMeeting)
    case further(Invitation)
  }

  /// The time in which a start that is first must listen, or one that ends must have ended.
  private static let patienceNs: UInt64 = 20_000_000_000

  /// - Parameter options: what the page depends on, beside the program: starts meet that have the same.
  /// - Returns: nil if there is no place to meet; such a start serves a page of its own.
  static func join(_ options: [String], environment: [String: String]) -> Place? {
    let program = Files.resolve("/proc/self/exe") ?? ""
    let names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { environment[$0] ?? "" }
    let name = "app-\(digest(([Version.current, program] + names + options).joined(separator: "\0")))"
    guard let folder = try? PageFile.prepareFolder(environment: environment) else { return nil }
    let socket = folder.appending("\(name).sock")
    guard
      let lock = try? OwnedDescriptor(
        opening: folder.appending("\(name).lock"), .readWrite, options: [.create, .noFollow], permissions: .ownerReadWrite)
    else { return nil }
    let deadlineNs = monotonicNs() + patienceNs
    while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
      if let invitation = invitation(at: socket, untilNs: deadlineNs) { return .further(invitation) }
      guard monotonicNs() < deadlineNs else { return nil }
      usleep(20_000)
    }
    return .first(AppMeeting(socket: socket, lock: lock))
  }

  private init(socket: FilePath, lock: consuming OwnedDescriptor) {
    self.socket = socket
    self.lock = lock
  }

  deinit { socket.withPlatformString { _ = unlink($0) } }

  /// FNV-1a: a short name, since the paths of sockets are. Whoever could find another text of the same name is this user.
  private static func digest(_ text: String) -> String {
    String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }

  /// - Returns: nil if nobody listens there, or ends before it answers.
  private static func invitation(at socket: FilePath, untilNs: UInt64) -> Invitation? {
    guard let connection = try? unixSocket(), (try? withUnixAddress(socket.string) { connect(connection.number, $0, $1) }) == 0 else {
      return nil
    }
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      guard wait(for: connection.number, wake: -1, untilNs: untilNs) == .ready else { return nil }
      var byte: UInt8 = 0
      guard (try? withUnsafeMutableBytes(of: &byte) { try connection.read(into: $0) }) == 1 else { return nil }
      line.append(byte)
    }
    return Invitation(address: String(decoding: line.dropLast(), as: UTF8.self), connection: connection)
  }
}
