import EventProtocol

/// What is known of the daemon's socket.
package struct SocketFacts: Sendable {
  package enum File: Sendable, Equatable {
    case absent
    case socket(owner: UInt32)
    /// `a directory`
    case other(String)
  }

  /// What came of connecting.
  package enum Answer: Sendable, Equatable {
    case hello(Hello)
    /// Nobody listens.
    case refused
    /// Connected, and then nothing, or nothing that swiped would say.
    case silent(why: String)
    /// The system does not let this user.
    case denied(why: String)
    /// systemd listens, and would start the daemon for whoever connects: not tried.
    case startsDaemon
    /// Whether it is systemd that listens cannot be known: not tried.
    case notTried
  }

  /// Why there is no place for it; nil when there is.
  package var noPath: String?
  package var path: String
  package var file: File
  package var answer: Answer
  /// Of whoever asks.
  package var userID: UInt32
  package var hasUserFolder = true

  package init(path: String, file: File, answer: Answer, userID: UInt32 = 1000, noPath: String? = nil) {
    self.noPath = noPath
    self.path = path
    self.file = file
    self.answer = answer
    self.userID = userID
  }

  /// - Parameter service: nil when there is no manager to ask.
  package func check(_ service: UnitState?) -> Finding {
    if let noPath {
      return .failed("socket", noPath, fix: hasUserFolder ? Mend.runtimeDirectory : "export XDG_RUNTIME_DIR=$(mktemp -d)")
    }
    let isRunning = service?.isRunning ?? false
    switch file {
    case .absent where isRunning:
      return .failed("socket", "\(path): not there, although swiped.service is active", fix: Mend.restartService)
    case .absent: return .note("socket", "\(path): not there, as swiped is not running")
    case .other(let kind): return .failed("socket", "\(path): \(kind) is in its way", fix: Mend.moveAway(path))
    case .socket(let owner) where owner != userID:
      return .failed(
        "socket", "\(path): belongs to user \(owner), and not to you (\(userID))", fix: "sudo rm \(Mend.quoted(path))" + restart(isRunning))
    case .socket: return check(isRunning: isRunning)
    }
  }

  private func check(isRunning: Bool) -> Finding {
    // A daemon writes its process id beside its socket.
    let stop = isRunning ? Mend.restartService : "kill -9 $(cat \(Mend.quoted(path + ".lock")))"
    switch answer {
    case .hello(let hello) where hello.protocol != protocolVersion || hello.version != Version.current:
      return .failed(
        "socket", "\(path): swiped \(hello.version) (process \(hello.pid)) runs there, and this is swipectl \(Version.current)",
        fix: isRunning ? Mend.restartService : "kill \(hello.pid)")
    case .hello(let hello): return .ok("socket", "\(path): swiped \(hello.version) answers, process \(hello.pid)")
    case .startsDaemon: return .ok("socket", "\(path): only swiped.socket listens; the first to connect starts swiped")
    case .refused:
      return .failed("socket", "\(path): stale, nobody listens there", fix: "rm \(Mend.quoted(path))" + restart(isRunning))
    case .silent(let why): return .failed("socket", "\(path): no answer: \(why)", fix: stop)
    case .denied(let why):
      return .failed("socket", "\(path): \(why)", fix: "chmod u+rwx \(Mend.quoted(folder)) && chmod u+rw \(Mend.quoted(path))")
    case .notTried: return .note("socket", "\(path): there, and not asked, since that could start swiped")
    }
  }

  private func restart(_ isRunning: Bool) -> String { isRunning ? " && " + Mend.restartService : "" }

  private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
