import EventProtocol
import EventSocket
import Glibc
import Platform
import SystemPackage
import UserErrors

/// Where starts of the app meet that open the same: the first one serves the page, and further ones show it.
struct AppMeeting: ~Copyable {
  /// The path of the socket at which the first start sends addresses.
  let socket: FilePath
  /// Locked by the first start until it ends. Its text is the port of the last page.
  private let lock: OwnedDescriptor

  /// What another start serves.
  struct Invitation: ~Copyable {
    /// The address to open, which works once.
    let address: String
    /// Gets a line when a browser has opened the address. Ends then, or when that has taken too long, or the other start has ended.
    fileprivate let connection: OwnedDescriptor

    enum Outcome { case opened, unopened, stopped }

    /// The time in which the other start must say that no browser has opened the address: more than it waits for that.
    private static let patienceNs: UInt64 = 70_000_000_000

    /// Waits until a browser has opened the address.
    ///
    /// - Parameter end: ends the wait as well.
    func wait(_ end: AppEnd) -> Outcome {
      let untilNs = monotonicNs() + Self.patienceNs
      switch Platform.wait(for: connection.number, wake: end.descriptor, untilNs: untilNs) {
      case .ready: return AppMeeting.readLine(connection, untilNs: untilNs, end) == nil ? .unopened : .opened
      case .woken: return .stopped
      case .timedOut: return .unopened
      }
    }
  }

  enum Place: ~Copyable {
    case first(AppMeeting)
    case further(Invitation)
    /// None, since this start is to end.
    case stopped
  }

  /// The time in which a start that is first must answer, or one that ends must have ended.
  private static let patienceNs: UInt64 = 3_000_000_000

  /// - Parameters:
  ///   - options: what the page depends on, beside the program: starts meet that have the same.
  ///   - end: ends the wait for another start.
  /// - Returns: nil if there is no place to meet, or the first start does not answer; such a start serves a page of its own.
  static func join(_ options: [String], environment: [String: String], _ end: AppEnd) -> Place? {
    let program = Files.resolve("/proc/self/exe") ?? ""
    let names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { environment[$0] ?? "" }
    // Short, since the paths of sockets are. Whoever could find another text of the same name is this user.
    let name = "app-\(fnv1a(([Version.current, program] + names + options).joined(separator: "\0").utf8).hexadecimal)"
    guard let folder = try? AddressFile.prepareFolder(environment: environment) else { return nil }
    let socket = folder.appending("\(name).sock")
    guard
      let lock = try? OwnedDescriptor(
        opening: folder.appending("\(name).lock"), .readWrite, options: [.create, .noFollow], permissions: .ownerReadWrite)
    else { return nil }
    let deadlineNs = monotonicNs() + patienceNs
    while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
      if let invitation = invitation(at: socket, untilNs: deadlineNs, end) { return .further(invitation) }
      let nowNs = monotonicNs()
      if wait(for: -1, wake: end.descriptor, untilNs: nowNs + 20_000_000) == .woken { return .stopped }
      guard nowNs < deadlineNs else { return nil }
    }
    return .first(AppMeeting(socket: socket, lock: lock))
  }

  private init(socket: FilePath, lock: consuming OwnedDescriptor) {
    self.socket = socket
    self.lock = lock
  }

  /// The port at which the last page was served; nil if there was none. A page that waits there goes on with the next one.
  var port: Int? {
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = bytes.withUnsafeMutableBytes { pread(lock.number, $0.baseAddress, $0.count, 0) }
    guard count > 0, let port = Int(String(decoding: bytes.prefix(count), as: UTF8.self)), 1024...65535 ~= port else { return nil }
    return port
  }

  /// Keeps the port for the next start. One that cannot be kept is another one next time.
  func keep(port: Int) {
    let text = Array("\(port)".utf8)
    guard ftruncate(lock.number, 0) == 0 else { return }
    _ = text.withUnsafeBytes { pwrite(lock.number, $0.baseAddress, $0.count, 0) }
  }

  deinit { socket.withPlatformString { _ = unlink($0) } }

  /// - Returns: nil if nobody listens there, or answers in time.
  private static func invitation(at socket: FilePath, untilNs: UInt64, _ end: AppEnd) -> Invitation? {
    // Without blocking: where too many wait for a start that answers nobody, the kernel would let this one wait as well.
    guard let connection = try? unixSocket(blocking: false),
      (try? withUnixAddress(socket.string) { connect(connection.number, $0, $1) }) == 0,
      let address = readLine(connection, untilNs: untilNs, end)
    else { return nil }
    return Invitation(address: address, connection: connection)
  }

  /// - Returns: nil if it ends before, takes too long, or this start is to end.
  fileprivate static func readLine(_ connection: borrowing OwnedDescriptor, untilNs: UInt64, _ end: AppEnd) -> String? {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      guard wait(for: connection.number, wake: end.descriptor, untilNs: untilNs) == .ready else { return nil }
      var byte: UInt8 = 0
      guard (try? withUnsafeMutableBytes(of: &byte) { try connection.read(into: $0) }) == 1 else { return nil }
      line.append(byte)
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}
