import Camera
import EventProtocol
import EventSocket
import Glibc

extension SocketFacts {
  /// How long swiped may take to say what it says at once when all is well, in seconds.
  private static let patience: Int32 = 2

  /// - Parameter explicit: from the command line, or else the configuration.
  static func gathered(explicit: String?, environment: [String: String], manager: ServiceManager) -> SocketFacts {
    do throws(SocketError) {
      let path: String = if let explicit { explicit } else { try SocketPath.default(environment: environment) }
      let file = file(path)
      return SocketFacts(path: path, file: file, answer: answer(path, file, manager), userID: getuid())
    } catch {
      var facts = SocketFacts(path: "", file: .absent, answer: .notTried, userID: getuid(), noPath: error.message)
      facts.hasUserFolder = exists("/run/user/\(getuid())")
      return facts
    }
  }

  private static func file(_ path: String) -> File {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .absent }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return .socket(owner: status.st_uid)
    case S_IFDIR: return .other("a directory")
    case S_IFLNK: return .other("a symbolic link")
    case S_IFREG: return .other("a file")
    default: return .other("a device or pipe")
    }
  }

  /// Names of the processes that listen there, as far as this user may see them; nil when nobody does.
  private static func listeners(_ path: String) -> [String]? {
    let lines = text(of: "/proc/net/unix")?.split(separator: "\n").map { $0.split(separator: " ") } ?? []
    // Address, references, protocol, flags (0x10000: listens), type, state, inode, path.
    guard let line = lines.first(where: { $0.count >= 8 && $0[3] == "00010000" && $0[7...].joined(separator: " ") == path }) else {
      return nil
    }
    let socket = "socket:[\(line[6])]"
    return Files.entries(of: "/proc").filter { process in
      Int(process) != nil && Files.entries(of: "/proc/\(process)/fd").contains { Files.target(of: "/proc/\(process)/fd/\($0)") == socket }
    }.compactMap { text(of: "/proc/\($0)/comm")?.split(separator: "\n").first.map(String.init) }
  }

  private static func answer(_ path: String, _ file: File, _ manager: ServiceManager) -> Answer {
    guard file == .socket(owner: getuid()) else { return .notTried }
    switch manager {
    case .none: break
    case .unreachable:
      guard let listeners = listeners(path) else { return .refused }
      guard listeners.contains(where: { $0 != "systemd" }) else { return .notTried }
    case .answers(_, let socket):
      // "listening" and not "running": the service has not got it.
      if socket.sub == "listening", socket.listen.hasPrefix(path + " ") { return .startsDaemon }
    }
    do {
      var client = try EventClient(path: path)
      guard case .line(let line) = try client.next(within: patience) else {
        return .silent(why: "the connection was closed at once")
      }
      guard case .hello(let hello)? = try client.event(in: line) else { return .silent(why: "what listens there is not swiped") }
      return .hello(hello)
    } catch {
      switch error.code {
      case .notRunning: return .refused
      case .permission: return .denied(why: "permission denied")
      case .badAnswer: return .silent(why: "nothing that swiped would say came within \(patience) s")
      default: return .silent(why: error.message)
      }
    }
  }
}
