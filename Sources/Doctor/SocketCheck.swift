import EventProtocol
import Platform
import Systemd
import UserErrors

/// What is known about the daemon's socket.
package struct SocketFacts: Sendable {
  package enum File: Sendable, Equatable {
    case absent
    case socket(owner: UInt32)
    /// `a directory`
    case other(String)
  }

  /// The result of connecting.
  package enum Answer: Sendable, Equatable {
    case hello(Hello)
    /// Nobody listens.
    case refused
    /// Connected, but nothing that swiped would send came.
    case silent(why: String)
    /// It is swiped, and refuses the connection.
    case declined(why: String)
    /// The system does not allow it.
    case denied(why: String)
    /// systemd listens and would start the daemon for a connection: not tried.
    case startsDaemon
    /// Whether systemd listens is not known: not tried.
    case notTried
  }

  /// A process as the kernel shows it.
  package struct Process: Sendable, Equatable {
    package var id: Int32
    /// The name of its program; nil when this user may not see it.
    package var name: String?
    package var user: UInt32
    /// Whether Ctrl-Z or a signal has stopped it.
    package var isStopped = false

    package init(id: Int32, name: String?, user: UInt32, isStopped: Bool = false) {
      self.id = id
      self.name = name
      self.user = user
      self.isStopped = isStopped
    }
  }

  /// Why there is no path for it; nil when there is one.
  package var noPath: String?
  package var path: String
  package var file: File
  package var answer: Answer
  /// The process that listens there; nil without a connection.
  package var listener: Process?
  /// What swiped says of itself there; nil if it does not answer.
  package var status: Status?
  /// The process that holds the lock beside the socket; nil when none does, or it cannot be seen.
  package var lockHolder: Process?
  /// The user who runs the check.
  package var userID: UInt32
  package var hasUserFolder = true
  /// Whether the path was given on the command line, so that the service may listen elsewhere.
  package var isGiven = false
  /// Whether the path is the default one, in XDG_RUNTIME_DIR.
  package var isDefault = true
  /// What keeps swiped from creating the socket; nil if nothing does, or it is there.
  package var obstacle: UserError?
  /// Whether XDG_RUNTIME_DIR belongs to another user, as after `su` without `-`.
  package var isForeignFolder = false

  package init(path: String, file: File, answer: Answer, userID: UInt32 = 1000, noPath: String? = nil) {
    self.noPath = noPath
    self.path = path
    self.file = file
    self.answer = answer
    self.userID = userID
  }

  /// - Parameter service: nil when there is no service manager.
  package func check(_ service: UnitState?) -> Finding {
    if let noPath { return .failed("socket", noPath, fix: ownFolder).saying(.socketHasNoPath, ["error": noPath]) }
    let service = isGiven ? nil : service
    if let obstacle {
      let finding: Finding = isDefault ? .failed("socket", obstacle.summary, fix: ownFolder) : .failed("socket", obstacle)
      return finding.saying(messageAs: .socketObstacle)
    }
    let values = ["path": path]
    switch file {
    case .absent where service?.isRunning == true:
      return .failed("socket", "\(path): not there, although swiped.service is active", fix: FixCommand.restartService)
        .saying(.socketGone, values)
    case .absent: return .note("socket", "\(path): not there, because swiped is not running").saying(.socketAbsent, values)
    case .other(let kind) where isDefault:
      return .failed("socket", "\(path): \(kind) is in its way", fix: FixCommand.moveAway(path)).saying(.socketBlocked, values)
    case .other(let kind):
      return .failed("socket", "\(path): \(kind) is in its way; \(Self.another)", fix: nil).saying(.socketPathBlocked, values)
    case .socket(let owner) where owner != userID:
      let whose = "\(path): belongs to user \(owner), not to you (\(userID))"
      let users = ["path": path, "owner": "\(owner)", "user": "\(userID)"]
      if isDefault && isForeignFolder {
        return .failed("socket", "\(whose), as does XDG_RUNTIME_DIR", fix: ownFolder).saying(.socketOfOtherUser, users)
      }
      return .failed("socket", "\(whose), whose swiped may be running; \(Self.another)", fix: lockHolder.map { FixCommand.show($0.id) })
        .saying(.socketPathOfOtherUser, users)
    case .socket: return check(answer, service)
    }
  }

  private static let another = "choose another path with --socket, or socket.path in the configuration"

  private var ownFolder: ShellCommand { hasUserFolder ? FixCommand.setRuntimeDirectory : "export XDG_RUNTIME_DIR=$(mktemp -d)" }

  private func check(_ answer: Answer, _ service: UnitState?) -> Finding {
    let values = ["path": path]
    switch answer {
    case .hello(let hello) where hello.protocol != protocolVersion || hello.version != Version.current:
      return .failed(
        "socket",
        "\(path): swiped \(hello.version) (process \(listener?.id ?? hello.pid)) runs there, but this is swipectl \(Version.current)",
        fix: end(service, otherwise: { "kill \($0.id)" })
      ).saying(.socketOfOtherVersion, ["path": path, "running": hello.version, "own": Version.current])
    case .hello(let hello):
      return .ok("socket", "\(path): swiped \(hello.version) answers, process \(hello.pid)")
        .saying(.socketAnswers, ["path": path, "version": hello.version, "process": "\(hello.pid)"])
    case .startsDaemon:
      return .ok("socket", "\(path): only swiped.socket listens; the first connection starts swiped").saying(.socketStartsDaemon, values)
    case .refused:
      // A daemon that has just started does not listen yet.
      if let lockHolder {
        return .failed(
          "socket", "\(path): nothing listens there, but process \(lockHolder.id) holds its lock", fix: FixCommand.show(lockHolder.id)
        ).saying(.socketLocked, ["path": path, "process": "\(lockHolder.id)"])
      }
      let remove: ShellCommand = "rm \(path)"
      let fix = service?.isRunning == true ? ShellCommand(allOf: [remove, FixCommand.restartService]) : remove
      return .failed("socket", "\(path): stale, nothing listens there", fix: fix).saying(.socketStale, values)
    case .silent(let why):
      let who = listener.map { " from \($0.name ?? "process") (process \($0.id)\($0.isStopped ? ", stopped" : ""))" } ?? ""
      return .failed(
        "socket", "\(path): no answer\(who): \(why)",
        fix: end(service, otherwise: { $0.isStopped ? "kill -CONT \($0.id)" : "kill -9 \($0.id)" })
      ).saying(.socketSilent, ["path": path, "error": why])
    case .declined(let why):
      return .failed("socket", "\(path): swiped answers, but: \(why)", fix: nil)
        .saying(.socketDeclined, ["path": path, "error": why])
    case .denied(let why):
      return .failed("socket", "\(path): \(why)", fix: "chmod u+rwx \(folder) && chmod u+rw \(path)")
        .saying(.socketDenied, values)
    case .notTried:
      return .note("socket", "\(path): there, but not tried, because connecting could start swiped").saying(.socketNotTried, values)
    }
  }

  /// The command that ends the listening process if it is certainly this user's swiped, else the one that shows it.
  private func end(_ service: UnitState?, otherwise command: (Process) -> ShellCommand) -> ShellCommand {
    guard let listener else { return FixCommand.showListener(path) }
    guard listener.name == "swiped", listener.user == userID, lockHolder == nil || lockHolder?.id == listener.id else {
      return FixCommand.show(listener.id)
    }
    return service?.processID == Int(listener.id) ? FixCommand.restartService : command(listener)
  }

  private var folder: String { Files.folder(of: path) }
}
