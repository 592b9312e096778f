import EventProtocol
import EventSocket
import Glibc
import Platform
import SystemPackage

extension SocketFacts {
  /// The time that swiped has to greet, which it does at once when it works.
  private static let patience = Duration.seconds(2)

  /// - Parameters:
  ///   - given: from the command line.
  ///   - configured: from the configuration.
  static func gathered(given: String?, configured: String?, environment: [String: String], manager: ServiceManager) -> SocketFacts {
    do throws(SocketError) {
      let path: String = if let path = given ?? configured { path } else { try SocketPath.default(environment: environment) }
      var facts = SocketFacts(path: path, file: file(path), answer: .notTried, userID: getuid())
      facts.hasUserFolder = Files.exists("/run/user/\(getuid())")
      facts.isGiven = given != nil
      facts.isDefault = given == nil && configured == nil
      facts.isForeignFolder =
        environment["XDG_RUNTIME_DIR"].flatMap { Files.status(of: $0) }.map { $0.userID.rawValue != getuid() } ?? false
      if facts.file == .absent { facts.obstacle = SocketPath.obstacle(at: path, environment: environment)?.userError }
      facts.lockHolder = Process.lockHolder(beside: path)
      facts.ask(manager)
      return facts
    } catch {
      var facts = SocketFacts(path: "", file: .absent, answer: .notTried, userID: getuid(), noPath: error.description)
      facts.hasUserFolder = Files.exists("/run/user/\(getuid())")
      return facts
    }
  }

  private static func file(_ path: String) -> File {
    guard let status = Files.status(ofLink: path) else { return .absent }
    switch status.type {
    case .socket: return .socket(owner: status.userID.rawValue)
    case .directory: return .other("a directory")
    case .symbolicLink: return .other("a symbolic link")
    case .regular: return .other("a file")
    default: return .other("a device or pipe")
    }
  }

  /// Whether only systemd listens at the socket, as far as this user can see.
  private static func isSystemd(at path: String) -> Bool {
    // The path may lead here by another folder's name.
    let sockets = ListeningSockets.entries { isSame($0.path, path) }.map { FilePath("socket:[\($0.inode)]") }
    guard !sockets.isEmpty else { return false }
    let listeners = Files.entries(of: "/proc").filter { process in
      Int(process) != nil
        && Files.entries(of: "/proc/\(process)/fd").contains {
          Files.target(of: FilePath("/proc/\(process)/fd/\($0)")).map(sockets.contains) ?? false
        }
    }
    return listeners.allSatisfy { Files.text(of: "/proc/\($0)/comm") == "systemd\n" }
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    guard path.hasPrefix("/"), let first = Files.status(of: path), let second = Files.status(of: other) else { return false }
    return first.isSameFile(as: second)
  }

  /// Connects, unless that could start the daemon.
  private mutating func ask(_ manager: ServiceManager) {
    guard file == .socket(owner: userID) else { return }
    switch manager {
    case .none: break
    case .unreachable:
      if Self.isSystemd(at: path) { return }
    case .answers(_, let socket):
      // "listening" and not "running": the service does not have the socket.
      if socket.sub == "listening", socket.listen.contains(path) {
        answer = .startsDaemon
        return
      }
    }
    do {
      let deadline = Deadline(after: Self.patience)
      var client = try EventClient(path: path, until: deadline)
      client.unsubscribe(until: deadline)
      listener = client.peer.map { Process($0.process) ?? Process(id: $0.process, name: nil, user: $0.user) }
      if listener?.id == 0 { listener = nil }
      answer = try Self.greeting(&client, until: deadline)
      // It follows the greeting.
      if case .hello = answer, case .line(let line)? = try? client.next(until: deadline),
        case .status(let status)? = try? client.event(in: line)
      {
        self.status = status
      }
    } catch {
      answer = Self.answer(error)
    }
  }

  private static func greeting(_ client: inout EventClient, until deadline: Deadline) throws(SocketError) -> Answer {
    guard case .line(let line) = try client.next(until: deadline) else { return .silent(why: "the connection was closed at once") }
    guard case .hello(let hello)? = try client.event(in: line) else { return .silent(why: "the program that listens there is not swiped") }
    return .hello(hello)
  }

  private static func answer(_ error: SocketError) -> Answer {
    switch error.code {
    case .notRunning: .refused
    case .permission: .denied(why: "permission denied")
    case .refused(let refusal): .declined(why: refusal.message)
    case .badAnswer, .silent: .silent(why: "no message of swiped came within \(patience.components.seconds) s")
    default: .silent(why: error.description)
    }
  }
}

extension SocketFacts.Process {
  /// Reads a process from /proc; nil when it has ended, or is in another PID namespace.
  init?(_ id: Int32) {
    guard id > 0, let status = Files.status(of: "/proc/\(id)") else { return nil }
    self.init(id: id, name: Self.name(id), user: status.userID.rawValue, isStopped: Files.processField(3, of: id) == "T")
  }

  /// The name of the program, which a process cannot choose; of another user's, the name that the process has.
  private static func name(_ id: Int32) -> String? {
    if let program = Files.target(of: FilePath("/proc/\(id)/exe"))?.lastComponent {
      return program.string.replacing(" (deleted)", with: "")
    }
    return Files.text(of: "/proc/\(id)/comm")?.split(separator: "\n").first.map(String.init)
  }

  /// The process that holds the lock beside a socket.
  static func lockHolder(beside socket: String) -> Self? { FileLocks.holder(of: FilePath(socket + ".lock")).flatMap { Self($0) } }
}
